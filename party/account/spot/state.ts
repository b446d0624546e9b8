// State of spot trading in an account: its orders, the account, and the wait states of its commands.

import type { Refusal } from '#domain/outcome'
import type { PlaceRefusal } from '#domain/spot'
import type { AccountState } from '../state'
import type { OrderStore } from './order-store'

export interface Spot {
  readonly account: AccountState
  readonly orders: OrderStore
}

/** Number of each accepted order, or the refusal of a rejected one. */
export interface PlacedOrders {
  readonly items: readonly (number | Refusal<PlaceRefusal>)[]
}
/** A cancel or an amend that the Market has yet to answer, by its number among the Market's commands. */
export interface PendingOrderChange {
  readonly orderNo: number
  readonly symbol: string
  readonly seq: number
}
export interface CancelledOrders {
  readonly orderNos: readonly number[]
}
