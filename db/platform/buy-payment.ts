// What providers told of payments, and what became of each: a message is kept by its own id and applied once; a payment is one row, however
// many messages are about it.

import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PaymentEvent, PaymentProblem, ProviderKind } from '#domain/buy/payment'
import { formatMinor } from '#domain/buy/terms'
import { NO_USER, isWaiting } from '#domain/desk/review'
import type { BuyOrderRow } from './buy'
import { buyEvent, buyOrder, buyPayment } from './buy-schema'
import { openDirectory } from './directory'
import { cancelReviewStatement, openReviewStatement } from './review-request'
import { review } from './review-schema'

export type BuyEventRow = typeof buyEvent.$inferSelect
export type BuyPaymentRow = typeof buyPayment.$inferSelect

/** The same message again changes nothing. Answers it as it was kept first. */
export async function keepBuyEvent(
  db: D1Database,
  row: Omit<BuyEventRow, 'appliedAt'>,
): Promise<BuyEventRow | undefined> {
  const directory = openDirectory(db)
  const isThis = and(eq(buyEvent.kind, row.kind), eq(buyEvent.eventId, row.eventId))
  const [, [kept]] = await directory.batch([
    directory.insert(buyEvent).values(row).onConflictDoNothing(),
    directory.select().from(buyEvent).where(isThis),
  ])
  return kept
}

export async function noteEventApplied(
  db: D1Database,
  { kind, eventId }: Pick<BuyEventRow, 'kind' | 'eventId'>,
  at: number,
): Promise<void> {
  await openDirectory(db)
    .update(buyEvent)
    .set({ appliedAt: at })
    .where(and(eq(buyEvent.kind, kind), eq(buyEvent.eventId, eventId), isNull(buyEvent.appliedAt)))
}

export const listUnappliedEvents = (db: D1Database, limit: number): Promise<BuyEventRow[]> =>
  openDirectory(db)
    .select()
    .from(buyEvent)
    .where(sql`applied_at is null`)
    .orderBy(asc(buyEvent.receivedAt))
    .limit(limit)

export async function findOrderByReference(db: D1Database, reference: string): Promise<BuyOrderRow | null> {
  const [row] = await openDirectory(db).select().from(buyOrder).where(eq(buyOrder.reference, reference))
  return row ?? null
}

export async function findBuyPayment(db: D1Database, id: number): Promise<BuyPaymentRow | null> {
  const [row] = await openDirectory(db).select().from(buyPayment).where(eq(buyPayment.id, id))
  return row ?? null
}

interface Told {
  readonly kind: ProviderKind
  readonly event: PaymentEvent
  readonly orderId: number | null
  /** Sealed. */
  readonly payer: string
  readonly at: number
}

/** Adds what a message says to the row of its payment; in whatever order they come, the row ends the same. */
export async function notePayment(db: D1Database, { kind, event, orderId, payer, at }: Told): Promise<BuyPaymentRow> {
  const paidAt = event.type === 'paid' ? at : null
  /** The message of the payment says what it is for; one of a refund only while nothing else is known. */
  const firstPaid = (column: string) =>
    sql.raw(
      `case when excluded.paid_at is not null and buy_payment.paid_at is null then excluded.${column} else buy_payment.${column} end`,
    )
  const [row] = await openDirectory(db)
    .insert(buyPayment)
    .values({
      kind,
      providerId: event.paymentId || event.id,
      reference: event.reference,
      orderId,
      currency: event.currency,
      amount: event.amount,
      refunded: event.refunded,
      disputes: event.disputes ?? {},
      payer,
      paidAt,
    })
    .onConflictDoUpdate({
      target: [buyPayment.kind, buyPayment.providerId],
      set: {
        reference: firstPaid('reference'),
        orderId: firstPaid('order_id'),
        currency: firstPaid('currency'),
        amount: firstPaid('amount'),
        payer: firstPaid('payer'),
        refunded: sql`max(${buyPayment.refunded}, excluded.refunded)`,
        // What each message says of a dispute stands beside what others said.
        disputes: sql`json_patch(${buyPayment.disputes}, excluded.disputes)`,
        paidAt: sql`coalesce(${buyPayment.paidAt}, excluded.paid_at)`,
      },
    })
    .returning()
  if (!row) throw new Error('a payment that is written is answered')
  return row
}

