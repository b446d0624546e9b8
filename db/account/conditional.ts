// Conditional orders of one user: one row from acceptance to the sent order, or to an end without an order.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ConditionalEnd, ConditionalKind, ConditionalState, TriggerCause } from '#domain/conditional/triggers'
import type { Side } from '#domain/order'
import type { RefusalFacts } from '#domain/outcome'
import type { Tick } from '#domain/quotes/chain'
import {
  amountColumn,
  flagColumn,
  instantColumn,
  isSafeInteger,
  isUnsignedAmount,
  lotsColumn,
  rateColumn,
  ticksColumn,
} from '../columns'

export const conditionalOrder = sqliteTable(
  'conditional_order',
  {
    conditionalNo: integer('conditional_no').primaryKey(),
    symbol: text('symbol').notNull(),
    /** Side of the order to send. */
    side: text('side').$type<Side>().notNull(),
    kind: text('kind').$type<ConditionalKind>().notNull(),
    stopSteps: integer('stop_steps'),
    profitSteps: integer('profit_steps'),
    trailSteps: integer('trail_steps'),
    trailRate: rateColumn('trail_rate'),
    /** The best tick since the order counts, whole: the receipt shows it. */
    bestTick: text('best_tick', { mode: 'json' }).$type<Tick>(),
    bestSteps: integer('best_steps'),
    /** Price of the limit order that is sent; null for a market order. */
    limitTicks: ticksColumn('limit_ticks'),
    /** Worst price that a market buy's hold was computed with. */
    worstTicks: ticksColumn('worst_ticks'),
    /** Size of the order to send: lots, or quote to spend. Of an attached order: lots filled so far by its entry. */
    lots: lotsColumn('lots').notNull(),
    budget: amountColumn('budget'),
    assetId: integer('asset_id').notNull(),
    held: amountColumn('held').notNull(),
    /** An OCO's limit order and its price, or the entry of an attached order. */
    linkedNo: integer('linked_no'),
    legTicks: ticksColumn('leg_ticks'),
    priceDecimals: integer('price_decimals').notNull(),
    tickSteps: integer('tick_steps').notNull(),
    priceBand: rateColumn('price_band').notNull(),
    state: text('state').$type<ConditionalState>().notNull(),
    end: text('ended_by').$type<ConditionalEnd>(),
    cause: text('cause').$type<TriggerCause>(),
    firedSteps: integer('fired_steps'),
    firedAt: instantColumn('fired_at'),
    receiptId: text('receipt_id'),
    /** The spot order that was sent. */
    orderNo: integer('order_no'),
    refusal: text('refusal'),
    refusalFacts: text('refusal_facts', { mode: 'json' }).$type<RefusalFacts>(),
    acceptedAt: instantColumn('accepted_at').notNull(),
    /** Ticks after it count; null while the entry is not filled. */
    since: instantColumn('since'),
    /** A tick after `since` has arrived: from then on the band's edges are enough. */
    isSeen: flagColumn('is_seen').notNull(),
    endedAt: instantColumn('ended_at'),
  },
  (table) => [
    index('conditional_order_live')
      .on(table.conditionalNo)
      .where(sql`${table.state} IN ('waiting', 'live', 'firing', 'sent')`),
    index('conditional_order_by_symbol').on(table.symbol, table.conditionalNo),
    check('conditional_order_lots', isSafeInteger(table.lots)),
    check('conditional_order_held', isUnsignedAmount(table.held)),
  ],
)
