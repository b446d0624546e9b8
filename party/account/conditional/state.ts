// State of conditional orders in an account, and the types that all their modules use.

import type { ConditionalKind } from '#domain/conditional/triggers'
import type { Side } from '#domain/order'
import type { NewOrder } from '#party/protocol/spot'
import type { AccountState } from '../state'
import type { ConditionalStore } from './store'

export const FEATURE_NAME = 'conditional'
/** Spot trades from it. */
export const WALLET = 'change'

export interface Conditionals {
  readonly account: AccountState
  readonly orders: ConditionalStore
  /** Symbols whose bands are recomputed at the end of the turn. */
  readonly dirtySymbols: Set<string>
}

/** An order as sent by the Worker; `reference` is the index price that it read. The kind determines which fields combine. */
export interface NewConditional {
  readonly symbol: string
  readonly side: Side
  readonly kind: ConditionalKind
  readonly stopSteps: number | null
  readonly profitSteps: number | null
  readonly trailSteps: number | null
  readonly trailRate: string | null
  /** Price of the limit order to send; null sends a market order. */
  readonly limitTicks: number | null
  /** The limit order beside a stop. */
  readonly legTicks: number | null
  readonly lots: number
  readonly budget: string | null
  /** Entry order that this conditional order is attached to. */
  readonly entry: NewOrder | null
  readonly reference: number
}

/** Wait state of a command that waits for the Market: a conditional order's number. */
export interface PendingOrder {
  readonly conditionalNo: number
}
