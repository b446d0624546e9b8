// Words of an Account room about contracts. Prices are steps of the symbol, instants milliseconds, amounts canonical integer text in the
// quote's smallest unit.

import type { CloseCause, FuturesState, PositionHolder } from '#domain/futures/life'
import type { Direction, EntryKind, MarginMode, StoredTerms } from '#domain/futures/terms'

/** A futures order or position, from acceptance to its end. */
export interface FuturesRow {
  readonly positionNo: number
  readonly symbol: string
  readonly assetId: number
  readonly direction: Direction
  readonly mode: MarginMode
  readonly kind: EntryKind
  readonly leverage: number
  readonly lotsOrdered: number
  readonly lots: number
  readonly entrySteps: number | null
  readonly openSteps: number | null
  /** Index price at the opening, before the spread. */
  readonly openIndexSteps: number | null
  readonly margin: string
  readonly marginAtOpen: string
  readonly maintenanceRate: string
  readonly fee: string
  readonly overnightPaid: string
  /** Pnl of the closes so far, by price. */
  readonly realised: string
  readonly liquidationFees: string
  /** Net pnl so far (`netResult`). */
  readonly net: string
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  readonly takeProfitLots: number | null
  readonly stopLossLots: number | null
  readonly state: FuturesState
  readonly cause: CloseCause | null
  readonly closeAskedLots: number | null
  readonly terms: StoredTerms
  readonly openReceiptId: string | null
  readonly acceptedAt: number
  readonly openedAt: number | null
  readonly endedAt: number | null
  /** Who alone may close it; null: its owner. */
  readonly holder: PositionHolder | null
}

/** A new order. `reference` is the index price read by the Worker; the terms come from the directory. */
export interface FuturesOrder {
  readonly symbol: string
  readonly direction: Direction
  readonly kind: EntryKind
  readonly mode: MarginMode
  readonly leverage: number
  readonly lots: number
  readonly entrySteps: number | null
  readonly worstSteps: number | null
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  readonly assetId: number
  readonly maintenanceRate: string
  readonly reference: number
  readonly terms: StoredTerms
}

/** A full or partial close of a position. */
export interface FuturesCloseRow {
  readonly id: number
  readonly positionNo: number
  readonly symbol: string
  readonly lots: number
  readonly cause: CloseCause
  readonly indexSteps: number
  readonly closeSteps: number
  readonly result: string
  readonly marginFreed: string
  readonly liquidationFee: string
  readonly insured: string
  readonly receiptId: string
  readonly at: number
}

/** Answer of closing several positions: each one is closed, still closing, or refused with the reason. */
export interface FuturesClosings {
  readonly closed: readonly FuturesRow[]
  readonly refused: readonly { readonly row: FuturesRow; readonly code: 'futures_position_copied' }[]
}

/** Answer of a reversal. The opening is cancelled, with its cause, when it could not be paid. */
export interface FuturesReversal {
  readonly closed: FuturesRow
  readonly opened: FuturesRow
}

/** What lists of closed positions show of their end. */
export interface FuturesHistoryRow extends FuturesRow {
  readonly closes: readonly FuturesCloseRow[]
}

/** Most pending and open positions per account. */
export const FUTURES_LIVE_MAX = 200
