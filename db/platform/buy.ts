// Routes and orders of buying with fiat as rows: asked for once per command, and every change of state from the state that was expected.

import type { ListPart } from '#domain/list-part'
import { and, asc, count, desc, eq, lte, sql } from 'drizzle-orm'
import { type BuyState, BUY_WAITING_MAX } from '#domain/buy/terms'
import { moneySummary } from '#domain/desk/review'
import { encodeAmount } from '#domain/money/amount'
import { buyOrder, buyRoute } from './buy-schema'
import { openDirectory } from './directory'
import { deposit } from './funds-schema'
import { cancelReviewStatement, openReviewStatement, reopenReview } from './review-request'
import { review } from './review-schema'
import { isOfPart, isWithin, offsetOfPart } from './slice'

export type BuyRouteRow = typeof buyRoute.$inferSelect
export type BuyOrderRow = typeof buyOrder.$inferSelect
export type NewBuyOrder = Pick<
  BuyOrderRow,
  | 'userId'
  | 'commandId'
  | 'quoteId'
  | 'reference'
  | 'country'
  | 'currency'
  | 'kind'
  | 'rate'
  | 'feeRate'
  | 'pay'
  | 'assetId'
  | 'fee'
  | 'receives'
  | 'bank'
  | 'payer'
  | 'createdAt'
  | 'payUntil'
>

export const loadBuyRoutes = (db: D1Database): Promise<BuyRouteRow[]> =>
  openDirectory(db).select().from(buyRoute).orderBy(asc(buyRoute.sort), asc(buyRoute.id))

/** Inserts an order unless the user has too many open ones, or the command id or the quote is used: one statement, so concurrent requests are counted. */
export async function insertBuyOrder(db: D1Database, row: NewBuyOrder): Promise<void> {
  const {
    userId,
    commandId,
    quoteId,
    reference,
    country,
    currency,
    kind,
    pay,
    assetId,
    bank,
    payer,
    createdAt,
    payUntil,
  } = row
  await openDirectory(db).run(
    sql`insert into ${buyOrder}
      (user_id, command_id, quote_id, reference, country, currency, route, rate, fee_rate, pay, asset_id, fee, receives, bank, payer, state,
        created_at, pay_until)
      select ${userId}, ${commandId}, ${quoteId}, ${reference}, ${country}, ${currency}, ${kind}, ${String(row.rate)}, ${String(row.feeRate)}, ${pay},
        ${assetId}, ${encodeAmount(row.fee)}, ${encodeAmount(row.receives)}, ${bank}, ${payer}, 'to_pay', ${createdAt}, ${payUntil}
      where (select count(*) from ${buyOrder} where user_id = ${userId} and state in ('to_pay', 'review', 'paid')) < ${BUY_WAITING_MAX}
      on conflict do nothing`,
  )
}

export async function findBuyOrder(db: D1Database, id: number): Promise<BuyOrderRow | null> {
  const [row] = await openDirectory(db).select().from(buyOrder).where(eq(buyOrder.id, id))
  return row ?? null
}

export async function findBuyOrderByCommand(
  db: D1Database,
  userId: number,
  commandId: string,
): Promise<BuyOrderRow | null> {
  const [row] = await openDirectory(db)
    .select()
    .from(buyOrder)
    .where(and(eq(buyOrder.userId, userId), eq(buyOrder.commandId, commandId)))
  return row ?? null
}

export async function isBuyQuoteUsed(db: D1Database, userId: number, quoteId: string): Promise<boolean> {
  const [row] = await openDirectory(db)
    .select({ id: buyOrder.id })
    .from(buyOrder)
    .where(and(eq(buyOrder.userId, userId), eq(buyOrder.quoteId, quoteId)))
  return row !== undefined
}

/** Newest first, with the total count. */
export async function listBuyOrders(
  db: D1Database,
  userId: number,
  part: ListPart,
): Promise<{ readonly rows: readonly BuyOrderRow[]; readonly total: number }> {
  const directory = openDirectory(db)
  const own = and(eq(buyOrder.userId, userId), isWithin(buyOrder.createdAt, part))
  const [rows, [counted]] = await directory.batch([
    directory
      .select()
      .from(buyOrder)
      .where(and(own, isOfPart(buyOrder.id, part)))
      .orderBy(desc(buyOrder.id))
      .limit(part.limit)
      .offset(offsetOfPart(part)),
    directory.select({ total: count() }).from(buyOrder).where(own),
  ])
  return { rows, total: counted?.total ?? 0 }
}

interface Voucher {
  readonly reference: string
  readonly digest: string
}

/**
 * The buyer reports a payment. Refused when the order isn't payable, has expired, or the voucher is used by another order or deposit: one
 * statement, so concurrent calls are serialized.
 */
export async function payBuyOrder(
  db: D1Database,
  { id, voucher, at }: { readonly id: number; readonly voucher: Voucher; readonly at: number },
): Promise<boolean> {
  const { digest } = voucher
  const changed = await openDirectory(db)
    .update(buyOrder)
    .set({ state: 'review', voucher: voucher.reference, voucherDigest: digest, paidAt: at })
    .where(
      and(
        eq(buyOrder.id, id),
        eq(buyOrder.state, 'to_pay'),
        eq(buyOrder.kind, 'bank'),
        sql`${buyOrder.payUntil} > ${at}`,
        sql`not exists (select 1 from ${buyOrder} as other where other.voucher_digest = ${digest} and other.state in ('review', 'paid', 'done'))`,
        sql`not exists (select 1 from ${deposit} where voucher_digest = ${digest} and state in ('review', 'passed'))`,
      ),
    )
    .returning({ id: buyOrder.id })
  return changed.length > 0
}

