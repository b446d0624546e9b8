// Terms of futures by symbol, and maintenance tiers. Orders keep the terms they were made under. No column here is a price or can set one,
// which a test checks.

import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, flagColumn, rateColumn } from '../columns'
import { pair } from './catalogue-schema'

export const futuresTerm = sqliteTable(
  'futures_term',
  {
    symbol: text('symbol')
      .primaryKey()
      .references(() => pair.symbol),
    /** Base quantity of one lot. */
    lotSize: rateColumn('lot_size').notNull(),
    /** Comma list, ascending: "1,2,5". */
    leverages: text('leverages').notNull(),
    spread: rateColumn('spread').notNull(),
    fee: rateColumn('fee').notNull(),
    overnight: rateColumn('overnight').notNull(),
    liquidationFee: rateColumn('liquidation_fee').notNull(),
    lotsMin: integer('lots_min').notNull(),
    lotsMax: integer('lots_max').notNull(),
    /** The house's largest exposure on one side, over all users, in the quote. */
    exposureMax: amountColumn('exposure_max').notNull(),
    isOpen: flagColumn('is_open').notNull().default(true),
    sort: integer('sort').notNull(),
  },
  (table) => [
    check('futures_term_lots', sql`${table.lotsMin} > 0 and ${table.lotsMax} between ${table.lotsMin} and 1000000000`),
  ],
)

export const futuresTier = sqliteTable(
  'futures_tier',
  {
    symbol: text('symbol')
      .notNull()
      .references(() => futuresTerm.symbol),
    /** From 1, by size. */
    tier: integer('tier').notNull(),
    upTo: amountColumn('up_to').notNull(),
    maintenance: rateColumn('maintenance').notNull(),
    leverageMax: integer('leverage_max').notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.tier] })],
)
