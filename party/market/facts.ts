// Results of one turn in journal form: outcomes, never inputs, so replaying them doesn't depend on the current matching code. Tuples,
// because a busy turn has hundreds.

import type { SelfTradePrevention, Side, TimeInForce } from '#domain/order'
import type { MarketMessage, TapeTrade } from '#party/protocol/market'
import type { HouseFact, HouseRound } from './house-rounds'

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
/** Lots left of a resting order; with 0 it leaves the book. */
type LeftFact = readonly [id: number, lotsLeft: number]
/** A resting order was reduced in place: remaining lots and new total quantity. */
type ShrinkFact = readonly [id: number, lotsLeft: number, lots: number]
/** In order of occurrence. */
export type BookFact = RestFact | LeftFact | ShrinkFact

type StreamFact = readonly [account: number, commandSeq: number, received: number, epoch?: number, saved?: number]

/** An order that waits for a round, because the house's price comes from an older round. It is in no book. */
export interface WaitingOrder {
  readonly account: number
  readonly orderNo: number
  readonly side: Side
  /** Its account knows that the order was accepted. */
  readonly isKnown: boolean
  /** Limit, or worst price of a market order. */
  readonly ticks: number
  /** Remaining lots; of a budget, ticks × lots. */
  readonly lots: number
  readonly lotsFilled: number
  readonly budgetTickLots: number | null
  readonly isMarket: boolean
  readonly timeInForce: TimeInForce
  readonly selfTrade: SelfTradePrevention
  /** The house fills it at a round of this instant or later. */
  readonly from: number
  /** Sent by its owner's trigger: a price breaker pause delays the order instead of refusing it. */
  readonly isTriggered?: true
}

/** An order starts (or, if known, continues) to wait, or stops waiting. */
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
  /** Absent: the house did not trade. */
  readonly house?: readonly HouseFact[]
}

/** The whole state except numbers of streams without owed messages, which have a table. */
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
  /** Trades of the house without a published receipt. Absent: none. */
  readonly house?: readonly HouseRound[]
}

export const isRestFact = (fact: BookFact): fact is RestFact => fact.length === 9
