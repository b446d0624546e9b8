// Lock mining products, and maturities of their deposits. Deposits keep the terms they were made under.

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
  /** Daily rate on the whole amount; higher rates from some amounts on. An amount of 0: no such tier. */
  dailyRate: rateColumn('daily_rate').notNull(),
  middleFrom: amountColumn('middle_from').notNull(),
  middleRate: rateColumn('middle_rate').notNull(),
  highFrom: amountColumn('high_from').notNull(),
  highRate: rateColumn('high_rate').notNull(),
  /** Part of the amount per remaining day at an early redemption. */
  penaltyRatio: rateColumn('penalty_ratio').notNull(),
  /** Of the day, UTC. */
  payMinute: integer('pay_minute').notNull(),
  /** Takes new deposits. */
  isOpen: flagColumn('is_open').notNull(),
  /** Ended products aren't listed. */
  isListed: flagColumn('is_listed').notNull(),
  sort: integer('sort').notNull(),
})

/**
 * Deposits as reported by accounts, for the desk's calendar and the quota: a trigger returns the steps of an ended deposit, once. Never
 * used for payments.
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
