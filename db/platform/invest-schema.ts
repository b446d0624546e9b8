// Investments: the desk's ladder rungs, the series generated from them, and their fixings. No column is an entered price: strikes
// derive from the current index price, fixings from ticks.

import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { InvestKind } from '#domain/invest/series'
import { flagColumn, instantColumn, rateColumn } from '../columns'
import { pair } from './catalogue-schema'

/** One target and one date of the ladder, and its rate. A new series is laid on it whenever none can be bought. */
export const investRung = sqliteTable('invest_rung', {
  id: integer('id').primaryKey(),
  symbol: text('symbol')
    .notNull()
    .references(() => pair.symbol),
  kind: text('call_or_put').$type<InvestKind>().notNull(),
  /** Distance from the index price: above it for a call, below for a put. */
  distance: rateColumn('distance').notNull(),
  /** Strikes are multiples of this many whole units. */
  roundTo: integer('round_to').notNull(),
  /** Days between maturity dates. */
  every: integer('every_days').notNull(),
  apr: rateColumn('apr').notNull(),
  shares: integer('shares').notNull(),
  userMax: integer('user_shares').notNull(),
  isOpen: flagColumn('is_open').notNull(),
  sort: integer('sort').notNull(),
})

/** Immutable once created, except for whether it is on sale. */
export const investSeries = sqliteTable(
  'invest_series',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    rungId: integer('rung_id').notNull(),
    name: text('name').notNull().unique(),
    symbol: text('symbol').notNull(),
    kind: text('kind').$type<InvestKind>().notNull(),
    /** Steps of the symbol. */
    strike: integer('strike').notNull(),
    apr: rateColumn('apr').notNull(),
    shares: integer('shares').notNull(),
    userMax: integer('user_shares').notNull(),
    opensAt: instantColumn('opens_at').notNull(),
    maturesAt: instantColumn('matures_at').notNull(),
    isOpen: flagColumn('is_open').notNull(),
  },
  (table) => [
    uniqueIndex('invest_series_by_rung').on(table.rungId, table.maturesAt),
    index('invest_series_by_time').on(table.maturesAt),
  ],
)

/** One fixing per symbol and instant. Null steps: no tick existed. */
export const investFixing = sqliteTable(
  'invest_fixing',
  {
    symbol: text('symbol').notNull(),
    at: instantColumn('at').notNull(),
    steps: integer('steps'),
    receiptId: text('receipt_id'),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.at] })],
)