/** Desk cases: whether a payment arrived, and whether a refused payment was sent back. */
export type BuyCase = 'buy' | 'buy_refund'

const openCase = (db: D1Database, row: BuyOrderRow, kind: BuyCase, at: number) =>
  openReviewStatement(db, {
    kind,
    subjectId: String(row.id),
    userId: row.userId,
    at,
    summary: {
      ...moneySummary({ assetId: row.assetId, amount: row.receives, network: '' }),
      lines: [{ label: 'payment', value: `${row.pay} ${row.currency}` }],
    },
  })

/** Opens the desk review of a paid order; a repetition changes nothing. */
export async function openBuyReview(db: D1Database, row: BuyOrderRow, at: number): Promise<void> {
  await openDirectory(db).batch([
    openCase(db, row, 'buy', at),
    openDirectory(db)
      .update(buyOrder)
      .set({ reviewedAt: at })
      .where(and(eq(buyOrder.id, row.id), sql`${buyOrder.reviewedAt} is null`)),
  ])
}

/**
 * Reopens the desk review because the credit differs from the amount that the approvers saw. Does nothing when the case is decided already:
 * the decision is then executed with current figures.
 */
export async function renewBuyReview(db: D1Database, id: number, at: number): Promise<void> {
  const subject = { kind: 'buy', subjectId: String(id) } as const
  const directory = openDirectory(db)
  const [, [last]] = await directory.batch([
    cancelReviewStatement(db, { ...subject, at }),
    directory
      .select({ id: review.id, state: review.state })
      .from(review)
      .where(and(eq(review.kind, subject.kind), eq(review.subjectId, subject.subjectId)))
      .orderBy(desc(review.round))
      .limit(1),
  ])
  if (last?.state === 'cancelled') await reopenReview(db, last.id, at)
}

/** Moves an order on, if it still has the state that the caller saw. */
const moveStatement = (
  db: D1Database,
  { id, from }: { readonly id: number; readonly from: BuyState },
  change: Partial<BuyOrderRow>,
) =>
  openDirectory(db)
    .update(buyOrder)
    .set(change)
    .where(and(eq(buyOrder.id, id), eq(buyOrder.state, from)))

export async function settleBuyOrder(db: D1Database, row: BuyOrderRow, state: 'done' | 'refunded', at: number) {
  const from = state === 'done' ? 'paid' : 'refused'
  await moveStatement(db, { id: row.id, from }, { state, settledAt: at })
}

/** Refuses an order and opens the review of its refund, in one batch. */
export async function refuseBuyOrder(
  db: D1Database,
  row: BuyOrderRow,
  { reason, at }: { readonly reason: string; readonly at: number },
): Promise<void> {
  await openDirectory(db).batch([
    moveStatement(db, { id: row.id, from: 'review' }, { state: 'refused', reason, settledAt: at }),
    openCase(db, row, 'buy_refund', at),
  ])
}

/** False when it isn't payable any more. */
export async function cancelBuyOrder(db: D1Database, id: number, at: number): Promise<boolean> {
  const changed = await moveStatement(
    db,
    { id, from: 'to_pay' },
    { state: 'cancelled', checkoutUrl: '', settledAt: at },
  ).returning({
    id: buyOrder.id,
  })
  return changed.length > 0
}

/** Stores the provider's payment page; the first one stays. */
export async function noteCheckout(
  db: D1Database,
  id: number,
  { id: checkoutId, url: checkoutUrl }: { readonly id: string; readonly url: string },
): Promise<void> {
  await openDirectory(db)
    .update(buyOrder)
    .set({ checkoutId, checkoutUrl })
    .where(and(eq(buyOrder.id, id), eq(buyOrder.checkoutUrl, '')))
}

/** Expires orders not paid in time. */
export async function expireBuyOrders(db: D1Database, now: number): Promise<void> {
  await openDirectory(db)
    .update(buyOrder)
    .set({ state: 'expired', settledAt: now, isNoticePending: true })
    .where(and(eq(buyOrder.state, 'to_pay'), lte(buyOrder.payUntil, now)))
}

export const listUnnotifiedBuyOrders = (db: D1Database, limit: number): Promise<BuyOrderRow[]> =>
  openDirectory(db)
    .select()
    .from(buyOrder)
    .where(sql`is_tell_owed = 1`)
    .orderBy(asc(buyOrder.id))
    .limit(limit)

export async function noteBuyOrderNotified(db: D1Database, id: number): Promise<void> {
  await openDirectory(db).update(buyOrder).set({ isNoticePending: false }).where(eq(buyOrder.id, id))
}

/** Decided, but not credited. */
export const listUncreditedBuyOrders = (db: D1Database, limit: number): Promise<BuyOrderRow[]> =>
  openDirectory(db)
    .select()
    .from(buyOrder)
    .where(sql`state = 'paid'`)
    .orderBy(asc(buyOrder.id))
    .limit(limit)

/** Paid orders without a review yet. */
export const listUnopenedBuyOrders = (db: D1Database, limit: number): Promise<BuyOrderRow[]> =>
  openDirectory(db)
    .select()
    .from(buyOrder)
    .where(sql`state = 'review' and reviewed_at is null`)
    .orderBy(asc(buyOrder.id))
    .limit(limit)
