// Futures orders and positions of one user: one row from order to close. Each partial or full close is a row of its own.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CloseCause, FuturesState, PositionHolder } from '#domain/futures/life'
import { type Direction, type EntryKind, type MarginMode, readTerms, storeTerms } from '#domain/futures/terms'
import { amountColumn, instantColumn, isUnsignedAmount, jsonColumn, rateColumn } from '../columns'

export const futuresPosition = sqliteTable(
  'futures_position',
  {
    positionNo: integer('position_no').primaryKey(),
    symbol: text('symbol').notNull(),
    assetId: integer('asset_id').notNull(),
    direction: text('direction').$type<Direction>().notNull(),
    mode: text('mode').$type<MarginMode>().notNull(),
    kind: text('kind').$type<EntryKind>().notNull(),
    leverage: integer('leverage').notNull(),
    lotsOrdered: integer('lots_ordered').notNull(),
    /** What is still open. */
    lots: integer('lots').notNull(),
    /** The limit or the stop that opens it; null for a market order. */
    entrySteps: integer('entry_steps'),
    /** A market order that would open at a worse price is called off. */
    worstSteps: integer('worst_steps'),
    openSteps: integer('open_steps'),
    /** Current hold, and the hold at the opening. */
    margin: amountColumn('margin').notNull(),
    marginAtOpen: amountColumn('margin_at_open').notNull(),
    maintenanceRate: rateColumn('maintenance_rate').notNull(),
    fee: amountColumn('fee').notNull(),
    overnightPaid: amountColumn('overnight_paid').notNull(),
    /** Pnl of closed lots so far, before overnight charges and fees. */
    realised: amountColumn('realised').notNull(),
    /** Liquidation fees, and losses paid by the insurance fund, so far. */
    liquidationFees: amountColumn('liquidation_fees').notNull(),
    insured: amountColumn('insured').notNull(),
    takeProfit: integer('take_profit'),
    stopLoss: integer('stop_loss'),
    /** Lots that the stop closes; null: all remaining lots. */
    takeProfitLots: integer('take_profit_lots'),
    stopLossLots: integer('stop_loss_lots'),
    state: text('state').$type<FuturesState>().notNull(),
    cause: text('cause').$type<CloseCause>(),
    /** Ticks before this time don't trigger the stops. */
    stopsSetAt: instantColumn('stops_set_at'),
    /** Time when the owner last added or removed margin. Prices before it found another margin. */
    marginSetAt: instantColumn('margin_set_at'),
    /** Time of the close request, and its lots. */
    closeAskedAt: instantColumn('close_asked_at'),
    closeAskedLots: integer('close_asked_lots'),
    terms: jsonColumn('terms', { store: storeTerms, read: readTerms }).notNull(),
    /** Entry receipt of an order that waited for its price. */
    openReceiptId: text('open_receipt_id'),
    acceptedAt: instantColumn('accepted_at').notNull(),
    openedAt: instantColumn('opened_at'),
    endedAt: instantColumn('ended_at'),
    /** Last charged midnight. */
    chargedAt: instantColumn('charged_at'),
    /** Feature that opened the position and alone may close it; null when the owner may. */
    holder: text('holder').$type<PositionHolder>(),
    /** Release by its holder: the first tick afterwards gives its value for the holder. */
    freedAt: instantColumn('freed_at'),
    /** Index price at the opening, before the spread. */
    openIndexSteps: integer('open_index_steps'),
  },
  (table) => [
    index('futures_position_live')
      .on(table.positionNo)
      .where(sql`${table.state} IN ('pending', 'open')`),
    index('futures_position_by_symbol').on(table.symbol, table.positionNo),
    check('futures_position_margin', isUnsignedAmount(table.margin)),
    check('futures_position_lots', sql`${table.lots} BETWEEN 0 AND ${table.lotsOrdered}`),
    check('futures_position_state', sql`${table.state} IN ('pending', 'open', 'closed', 'cancelled')`),
  ],
)

export const futuresClose = sqliteTable(
  'futures_close',
  {
    id: integer('id').primaryKey(),
    positionNo: integer('position_no').notNull(),
    symbol: text('symbol').notNull(),
    lots: integer('lots').notNull(),
    cause: text('cause').$type<CloseCause>().notNull(),
    indexSteps: integer('index_steps').notNull(),
    closeSteps: integer('close_steps').notNull(),
    /** Won, or lost when negative. */
    result: amountColumn('result').notNull(),
    /** Margin released, liquidation fee, and the part of the loss paid by the insurance fund. */
    marginFreed: amountColumn('margin_freed').notNull(),
    liquidationFee: amountColumn('liquidation_fee').notNull(),
    insured: amountColumn('insured').notNull(),
    receiptId: text('receipt_id').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [index('futures_close_by_position').on(table.positionNo)],
)

/** The newest tick of each symbol that this account acted on. */
export const futuresMark = sqliteTable('futures_mark', {
  symbol: text('symbol').primaryKey(),
  steps: integer('steps').notNull(),
  at: instantColumn('at').notNull(),
})
