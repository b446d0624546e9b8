// Tables of the Quotes room: rounds of ticks, anchors of their hash chains, and candles of real feeds. Prices are decimal text as
// published. party/quotes/rounds.ts explains retention and rounds.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instantColumn } from '../columns'

/** One second of every symbol in one row, so a second costs one write. */
export const round = sqliteTable(
  'round',
  {
    no: integer('no').primaryKey(),
    at: instantColumn('at').notNull(),
    /** Set when the round holds one tick of a past second in which the room was at rest. */
    lateSymbol: text('late_symbol'),
    source: text('source').notNull(),
    /** Prices in the order of the anchor's symbols: "61000.1 3000.12 - 0.12@kraken". */
    prices: text('prices').notNull(),
    /** SHA-256 over the hashes of the round's ticks. */
    digest: text('digest').notNull(),
  },
  (table) => [index('round_by_time').on(table.at)],
)

/** Heads of all chains just before a round; the hashes of later rounds are re-computed from them. */
export const anchor = sqliteTable('anchor', {
  roundNo: integer('round_no').primaryKey(),
  at: instantColumn('at').notNull(),
  /** JSON: [symbol, seq, hash] of every symbol of the following rounds, in their order. */
  heads: text('heads').notNull(),
})

/** Splits that stored candles know already. */
export const splitTaken = sqliteTable('split_taken', {
  id: integer('id').primaryKey(),
})

/** Candles of real feeds; simulated ones are computed and never stored. */
export const candle = sqliteTable(
  'candle',
  {
    symbol: text('symbol').notNull(),
    period: text('period').notNull(),
    at: instantColumn('at').notNull(),
    open: text('open').notNull(),
    high: text('high').notNull(),
    low: text('low').notNull(),
    close: text('close').notNull(),
    volume: text('volume').notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.period, table.at] })],
)
