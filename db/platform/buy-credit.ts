// Credit of a fiat purchase, decided from its payment as read; refused when the payment has changed since.

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Credit } from '#domain/buy/payment'
import type { BuyOrderRow } from './buy'
import { buyOrder, buyPayment } from './buy-schema'
import { openDirectory } from './directory'

type Payment = Pick<typeof buyPayment.$inferSelect, 'id' | 'refunded' | 'disputes'>

const isAsRead = ({ id, refunded, disputes }: Payment) =>
  sql`(${buyPayment.id} = ${id} and ${buyPayment.refunded} = ${refunded} and ${buyPayment.disputes} = ${JSON.stringify(disputes)})`

/**
 * Approved by two people: sets the credit for good. Changes nothing when more of the payment was reversed since it was read: the credit
 * would exceed the payment.
 */
export async function approveBuyOrder(
  db: D1Database,
  id: number,
  paid: { readonly payment: Payment; readonly gone: number; readonly credit: Credit } | null,
): Promise<void> {
  const directory = openDirectory(db)
  const isReviewed = and(eq(buyOrder.id, id), eq(buyOrder.state, 'review'))
  if (!paid) {
    await directory.update(buyOrder).set({ state: 'paid' }).where(isReviewed)
    return
  }
  const { payment, gone, credit } = paid
  await directory.batch([
    directory
      .update(buyOrder)
      .set({ state: 'paid', ...credit })
      .where(and(isReviewed, sql`exists (select 1 from ${buyPayment} where ${isAsRead(payment)})`)),
    directory
      .update(buyPayment)
      .set({ settledGone: gone })
      .where(
        and(
          isAsRead(payment),
          sql`exists (select 1 from ${buyOrder} where ${buyOrder.id} = ${id} and ${buyOrder.state} = 'paid')`,
        ),
      ),
  ])
}

/** Adjusts a purchase after its payment was partly or fully reversed or repeated. */
export async function noteAdjusted(db: D1Database, row: BuyOrderRow, credit: Credit, at: number): Promise<void> {
  const state = credit.arrived > 0 ? 'done' : 'refunded'
  await openDirectory(db)
    .update(buyOrder)
    .set({ state, arrived: credit.arrived, settledAt: at, ...(credit.arrived > 0 && credit) })
    .where(and(eq(buyOrder.id, row.id), inArray(buyOrder.state, ['paid', 'done', 'refunded'])))
}
