// Terms of options by symbol and duration, and daily results of settled options. Orders keep the terms they were made under. No column of
// the terms is a price or can set one, which a test checks.

import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, flagColumn, rateColumn } from '../columns'
import { pair } from './catalogue-schema'

export const optionTerm = sqliteTable('option_term', {
  symbol: text('symbol')
    .primaryKey()
    .references(() => pair.symbol),
  /** Rate on the stake, in addition to it. */
  fee: rateColumn('fee').notNull(),
  /** Largest sum of running stakes per user and direction. */
  userMax: amountColumn('user_max').notNull(),
  /** The house's largest payout on one direction, over all users. */
  exposureMax: amountColumn('exposure_max').notNull(),
  isOpen: flagColumn('is_open').notNull().default(true),
  sort: integer('sort').notNull(),
})

export const optionDuration = sqliteTable(
  'option_duration',
  {
    symbol: text('symbol')
      .notNull()
      .references(() => optionTerm.symbol),
    seconds: integer('seconds').notNull(),
    /** Won on top of the stake. */
    ratio: rateColumn('ratio').notNull(),
    stakeMin: amountColumn('stake_min').notNull(),
    stakeMax: amountColumn('stake_max').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.symbol, table.seconds] }),
    check('option_duration_seconds', sql`${table.seconds} BETWEEN 5 AND 86400`),
  ],
)

/** Summed from receipts only, each once, so anyone can verify it. Days are UTC, by exit time. */
export const optionDay = sqliteTable(
  'option_day',
  {
    day: text('day').notNull(),
    symbol: text('symbol').notNull(),
    seconds: integer('seconds').notNull(),
    /** Won or lost options, with their stakes and payouts. */
    decided: integer('decided').notNull(),
    staked: amountColumn('staked').notNull(),
    paid: amountColumn('paid').notNull(),
    evens: integer('evens').notNull(),
    voids: integer('voids').notNull(),
    /** Options settled by a price within one second of their due time. */
    onTime: integer('on_time').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.symbol, table.seconds] })],
)

/** The last receipt that is counted in. One row. */
export const optionCount = sqliteTable('option_count', {
  id: integer('id').primaryKey(),
  receiptNo: integer('receipt_no').notNull(),
})
