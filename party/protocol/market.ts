// Words between a Market and the rest: Account rooms (commands one way, numbered messages the other) and public sockets.
// Two numbered streams per (market, account), like the two directions of a TCP connection: commands are numbered by the Account,
// messages by the Market; each side acknowledges the highest number it has stored. So everything arrives, in order, exactly once.
// Amounts are canonical integer text in the asset's smallest unit; prices ticks, quantities lots; instants milliseconds.

import type { CloseReason, MarketRefusal, OrderKind, SelfTradePrevention, Side, TimeInForce } from '#domain/spot'
import type { RefusalFacts } from '#domain/outcome'

export const MARKET_PROTOCOL = 1

export type MarketCommand = { readonly seq: number } & (
  | {
      readonly type: 'submit'
      /** The Account's own number of the order, unique per account over all pairs. */
      readonly orderNo: number
      readonly side: Side
      readonly kind: OrderKind
      /** Limit, or worst price of a market order. */
      readonly ticks: number
      /** Zero when `budget` rules. */
      readonly lots: number
      readonly budget: string | null
      readonly timeInForce: TimeInForce
      readonly isPostOnly: boolean
      readonly selfTrade: SelfTradePrevention
    }
  | { readonly type: 'cancel'; readonly orderNo: number }
  | { readonly type: 'cancel_all' }
  /** `lots` is the new whole quantity, filled part included; same price and a smaller quantity keep the place in the queue. */
  | { readonly type: 'amend'; readonly orderNo: number; readonly ticks: number; readonly lots: number }
)

/** One RPC from an Account: commands above what the Market has, and the number of the last message it has stored. */
export interface MarketRequest {
  readonly account: number
  readonly received: number
  readonly commands: readonly MarketCommand[]
}

/** `gap`: commands between `commandSeq` and the first one sent are missing; send again from `commandSeq + 1`. */
export interface MarketAnswer {
  readonly commandSeq: number
  readonly isGap: boolean
  /** Every message above `received`, in order. */
  readonly messages: readonly MarketMessage[]
}

export type MarketMessage = { readonly seq: number; readonly at: number } & (
  | { readonly type: 'accepted'; readonly orderNo: number }
  | {
      readonly type: 'filled'
      readonly orderNo: number
      readonly tradeNo: number
      readonly role: 'maker' | 'taker'
      readonly ticks: number
      readonly lots: number
      /** Fee in the asset received. */
      readonly fee: string
    }
  /** The order rests no more (or never did). `lotsLeft` did not trade. */
  | { readonly type: 'closed'; readonly orderNo: number; readonly reason: CloseReason; readonly refusal: MarketRefusal | null; readonly facts: RefusalFacts; readonly lotsLeft: number }
  | { readonly type: 'amended'; readonly orderNo: number; readonly ticks: number; readonly lots: number }
  /** A cancel or amend that found nothing to do; `commandSeq` names it. */
  | { readonly type: 'refused'; readonly orderNo: number; readonly commandSeq: number; readonly refusal: MarketRefusal; readonly facts: RefusalFacts }
)

/** A public trade: the taker's side, so that buyers and sellers can be told apart. */
export interface TapeTrade {
  readonly tradeNo: number
  readonly at: number
  readonly ticks: number
  readonly lots: number
  readonly side: Side
}

export type DepthRow = readonly [ticks: number, lots: number]

/** What a public socket of a Market says. A delta follows the message numbered one less; lots of zero remove a level. */
export type MarketSocketMessage =
  | { readonly type: 'snapshot'; readonly seq: number; readonly at: number; readonly bids: readonly DepthRow[]; readonly asks: readonly DepthRow[]; readonly trades: readonly TapeTrade[]; readonly indexTicks: number }
  | { readonly type: 'delta'; readonly seq: number; readonly at: number; readonly bids: readonly DepthRow[]; readonly asks: readonly DepthRow[]; readonly trades: readonly TapeTrade[]; readonly indexTicks: number }

/** What a public socket of a Market may hear. */
export type MarketSocketRequest = { readonly type: 'snapshot' }
