// Messages of payment providers, and the state of each payment: a message is stored by its own id and applied once; a payment is one row
// for any number of messages.

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

/** Stores a provider's message once and returns the first stored version. */
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

/** Merges a message into its payment's row; the result doesn't depend on the order of messages. */
export async function notePayment(db: D1Database, { kind, event, orderId, payer, at }: Told): Promise<BuyPaymentRow> {
  const paidAt = event.type === 'paid' ? at : null
  /** The payment message gives the purpose; a refund message only while no payment message is known. */
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
        // Merges a dispute's figures with those of earlier messages.
        disputes: sql`json_patch(${buyPayment.disputes}, excluded.disputes)`,
        paidAt: sql`coalesce(${buyPayment.paidAt}, excluded.paid_at)`,
      },
    })
    .returning()
  if (!row) throw new Error('a payment that is written is answered')
  return row
}

type Decided = Partial<
  Pick<
    BuyOrderRow,
    'state' | 'problem' | 'paymentId' | 'paidAt' | 'settledAt' | 'reason' | 'isNoticePending' | 'arrived'
  >
>

/**
 * Moves an order on for a payment, if it still has the state that the caller judged and no other payment. Open reviews are closed when the
 * money was returned.
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

/** Problems that may recur for one payment: the desk decides each time. */
const REPEATED: ReadonlySet<PaymentProblem> = new Set(['taken_back', 'given_back', 'refund_failed'])

/** Opens a desk case for a payment without an order, or with a later reversal. A repetition changes nothing. */
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
  // An open case is decided with the facts of that time.
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

/** Two people settled the payment at the reversed amount `gone`. A newer case stays open: it concerns later reversals. */
export async function settlePayment(db: D1Database, id: number, gone: number, at: number): Promise<void> {
  await openDirectory(db).update(buyPayment).set({ settledAt: at, settledGone: gone }).where(eq(buyPayment.id, id))
}

/** Closes a payment without a decision: the provider reports it fully returned, or paid again before a decision. */
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
