// Protocol of copy trading: messages of traders' and followers' accounts to the trader's room, its messages to them, and answers to the
// Worker. Lots are hundredths, prices are counts of price steps, amounts canonical integer text in the quote's smallest unit.

import type { CopyState, FollowingEnd, FollowingState } from '#domain/copy/life'
import type { CopyMarket, OpenedTrade, TradeStops } from '#domain/copy/plan'
import type { FollowKind } from '#domain/copy/terms'
import type { CloseCause } from '#domain/futures/life'
import type { Direction } from '#domain/futures/terms'
import type { MoneyPart, Page } from './account-rows'

/** A close of some lots of a trade; `ended` marks the last close. */
export interface ClosedTrade {
  readonly positionNo: number
  readonly lots: number
  readonly left: number
  readonly steps: number
  readonly cause: CloseCause
  readonly result: string
  readonly receiptId: string
  readonly at: number
  /** All that the trade won, its costs taken off. */
  readonly ended: { readonly net: string } | null
}

/** Events sent to followers, in order. */
export type CopyEvent =
  | { readonly kind: 'opened'; readonly trade: OpenedTrade; readonly stops: TradeStops; readonly market: CopyMarket }
  | { readonly kind: 'stops'; readonly positionNo: number; readonly lots: number; readonly stops: TradeStops }
  | { readonly kind: 'closed'; readonly positionNo: number; readonly left: number; readonly stops: TradeStops }
  /** The trader is closed for followers. */
  | { readonly kind: 'ended' }

/** Messages to and from a trader's room. Messages without money have no parts. */
export type CopyMessage =
  // The trader's account says:
  | { readonly type: 'copy_trader'; readonly parts: readonly []; readonly isOpen: boolean }
  | {
      readonly type: 'copy_opened'
      readonly parts: readonly []
      readonly trade: OpenedTrade
      readonly stops: TradeStops
    }
  | {
      readonly type: 'copy_stops'
      readonly parts: readonly []
      readonly positionNo: number
      readonly lots: number
      readonly stops: TradeStops
    }
  /** With the remaining stops: a stop that has closed its part is gone. */
  | {
      readonly type: 'copy_closed'
      readonly parts: readonly []
      readonly close: ClosedTrade
      readonly stops: TradeStops
    }
  // A follower's account says:
  | { readonly type: 'copy_follow'; readonly parts: readonly [] }
  | { readonly type: 'copy_unfollow'; readonly parts: readonly [] }
  | { readonly type: 'copy_share'; readonly parts: readonly MoneyPart[] }
  /** Once for each copy that ended: its profit, costs taken off. */
  | { readonly type: 'copy_result'; readonly parts: readonly []; readonly net: string }
  // From the room, to followers and to the trader:
  | { readonly type: 'copy_event'; readonly parts: readonly []; readonly event: CopyEvent }
  | { readonly type: 'copy_earned'; readonly parts: readonly MoneyPart[] }

/** Whom a user follows, or followed. */
export interface FollowingRow {
  readonly traderId: number
  readonly nickname: string
  readonly kind: FollowKind
  readonly number: number
  readonly marginMax: string | null
  readonly orderMax: string | null
  readonly lossMax: string | null
  /** In units of 1e-8. */
  readonly share: string
  readonly state: FollowingState
  readonly end: FollowingEnd | null
  readonly startedAt: number
  readonly endedAt: number | null
  readonly net: string
  readonly highWater: string
  readonly shareOwed: string
  readonly sharePaid: string
  /** Open copies, and their margins. */
  readonly open: number
  readonly margin: string
}

/** A copy beside the trade that it copies, or a missed copy. */
export interface CopyRow {
  readonly copyNo: number
  readonly traderId: number
  readonly symbol: string
  readonly assetId: number
  readonly direction: Direction
  readonly leverage: number
  readonly traderLots: number
  readonly traderSteps: number
  readonly traderAt: number
  readonly priceDecimals: number
  readonly toldAt: number
  readonly positionNo: number | null
  readonly state: CopyState
  readonly isSelfHeld: boolean
  readonly reason: string | null
  readonly facts: Readonly<Record<string, string>> | null
  /** Hundredths of a lot: opened, and still open. Null before the opening. */
  readonly lotsOpened: number | null
  readonly lots: number | null
  readonly steps: number | null
  readonly openedAt: number | null
  readonly margin: string | null
  /** Profit of closed lots (negative: loss), after costs. */
  readonly net: string
  readonly endedAt: number | null
}

/** Some closed lots of a trade or a copy. */
export interface CloseRow {
  readonly lots: number
  readonly steps: number
  readonly cause: CloseCause
  readonly result: string
  readonly receiptId: string
  readonly at: number
}

/** A copy with its closes, oldest first. */
export interface CopyHistoryRow extends CopyRow {
  readonly closes: readonly CloseRow[]
}

/** One ended trade of a trader's public log. */
export interface TradeRow {
  /** Order of ending, from 1. */
  readonly endNo: number
  readonly positionNo: number
  readonly symbol: string
  readonly direction: Direction
  readonly leverage: number
  readonly lots: number
  readonly priceDecimals: number
  readonly openSteps: number
  readonly margin: string
  readonly net: string
  readonly openedAt: number
  readonly endedAt: number
  readonly closes: readonly CloseRow[]
}

/** Report of a trader's room, with its stored sums. */
export interface LeaderReport {
  readonly isOpen: boolean
  readonly followers: number
  /** Open trades. */
  readonly open: number
  readonly sums: {
    readonly net: string
    readonly margins: string
    readonly ended: number
    readonly won: number
    readonly long: number
    readonly heldMs: number
    readonly peak: string
    readonly drawdown: string
  }
  readonly copies: { readonly copies: number; readonly copiesWon: number; readonly copiesNet: string }
  readonly days: readonly { readonly day: number; readonly net: string }[]
  /** All ended trades in order of closing; null for a long log. */
  readonly line: readonly { readonly openedAt: number; readonly endedAt: number; readonly net: string }[] | null
  /** Payments on their way to the trader, and followers with undelivered events. */
  readonly owed: readonly MoneyPart[]
  readonly behind: number
}

/** RPC of the room of a trader, one per trader and named by the user's id. JSON both ways. */
export interface LeaderRpc {
  /** A `PeerPost`; answers a `PeerReceipt`. */
  post(message: string): Promise<string>
  /** A `LeaderReport`. */
  report(): Promise<string>
  /** A `Page<TradeRow>` of ended trades, those that ended last first; `part` is a `ListPart`. */
  trades(part: string): Promise<string>
}

export type TradePage = Page<TradeRow>