type Decided = Partial<
  Pick<BuyOrderRow, 'state' | 'problem' | 'paymentId' | 'paidAt' | 'settledAt' | 'reason' | 'isTellOwed' | 'arrived'>
>

/**
 * Moves an order on for a payment, if it still is as the caller judged it: in that state, and paid by nothing else. Reviews that wait about
 * it are closed where the money has gone back.
 */
export async function moveForPayment(
  db: D1Database,
  order: BuyOrderRow,
  { change, closes }: { readonly change: Decided; readonly closes?: { readonly gone: number; readonly at: number } },
): Promise<boolean> {
  const directory = openDirectory(db)
  const isAsJudged = and(
    eq(buyOrder.id, order.id),
    eq(buyOrder.state, order.state),
    sql`${buyOrder.paymentId} is ${order.paymentId}`,
  )
  const move = directory.update(buyOrder).set(change).where(isAsJudged).returning({ id: buyOrder.id })
  if (closes === undefined) return (await move).length > 0
  const close = (kind: string) => cancelReviewStatement(db, { kind, subjectId: String(order.id), at: closes.at })
  const { paymentId = null, state } = change
  const seen = directory
    .update(buyPayment)
    .set({ settledGone: closes.gone })
    .where(
      and(
        eq(buyPayment.id, paymentId ?? 0),
        sql`exists (select 1 from ${buyOrder} where ${buyOrder.id} = ${order.id} and ${buyOrder.paymentId} = ${paymentId} and ${buyOrder.state} = ${state})`,
      ),
    )
  const [moved] = await directory.batch([move, close('buy'), close('buy_refund'), seen])
  return moved.length > 0
}

/** Said of one payment more than once: people decide about each time. */
const REPEATED: ReadonlySet<PaymentProblem> = new Set(['taken_back', 'given_back', 'refund_failed'])

/** A payment that no order goes by, or whose money has moved again: before the desk by itself. The same again changes nothing. */
export async function putAside(db: D1Database, row: BuyPaymentRow, problem: PaymentProblem, at: number): Promise<void> {
  if (problem === 'refund_failed' && row.problem === problem) return
  const directory = openDirectory(db)
  const subjectId = String(row.id)
  const isThis = eq(buyPayment.id, row.id)
  const isRepeated = REPEATED.has(problem)
  const [last] = isRepeated
    ? await directory
        .select({ round: review.round, state: review.state })
        .from(review)
        .where(and(eq(review.kind, 'buy_payment'), eq(review.subjectId, subjectId)))
        .orderBy(desc(review.round))
        .limit(1)
    : []
  // One that waits is decided by what is known then.
  const round = last === undefined ? 1 : last.round + (isWaiting(last.state) ? 0 : 1)
  await directory.batch([
    directory
      .update(buyPayment)
      .set(isRepeated ? { problem, settledAt: null } : { problem })
      .where(isRepeated ? isThis : and(isThis, isNull(buyPayment.problem))),
    openReviewStatement(db, {
      kind: 'buy_payment',
      subjectId,
      userId: NO_USER,
      round,
      at,
      summary: {
        money: null,
        lines: [{ label: 'payment', value: `${formatMinor(row.currency, row.amount)} ${row.currency}` }],
        cells: [],
      },
    }),
  ])
}

/** Two people have seen to it as it was when so much was gone. A case that was opened since stays: it is about what came later. */
export async function settlePayment(db: D1Database, id: number, gone: number, at: number): Promise<void> {
  await openDirectory(db).update(buyPayment).set({ settledAt: at, settledGone: gone }).where(eq(buyPayment.id, id))
}

/** The provider says that there is nothing left to decide: all of it went back, or what had gone came again before anybody decided. */
export async function closePayment(db: D1Database, id: number, at: number): Promise<void> {
  const directory = openDirectory(db)
  await directory.batch([
    directory
      .update(buyPayment)
      .set({ settledAt: at })
      .where(and(eq(buyPayment.id, id), isNull(buyPayment.settledAt))),
    cancelReviewStatement(db, { kind: 'buy_payment', subjectId: String(id), at }),
  ])
}
