// Which pairs are shares, and of which exchange. No column here is a price or can set one; a test keeps it so.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EXCHANGES } from '#domain/stocks/calendar'
import { flagColumn } from '../columns'
import { pair } from './catalogue-schema'

export const stock = sqliteTable('stock', {
  symbol: text('symbol')
    .primaryKey()
    .references(() => pair.symbol),
  exchange: text('exchange', { enum: EXCHANGES }).notNull(),
  /** Nothing trades while it is; orders may rest. */
  isHalted: flagColumn('is_halted').notNull().default(false),
  sort: integer('sort').notNull(),
})
