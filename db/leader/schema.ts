// A trader's room: followers and their delivery progress, undelivered events, and the public log of trades with its sums.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CloseCause } from '#domain/futures/life'
import type { Direction } from '#domain/futures/terms'
import { amountColumn, flagColumn, instantColumn } from '../columns'

/** One row. */
export const leader = sqliteTable('leader', {
  id: integer('id').primaryKey(),
  isOpen: flagColumn('is_open').notNull(),
  /** Number of the last event. */
  events: integer('events').notNull(),
  /** Messages for the trader's own account: made, and known to be stored there. */
  sent: integer('sent').notNull(),
  stored: integer('stored').notNull(),
  /** Incremented with each published change; and the last revision that the directory has confirmed. */
  revision: integer('revision').notNull(),
  shown: integer('shown').notNull(),
  /** Sums of the log, as `TradeSums`. */
  net: amountColumn('net').notNull(),
  margins: amountColumn('margins').notNull(),
  ended: integer('ended').notNull(),
  won: integer('won').notNull(),
  long: integer('long').notNull(),
  heldMs: integer('held_ms').notNull(),
  peak: amountColumn('peak').notNull(),
  drawdown: amountColumn('drawdown').notNull(),
  /** Ended copies of all followers, as `CopySums`. */
  copies: integer('copies').notNull(),
  copiesWon: integer('copies_won').notNull(),
  copiesNet: amountColumn('copies_net').notNull(),
})

/** Number of the last message of each account that was taken. */
export const stream = sqliteTable('stream', {
  account: integer('account').primaryKey(),
  received: integer('received').notNull(),
})

export const follower = sqliteTable('follower', {
  account: integer('account').primaryKey(),
  /** Events up to `since` precede the following; events up to `told` are confirmed as stored. */
  since: integer('since').notNull(),
  told: integer('told').notNull(),
  joinedAt: instantColumn('joined_at').notNull(),
})

/** Events that at least one follower may be missing. */
export const event = sqliteTable('event', {
  no: integer('no').primaryKey(),
  event: text('event').notNull(),
})

/** Messages owed to the trader's own account. */
export const pendingMessage = sqliteTable('owed', {
  seq: integer('seq').primaryKey(),
  message: text('message').notNull(),
})

/** The log: a row from the opening of a trade; lots in hundredths. */
export const trade = sqliteTable(
  'trade',
  {
    positionNo: integer('position_no').primaryKey(),
    symbol: text('symbol').notNull(),
    direction: text('direction').$type<Direction>().notNull(),
    leverage: integer('leverage').notNull(),
    lots: integer('lots').notNull(),
    priceDecimals: integer('price_decimals').notNull(),
    openSteps: integer('open_steps').notNull(),
    margin: amountColumn('margin').notNull(),
    openedAt: instantColumn('opened_at').notNull(),
    /** Order of ending, from 1; null while the trade is open. */
    endNo: integer('end_no'),
    endedAt: instantColumn('ended_at'),
    net: amountColumn('net'),
  },
  (table) => [
    index('trade_by_end').on(table.endNo),
    check('trade_ended', sql`(${table.endNo} IS NULL) = (${table.net} IS NULL)`),
  ],
)

export const tradeClose = sqliteTable(
  'trade_close',
  {
    id: integer('id').primaryKey(),
    positionNo: integer('position_no').notNull(),
    lots: integer('lots').notNull(),
    steps: integer('steps').notNull(),
    cause: text('cause').$type<CloseCause>().notNull(),
    result: amountColumn('result').notNull(),
    receiptId: text('receipt_id').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [index('trade_close_by_trade').on(table.positionNo)],
)

/** Closed trades per UTC day. */
export const daySum = sqliteTable('day_sum', {
  day: integer('day').primaryKey(),
  net: amountColumn('net').notNull(),
})
