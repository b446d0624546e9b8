// The part of an account that spot is: its orders, the book that they hold money in, and what its commands wait for.

import type { Refusal } from '#domain/outcome'
import type { PlaceRefusal } from '#domain/spot'
import type { AccountBook } from '../book'
import type { OrderShelf } from './order-shelf'

export interface Spot {
  readonly book: AccountBook
  readonly orders: OrderShelf
}

/** Each order that was accepted here by its number, the others by why they were refused. */
export interface PlacedOrders {
  readonly items: readonly (number | Refusal<PlaceRefusal>)[]
}
/** A cancel or an amend, by its number among the Market's commands. */
export interface AskedOfOrder {
  readonly orderNo: number
  readonly symbol: string
  readonly seq: number
}
export interface CancelledOrders {
  readonly orderNos: readonly number[]
}
