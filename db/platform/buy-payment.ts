// What providers told of payments, and what became of each: a message is kept by its own id and applied once; a payment is one row, however
// many messages are about it.

import { and, asc, eq, isNull, max, sql } from 'drizzle-orm'
import type { PaymentEvent, PaymentProblem, ProviderKind } from '#domain/buy/payment'
import { formatMinor } from '#domain/buy/terms'
import { NO_USER } from '#domain/desk/review'
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
        paidAt: sql`coalesce(${buyPayment.paidAt}, excluded.paid_at)`,
      },
    })
    .returning()
  if (!row) throw new Error('a payment that is written is answered')
  return row
}

type Decided = Partial<
  Pick<BuyOrderRow, 'state' | 'problem' | 'paymentId' | 'paidAt' | 'settledAt' | 'reason' | 'isTellOwed'>
>

/**
 * Moves an order on for a payment, if it still is as the caller judged it: in that state, and paid by nothing else. Reviews that wait about
 * it are closed where the money has gone back.
 */
export async function moveForPayment(
  db: D1Database,
  order: BuyOrderRow,
  { change, closes }: { readonly change: Decided; readonly closes?: number },
): Promise<boolean> {
  const directory = openDirectory(db)
  const isAsJudged = and(
    eq(buyOrder.id, order.id),
    eq(buyOrder.state, order.state),
    sql`${buyOrder.paymentId} is ${order.paymentId}`,
  )
  const move = directory.update(buyOrder).set(change).where(isAsJudged).returning({ id: buyOrder.id })
  if (closes === undefined) return (await move).length > 0
  const close = (kind: string) => cancelReviewStatement(db, { kind, subjectId: String(order.id), at: closes })
  const [moved] = await directory.batch([move, close('buy'), close('buy_refund')])
  return moved.length > 0
}

/** A payment that no order goes by, or whose money is gone again: before the desk by itself. The same again changes nothing. */
export async function putAside(db: D1Database, row: BuyPaymentRow, problem: PaymentProblem, at: number): Promise<void> {
  const directory = openDirectory(db)
  const subjectId = String(row.id)
  const isThis = eq(buyPayment.id, row.id)
  // A refund fails after people have decided about the payment: it is before them once more.
  const isFailure = problem === 'refund_failed'
  if (isFailure && row.problem === problem) return
  const earlier = and(eq(review.kind, 'buy_payment'), eq(review.subjectId, subjectId))
  const [last] = isFailure
    ? await directory
        .select({ round: max(review.round) })
        .from(review)
        .where(earlier)
    : []
  await directory.batch([
    directory
      .update(buyPayment)
      .set(isFailure ? { problem, settledAt: null } : { problem })
      .where(isFailure ? isThis : and(isThis, isNull(buyPayment.problem))),
    openReviewStatement(db, {
      kind: 'buy_payment',
      subjectId,
      userId: NO_USER,
      round: (last?.round ?? 0) + 1,
      at,
      summary: {
        money: null,
        lines: [{ label: 'payment', value: `${formatMinor(row.currency, row.amount)} ${row.currency}` }],
        cells: [],
      },
    }),
  ])
}

/** Seen to: by two people, or because the provider says that all of it went back. */
export async function settlePayment(db: D1Database, id: number, at: number): Promise<void> {
  const directory = openDirectory(db)
  await directory.batch([
    directory
      .update(buyPayment)
      .set({ settledAt: at })
      .where(and(eq(buyPayment.id, id), isNull(buyPayment.settledAt))),
    cancelReviewStatement(db, { kind: 'buy_payment', subjectId: String(id), at }),
  ])
}
