// Pairs of shares with their exchanges, and corporate actions. No column here is a price or can set one, which a test checks.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ACTION_KINDS } from '#domain/stocks/actions'
import { EXCHANGES } from '#domain/stocks/calendar'
import { SECTORS } from '#domain/stocks/sector'
import { amountColumn, flagColumn, instantColumn } from '../columns'
import { pair } from './catalogue-schema'

export const stock = sqliteTable('stock', {
  symbol: text('symbol')
    .primaryKey()
    .references(() => pair.symbol),
  exchange: text('exchange', { enum: EXCHANGES }).notNull(),
  sector: text('sector', { enum: SECTORS }).notNull(),
  /** While halted, nothing trades; orders may rest. */
  isHalted: flagColumn('is_halted').notNull().default(false),
  sort: integer('sort').notNull(),
})

/** Corporate actions, entered by two people of the desk before their day. */
export const stockAction = sqliteTable(
  'stock_action',
  {
    id: integer('id').primaryKey(),
    symbol: text('symbol')
      .notNull()
      .references(() => stock.symbol),
    kind: text('kind', { enum: ACTION_KINDS }).notNull(),
    /** Exchange day "2026-11-27". Due at the start of that day's session. */
    day: text('day').notNull(),
    newShares: integer('new_shares').notNull(),
    oldShares: integer('old_shares').notNull(),
    paidPerShare: amountColumn('paid_per_share').notNull(),
    newCode: text('new_code').notNull().default(''),
    newName: text('new_name').notNull().default(''),
    isCalledOff: flagColumn('is_called_off').notNull().default(false),
    createdAt: instantColumn('created_at')
      .notNull()
      .default(sql`(unixepoch() * 1000)`),
    state: text('state', { enum: ['scheduled', 'running', 'done'] })
      .notNull()
      .default('scheduled'),
    /** Last tick before the action in full, and its price on the pair's grid. */
    lastTick: text('last_tick'),
    lastTicks: integer('last_ticks').notNull().default(0),
    /** Accounts up to this number have applied it. */
    doneTo: integer('done_to').notNull().default(0),
    doneAt: instantColumn('done_at'),
  },
  (table) => [
    check('stock_action_ratio', sql`${table.newShares} between 0 and 1000 and ${table.oldShares} between 0 and 1000`),
    index('stock_action_of').on(table.symbol, table.day),
    index('stock_action_open')
      .on(table.day)
      .where(sql`${table.state} <> 'done'`),
  ],
)
