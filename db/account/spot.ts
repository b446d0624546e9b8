// Spot orders and fills of one user, and the two numbered streams between this account and each Market.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { MarginWallet } from '#domain/catalogue'
import type { CloseReason, OrderKind, OrderState, SelfTradePrevention, Side, TimeInForce } from '#domain/order'
import type { RefusalFacts } from '#domain/outcome'
import type { MarketRefusal } from '#domain/spot'
import {
  amountColumn,
  flagColumn,
  instantColumn,
  isSafeInteger,
  isUnsignedAmount,
  lotsColumn,
  ticksColumn,
} from '../columns'

export const spotOrder = sqliteTable(
  'spot_order',
  {
    orderNo: integer('order_no').primaryKey(),
    /** The client's own name for it, unique for all time: a late repetition can never become a second order. */
    clientOrderId: text('client_order_id').unique(),
    symbol: text('symbol').notNull(),
    side: text('side').$type<Side>().notNull(),
    kind: text('kind').$type<OrderKind>().notNull(),
    ticks: ticksColumn('ticks').notNull(),
    lots: lotsColumn('lots').notNull(),
    budget: amountColumn('budget'),
    timeInForce: text('time_in_force').$type<TimeInForce>().notNull(),
    isPostOnly: flagColumn('is_post_only').notNull(),
    selfTrade: text('self_trade').$type<SelfTradePrevention>().notNull(),
    state: text('state').$type<OrderState>().notNull(),
    closeReason: text('close_reason').$type<CloseReason>(),
    refusal: text('refusal').$type<MarketRefusal>(),
    /** Values for the refusal's text. */
    refusalFacts: text('refusal_facts', { mode: 'json' }).$type<RefusalFacts>(),
    lotsFilled: lotsColumn('lots_filled').notNull(),
    quoteFilled: amountColumn('quote_filled').notNull(),
    fee: amountColumn('fee').notNull(),
    openedAt: instantColumn('opened_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
    /** Command number and terms of the one amend in flight. */
    amendSeq: integer('amend_seq'),
    amendTicks: ticksColumn('amend_ticks'),
    amendLots: lotsColumn('amend_lots'),
    /** The margin wallet, where it replaces the pair's own wallet. */
    wallet: text('wallet').$type<MarginWallet>(),
    /** Key of the agent that asked for it. */
    agent: text('agent'),
  },
  (table) => [
    index('spot_order_open')
      .on(table.orderNo)
      .where(sql`${table.state} IN ('pending', 'open')`),
    index('spot_order_by_symbol').on(table.symbol, table.orderNo),
    check('spot_order_ticks', isSafeInteger(table.ticks)),
    check('spot_order_lots', isSafeInteger(table.lots)),
    check('spot_order_filled', sql`${table.budget} IS NOT NULL OR ${table.lotsFilled} <= ${table.lots}`),
    check('spot_order_quote', isUnsignedAmount(table.quoteFilled)),
  ],
)

export const spotFill = sqliteTable(
  'spot_fill',
  {
    id: integer('id').primaryKey(),
    orderNo: integer('order_no').notNull(),
    tradeNo: integer('trade_no').notNull(),
    symbol: text('symbol').notNull(),
    side: text('side').$type<Side>().notNull(),
    role: text('role').$type<'maker' | 'taker'>().notNull(),
    ticks: ticksColumn('ticks').notNull(),
    lots: lotsColumn('lots').notNull(),
    fee: amountColumn('fee').notNull(),
    at: instantColumn('at').notNull(),
    /** The other side was the house. */
    isOfHouse: flagColumn('is_of_house').notNull(),
  },
  (table) => [
    uniqueIndex('spot_fill_by_order').on(table.orderNo, table.tradeNo),
    check('spot_fill_ticks', isSafeInteger(table.ticks)),
    check('spot_fill_lots', isSafeInteger(table.lots)),
  ],
)

export const marketStream = sqliteTable('market_stream', {
  symbol: text('symbol').primaryKey(),
  /** Last number given to a command. */
  commandSeq: integer('command_seq').notNull(),
  /** Highest command number that the Market has confirmed as stored. */
  commandStored: integer('command_stored').notNull(),
  /** Highest message number of the Market stored here. */
  messageSeq: integer('message_seq').notNull(),
})

/** Commands owed to a Market until it confirms them. */
export const marketCommand = sqliteTable(
  'market_command',
  {
    symbol: text('symbol').notNull(),
    seq: integer('seq').notNull(),
    command: text('command').notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.seq] })],
)
