// Words between a Market and the rest: Account rooms (commands one way, numbered messages the other) and public sockets.
// Two numbered streams per (market, account), like the two directions of a TCP connection: commands are numbered by the Account,
// messages by the Market; each side acknowledges the highest number it has stored. So everything arrives, in order, exactly once.
// Amounts are canonical integer text in the asset's smallest unit; prices ticks, quantities lots; instants milliseconds.

import type { CloseReason, OrderKind, SelfTradePrevention, Side, TimeInForce } from '#domain/order'
import type { PriceBand } from '#domain/price-band'
import type { MarketRefusal } from '#domain/spot'
import type { RefusalFacts } from '#domain/outcome'

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
      /** The round whose tick made the account send it. Absent: a person or a program sent it. */
      readonly roundAt?: number
      /** A price breaker pause delays this order instead of refusing it. */
      readonly waitsOutPause?: true
      /** Refused while there is no index price, also at a limit. */
      readonly needsIndex?: true
    }
  | { readonly type: 'cancel'; readonly orderNo: number }
  | { readonly type: 'cancel_spot_orders' }
  /** `lots` is the new whole quantity, filled part included; same price and a smaller quantity keep the place in the queue. */
  | { readonly type: 'amend'; readonly orderNo: number; readonly ticks: number; readonly lots: number }
)

/** RPC of an Account: commands that the Market may lack, and the number of the last stored message. */
export interface MarketRequest {
  readonly account: number
  readonly received: number
  readonly commands: readonly MarketCommand[]
  readonly lease: Lease
}

/**
 * Unsaved turns of the account: the Market that holds the account's lease makes them durable in the commit that stores the commands, so an
 * order is durable in one place before it is published. A waking room requests them with `isRecovering`, in the same numbered stream.
 */
export interface Lease {
  /** Number of recoveries of the account's room: late requests of earlier epochs are refused. */
  readonly epoch: number
  /** Turns up to this number the account has saved itself. */
  readonly saved: number
  /** One a turn, `number TAB changes`, in order; the changes mean nothing to a Market. */
  readonly lines: readonly string[]
  readonly isRecovering: boolean
}

/** `isGap`: commands between `commandSeq` and the first one sent are missing; send again from `commandSeq + 1`. */
export interface MarketAnswer {
  readonly commandSeq: number
  readonly isGap: boolean
  /** Messages above `received`, in order. Messages of one Market turn share their time, and adjacent turns differ in it. */
  readonly messages: readonly MarketMessage[]
  /** Turns forwarded to the Market, for a recovering room. */
  readonly forwarded?: readonly string[]
  /** The Market's buffer of forwarded turns is full: the account saves its own turns for now. */
  readonly isFull?: true
}

export type MarketMessage = { readonly seq: number; readonly at: number } & (
  | { readonly type: 'accepted'; readonly orderNo: number }
  | {
      readonly type: 'filled'
      readonly orderNo: number
      readonly tradeNo: number
      readonly side: Side
      readonly role: 'maker' | 'taker'
      readonly ticks: number
      readonly lots: number
      /** Fee in the received asset, before the account's own discounts. */
      readonly fee: string
      /** For pairs not quoted in USDT: USDT price of one whole unit of the quote, as decimal text; absent while unknown. */
      readonly quotePrice?: string
      /** The counterparty is the house, which publishes the trade's receipt. */
      readonly isOfHouse?: true
    }
  /** The order left the book, or never rested. `lotsLeft` stayed untraded. */
  | {
      readonly type: 'closed'
      readonly orderNo: number
      readonly reason: CloseReason
      readonly refusal: MarketRefusal | null
      readonly facts: RefusalFacts
      readonly lotsLeft: number
    }
  | { readonly type: 'amended'; readonly orderNo: number; readonly ticks: number; readonly lots: number }
  /** A cancel or amendment without effect; `commandSeq` names it. */
  | {
      readonly type: 'refused'
      readonly orderNo: number
      readonly commandSeq: number
      readonly refusal: MarketRefusal
      readonly facts: RefusalFacts
    }
)

/** A public trade with the taker's side. */
export interface TapeTrade {
  readonly tradeNo: number
  readonly at: number
  readonly ticks: number
  readonly lots: number
  readonly side: Side
}

/** Which trades of the tape: instants, `until` exclusive, and numbers below `before`. */
export interface TapeRange {
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly before?: number | undefined
}

