// Locked deposits of one user: one row from lock to return, and one per day's yield.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DepositState } from '#domain/mining/deposit'
import type { StoredBoost, StoredMiningTerms } from '#domain/mining/terms'
import { amountColumn, flagColumn, instantColumn, isUnsignedAmount } from '../columns'

export const miningDeposit = sqliteTable(
  'mining_deposit',
  {
    orderNo: integer('order_no').primaryKey(),
    productId: integer('product_id').notNull(),
    assetId: integer('asset_id').notNull(),
    amount: amountColumn('amount').notNull(),
    /** Of the product's quota. */
    steps: integer('steps').notNull(),
    terms: text('terms', { mode: 'json' }).$type<StoredMiningTerms>().notNull(),
    boost: text('boost', { mode: 'json' }).$type<StoredBoost>(),
    isRenewed: flagColumn('is_renewed').notNull(),
    state: text('state').$type<DepositState>().notNull(),
    /** Steps still available when the deposit was cancelled. */
    left: integer('steps_left'),
    acceptedAt: instantColumn('accepted_at').notNull(),
    startsAt: instantColumn('starts_at').notNull(),
    maturesAt: instantColumn('matures_at').notNull(),
    /** Starts at 1; incremented by each renewal. */
    term: integer('term').notNull(),
    /** Paid days of this term, and of all terms. */
    daysPaid: integer('days_paid').notNull(),
    daysPaidAll: integer('days_paid_all').notNull(),
    yielded: amountColumn('yielded').notNull(),
    penalty: amountColumn('penalty').notNull(),
    endedAt: instantColumn('ended_at'),
    /** Incremented with each published change; and the last revision that the directory has confirmed. */
    revision: integer('revision').notNull(),
    told: integer('told').notNull(),
    /** Newest receipt: of the deposit, or of its redemption; null before it runs. */
    receiptId: text('receipt_id'),
  },
  (table) => [
    index('mining_deposit_live')
      .on(table.orderNo)
      .where(sql`${table.state} IN ('pending', 'running') OR ${table.told} < ${table.revision}`),
    check('mining_deposit_amount', isUnsignedAmount(table.amount)),
    check('mining_deposit_state', sql`${table.state} IN ('pending', 'running', 'redeemed', 'returned', 'called_off')`),
  ],
)

/** A day is paid once: its number (days since 1970, UTC) is part of the key. */
export const miningYield = sqliteTable(
  'mining_yield',
  {
    orderNo: integer('order_no').notNull(),
    day: integer('day').notNull(),
    amount: amountColumn('amount').notNull(),
    isBoosted: flagColumn('is_boosted').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderNo, table.day] })],
)
