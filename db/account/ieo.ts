// Applications of one user in sales of tokens: one row from the hold to the last token unlocked.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { IeoCause, IeoState, StoredIeoTerms } from '#domain/ieo/order'
import type { Tick } from '#domain/quotes/chain'
import { amountColumn, instantColumn, isSafeInteger, isUnsignedAmount } from '../columns'

export const ieoOrder = sqliteTable(
  'ieo_order',
  {
    orderNo: integer('order_no').primaryKey(),
    projectId: integer('project_id').notNull(),
    /** The token, and the payment asset. */
    assetId: integer('asset_id').notNull(),
    payAssetId: integer('pay_asset_id').notNull(),
    /** Tokens applied for. */
    quantity: integer('quantity').notNull(),
    /** Held payment, at the price of the tick; USDT needs no tick. */
    held: amountColumn('held').notNull(),
    tick: text('tick', { mode: 'json' }).$type<Tick>(),
    terms: text('terms', { mode: 'json' }).$type<StoredIeoTerms>().notNull(),
    state: text('state').$type<IeoState>().notNull(),
    cause: text('cause').$type<IeoCause>(),
    /** The directory's claim number, which gives the order of applications. */
    claimNo: integer('claim_no'),
    allotted: integer('allotted'),
    paid: amountColumn('paid').notNull(),
    /** Unlocked days so far, and their sum in the token's smallest unit. */
    unlockedDays: integer('unlocked_days').notNull(),
    unlocked: amountColumn('unlocked').notNull(),
    acceptedAt: instantColumn('accepted_at').notNull(),
    settledAt: instantColumn('settled_at'),
    deliveredAt: instantColumn('delivered_at'),
  },
  (table) => [
    index('ieo_order_live')
      .on(table.orderNo)
      .where(sql`${table.state} IN ('held', 'applied', 'allotted', 'unlocking')`),
    index('ieo_order_by_project').on(table.projectId, table.orderNo),
    index('ieo_order_by_claim').on(table.claimNo),
    check('ieo_order_quantity', isSafeInteger(table.quantity)),
    check('ieo_order_held', isUnsignedAmount(table.held)),
    check('ieo_order_paid', isUnsignedAmount(table.paid)),
    check('ieo_order_unlocked', isUnsignedAmount(table.unlocked)),
    check('ieo_order_state', sql`${table.state} IN ('held', 'refused', 'applied', 'allotted', 'unlocking', 'done')`),
  ],
)
