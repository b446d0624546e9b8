// What an order with fiat brings, as its row says it: by what was read of its payment, and not when that has changed since.

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Credit } from '#domain/buy/payment'
import type { BuyOrderRow } from './buy'
import { buyOrder, buyPayment } from './buy-schema'
import { openDirectory } from './directory'

type Payment = Pick<typeof buyPayment.$inferSelect, 'id' | 'refunded' | 'disputes'>

const isAsRead = ({ id, refunded, disputes }: Payment) =>
  sql`(${buyPayment.id} = ${id} and ${buyPayment.refunded} = ${refunded} and ${buyPayment.disputes} = ${JSON.stringify(disputes)})`

/**
 * Decided by people: from now on so much is credited, whatever else comes. Nothing changes when more of the payment has gone back since it
 * was read: what is credited then would be more than was paid.
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

/** What it brought follows its payment, of which something has gone back or come again. */
export async function noteAdjusted(db: D1Database, row: BuyOrderRow, credit: Credit, at: number): Promise<void> {
  const state = credit.arrived > 0 ? 'done' : 'refunded'
  await openDirectory(db)
    .update(buyOrder)
    .set({ state, arrived: credit.arrived, settledAt: at, ...(credit.arrived > 0 && credit) })
    .where(and(eq(buyOrder.id, row.id), inArray(buyOrder.state, ['paid', 'done', 'refunded'])))
}
