// What can be locked to earn, and what falls due of it. Deposits keep the numbers that they were made under.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, flagColumn, instantColumn, rateColumn } from '../columns'
import { asset } from './catalogue-schema'

export const miningProduct = sqliteTable('mining_product', {
  id: integer('id').primaryKey(),
  assetId: integer('asset_id')
    .notNull()
    .references(() => asset.id),
  days: integer('days').notNull(),
  lockMin: amountColumn('lock_min').notNull(),
  /** Of one user, together. */
  lockMax: amountColumn('lock_max').notNull(),
  step: amountColumn('step').notNull(),
  /** In steps, for everybody. */
  quota: integer('quota').notNull(),
  /** A day, of the whole amount; with a higher rate from some amount on. 0: there is no such tier. */
  dailyRate: rateColumn('daily_rate').notNull(),
  middleFrom: amountColumn('middle_from').notNull(),
  middleRate: rateColumn('middle_rate').notNull(),
  highFrom: amountColumn('high_from').notNull(),
  highRate: rateColumn('high_rate').notNull(),
  /** Of the amount, for each day that is left at an early redemption. */
  penaltyRatio: rateColumn('penalty_ratio').notNull(),
  /** Of the day, UTC. */
  payMinute: integer('pay_minute').notNull(),
  /** Takes new deposits. */
  isOpen: flagColumn('is_open').notNull(),
  /** Ended ones are listed no more. */
  isListed: flagColumn('is_listed').notNull(),
  sort: integer('sort').notNull(),
})

/**
 * What accounts have told of their deposits, for the desk's calendar and for the quota: a trigger gives the steps of one that has ended back,
 * once. Nothing is paid by it.
 */
export const miningDue = sqliteTable(
  'mining_due',
  {
    userId: integer('user_id').notNull(),
    orderNo: integer('order_no').notNull(),
    productId: integer('product_id').notNull(),
    assetId: integer('asset_id').notNull(),
    /** Of the product's quota. */
    steps: integer('steps').notNull(),
    principal: text('principal').notNull(),
    /** Of the whole term. */
    yields: text('yields').notNull(),
    dueAt: instantColumn('due_at').notNull(),
    isLive: flagColumn('is_live').notNull(),
    revision: integer('revision').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.orderNo] }),
    index('mining_due_by_time').on(table.isLive, table.dueAt),
  ],
)
