// What happened in one turn, in the form that the journal keeps: outcomes, never inputs, so that reading them again does not depend
// on the matching code of the day. Tuples, because a busy turn holds hundreds.

import type { SelfTradePrevention, Side, TimeInForce } from '#domain/order'
import type { MarketMessage, TapeTrade } from '#party/protocol/market'

/** An order came to rest, at the back of its level. */
export type RestFact = readonly [
  id: number,
  account: number,
  orderNo: number,
  isSell: 0 | 1,
  ticks: number,
  lots: number,
  lotsLeft: number,
  isPostOnly: 0 | 1,
  selfTrade: SelfTradePrevention,
]
/** A resting order has so many lots left; none left: it rests no more. */
export type LeftFact = readonly [id: number, lotsLeft: number]
/** A resting order was made smaller where it stands: its new whole quantity as well. */
export type ShrinkFact = readonly [id: number, lotsLeft: number, lots: number]
/** In the order in which they happened. */
export type BookFact = RestFact | LeftFact | ShrinkFact

export type StreamFact = readonly [
  account: number,
  commandSeq: number,
  received: number,
  epoch?: number,
  saved?: number,
]

/** An order that waits for a round, because it would meet the house at the price of an older one. It is in no book. */
export interface WaitingOrder {
  readonly account: number
  readonly orderNo: number
  readonly side: Side
  /** Its account has heard that the Market has it. */
  readonly isKnown: boolean
  /** Limit, or worst price of a market order. */
  readonly ticks: number
  /** What is still to trade; of a budget, ticks × lots. */
  readonly lots: number
  readonly lotsFilled: number
  readonly budgetTickLots: number | null
  readonly isMarket: boolean
  readonly timeInForce: TimeInForce
  readonly selfTrade: SelfTradePrevention
  /** It meets the house at a round of this instant or a later one. */
  readonly from: number
}

/** An order waits (again, when it is known), or waits no more. */
export type WaitFact = WaitingOrder | readonly [account: number, orderNo: number]

export interface TurnFacts {
  readonly lastOrderId: number
  readonly lastTradeNo: number
  readonly book: readonly BookFact[]
  /** Absent: none. In the order in which they happened. */
  readonly waits?: readonly WaitFact[]
  readonly trades: readonly TapeTrade[]
  readonly streams: readonly StreamFact[]
  readonly messages: readonly (readonly [account: number, message: MarketMessage])[]
}

/** The whole state but for the numbers of streams that are owed nothing: those have a table. */
export interface Snapshot {
  readonly lastOrderId: number
  readonly lastTradeNo: number
  /** Every resting order in priority order. */
  readonly book: readonly RestFact[]
  /** Oldest first. Absent: none. */
  readonly waiting?: readonly WaitingOrder[]
  /** Newest last. */
  readonly tape: readonly TapeTrade[]
  readonly owed: readonly (readonly [account: number, messages: readonly MarketMessage[]])[]
}

export const isRestFact = (fact: BookFact): fact is RestFact => fact.length === 9
