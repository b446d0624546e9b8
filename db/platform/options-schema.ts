// The terms of options by symbol and duration, and what came of settled ones by day. Orders keep the numbers that they were made under.
// No column of the terms is a price or can set one; a test keeps it so.

import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, flagColumn, rateColumn } from '../columns'
import { pair } from './catalogue-schema'

export const optionTerm = sqliteTable('option_term', {
  symbol: text('symbol')
    .primaryKey()
    .references(() => pair.symbol),
  /** Of the stake, on top of it. */
  fee: rateColumn('fee').notNull(),
  /** Stakes that one user may have running on one direction. */
  userMax: amountColumn('user_max').notNull(),
  /** What the house may have to pay on one direction, over all users. */
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

/** Added up from receipts alone, each once: anybody can do the same. Days are of UTC, by the time of the exit. */
export const optionDay = sqliteTable(
  'option_day',
  {
    day: text('day').notNull(),
    symbol: text('symbol').notNull(),
    seconds: integer('seconds').notNull(),
    /** Won or lost, with what was staked on them and what came back. */
    decided: integer('decided').notNull(),
    staked: amountColumn('staked').notNull(),
    paid: amountColumn('paid').notNull(),
    evens: integer('evens').notNull(),
    voids: integer('voids').notNull(),
    /** Of those that ended by a price: how many whose price came within a second of when they were due. */
    onTime: integer('on_time').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.symbol, table.seconds] })],
)

/** The last receipt that is counted in. One row. */
export const optionCount = sqliteTable('option_count', {
  id: integer('id').primaryKey(),
  receiptNo: integer('receipt_no').notNull(),
})
