// Interface of an order book: price-time priority over integer ticks and lots. A book knows only orders: no money, balances, time or
// storage. Orders have the Market's own integer ids.

import type { SelfTradePrevention, Side, TimeInForce } from '#domain/order'

/** An order for the book. `owner` is the account number (0 is the house); it only serves self-trade prevention. */
export interface BookOrder {
  /** Unique, positive, rising; below 2^53. */
  readonly id: number
  readonly owner: number
  readonly side: Side
  /** Limit in ticks, or the worst price of a market order. */
  readonly ticks: number
  /** Quantity in lots; ignored when `budgetTickLots` is set. */
  readonly lots: number
  /** Market buy by quote amount: the largest Σ ticks×lots (a safe integer). */
  readonly budgetTickLots: number | null
  readonly isMarket: boolean
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly selfTrade: SelfTradePrevention
  /** Matching ends before the first order of the house that it would meet: `house_met`. */
  readonly stopsAtHouse?: boolean
}

/** The house's orders have this owner. */
export const HOUSE_OWNER = 0

/** Receives the effects of a submit, in order. Called synchronously with numbers only, so no fill allocates memory. */
export interface BookListener {
  trade(makerId: number, takerId: number, ticks: number, lots: number, makerLotsLeft: number): void
  /** A resting order was taken out by self-trade prevention. */
  selfTradeCancelled(orderId: number, lotsLeft: number): void
}

/** How a submit ended for the taker. `rested`: the rest of it is now in the book. `house_met`: the rest is nowhere, and its sender's to keep. */
export type SubmitEnd =
  | 'rested'
  | 'filled'
  | 'not_filled'
  | 'self_trade'
  | 'house_met'
  | 'post_only_would_take'
  | 'fill_or_kill_unfilled'

export interface SubmitResult {
  readonly end: SubmitEnd
  /** Lots that did not trade: resting when `rested`, dropped otherwise. Zero when the budget was the limit. */
  readonly lotsLeft: number
}

/** A resting order, as `find` and `orders` show it. */
export interface RestingOrder {
  readonly id: number
  readonly owner: number
  readonly side: Side
  readonly ticks: number
  readonly lotsLeft: number
}

/** `[ticks, lots]`, best first. */
export type DepthLevel = readonly [ticks: number, lots: number]

export interface Book {
  /** Matches an order and, if allowed, rests its remainder. A known or non-increasing id throws: the Market never sends one. */
  submit(order: BookOrder, listener: BookListener): SubmitResult
  /** Remaining lots, or 0 when the order doesn't rest here. */
  cancel(orderId: number): number
  /** Sets the lots left of a resting order. Shrinking keeps its place; growing moves it to the back of its level. False when it does not rest here. */
  resize(orderId: number, lotsLeft: number): boolean
  find(orderId: number): RestingOrder | undefined
  /** Best price of a side in ticks, or 0 when the side is empty. */
  best(side: Side): number
  depth(side: Side, levelsMax: number): DepthLevel[]
  /** Lots resting at one price. */
  lotsAt(side: Side, ticks: number): number
  /** Every resting order: buys then sells, each by price then time priority. Feeding them to `restore` of an empty book gives the same book. */
  orders(): IterableIterator<RestingOrder>
  /** Puts a resting order at the back of its level without matching: only for rebuilding from the journal. */
  restore(order: RestingOrder): void
  readonly size: number
  /** 32-bit hash over every resting order in priority order; equal books have equal hashes. */
  stateHash(): number
}