/** Number of published best levels per side. The coarsest step of a displayed book merges many levels into one row. */
export const DEPTH_LEVELS = 200

export type DepthRow = readonly [ticks: number, lots: number]

/** Messages of a Market's public socket. A delta follows the message with the previous number; zero lots remove a level. */
export type MarketSocketMessage =
  | {
      readonly type: 'snapshot'
      readonly seq: number
      readonly at: number
      readonly bids: readonly DepthRow[]
      readonly asks: readonly DepthRow[]
      readonly trades: readonly TapeTrade[]
      readonly indexTicks: number
    }
  | {
      readonly type: 'delta'
      readonly seq: number
      readonly at: number
      readonly bids: readonly DepthRow[]
      readonly asks: readonly DepthRow[]
      readonly trades: readonly TapeTrade[]
      readonly indexTicks: number
    }

/** The reference of a Market now: its index price and the edges of the price band, in ticks. */
export type MarketReference = PriceBand

/**
 * The book as RPC shows it, best first. `seq` is the number of the newest socket message, which this book includes: the delta with the next
 * number applies to it. `indexTicks` is 0 while there is no index price.
 */
export interface MarketDepth {
  readonly seq: number
  readonly at: number
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
  readonly indexTicks: number
}

/** One sum of the Market's side of the money; `amount` is signed canonical integer text. */
export interface MarketBalance {
  readonly account: string
  readonly assetId: number
  readonly amount: string
}

/**
 * Figures for the conservation check: over all Accounts, the lines of "@market:PAIR", plus the `house` lines of that name, plus
 * `undelivered` (which Accounts will add on delivery) sum to zero per asset.
 */
export interface MarketReport {
  readonly symbol: string
  /** The house ledger, "@house" and "@market:PAIR"; zero-sum per asset. */
  readonly house: readonly MarketBalance[]
  readonly isHouseLedgerSound: boolean
  readonly undelivered: readonly { readonly assetId: number; readonly amount: string }[]
  readonly undeliveredMessages: number
  /** Number of messages ever made for Accounts: an account that knows the same number is up to date. */
  readonly messagesMade: number
}

/** Counted since the room woke, except for the book's current figures. */
export interface MarketStats {
  readonly requests: number
  readonly commands: number
  readonly commits: number
  /** Messages delivered to accounts, repetitions included; those sent with an answer aren't counted. */
  readonly messages: number
  readonly openOrders: number
  readonly undeliveredMessages: number
  /** Hash of the book, the numbers given out, the streams and the undelivered messages: equal before and after a restart. */
  readonly stateHash: number
}

/** What keeps a market and the house within their bounds, for the page of feeds and the desk. */
export interface MarketGuard {
  readonly symbol: string
  /** End of the pause after a too fast price move; null without a pause. */
  readonly pausedUntil: number | null
  /** The house's base inventory in lots, negative when it owes. "0" until the room has read the pair. */
  readonly inventoryLots: string
}

/** RPC of a Market room, one room per pair named by its symbol. Only for other rooms and the Worker itself. */
export interface MarketRpc {
  /**
   * Submits JSON of `MarketRequest` without its lines, and the lines joined by line breaks, which avoids parsing them twice. Returns JSON
   * of `MarketAnswer` once all its content is durable.
   */
  submit(request: string, lines: string): Promise<string>
  depth(levelsMax: number): Promise<MarketDepth>
  /** Newest first. */
  tape(limit: number, range?: TapeRange): Promise<TapeTrade[]>
  /** Null without an index price. */
  reference(): Promise<MarketReference | null>
  report(): Promise<MarketReport>
  /**
   * Applies a due corporate action, JSON of `StockAction`: once, however often it is requested. Returns accounts with trades here,
   * ascending, above a number: trading gives shares to no other account. Null while accounts have unstored messages, or the Market hasn't
   * yet read that trading is paused for the action.
   */
  takeStockAction(action: string, above: number, limit: number): Promise<number[] | null>
  /** Messages not acknowledged by an Account, including those in flight. */
  owedMessages(): Promise<number>
  stats(): Promise<MarketStats>
  /** Wakes the room, but doesn't count as watching it. */
  guard(): Promise<MarketGuard>
  /** Called by cron: reads the catalogue again and does missed alarm work. */
  sweep(): Promise<void>
}
