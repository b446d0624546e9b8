// Protocol of the Quotes room: socket messages and RPC answers. Prices are decimal text with the symbol's decimals.

import type { LoggedRound, TickProof } from '#domain/log/leaf'
import type { Tick } from '#domain/quotes/chain'
import type { Period } from '#domain/quotes/period'
import type { StockAction } from '#domain/stocks/actions'
import type { PriceRound } from './watch'

export { PERIODS, type Period } from '#domain/quotes/period'
export type { Tick } from '#domain/quotes/chain'

export interface Candle {
  /** Start of the period, milliseconds UTC. */
  readonly at: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

/** Most candles per answer: the newest ones. */
export const CANDLES_MAX = 1500

/** Price of one second, as a count of price steps of its pair. */
export interface PricePoint {
  readonly at: number
  readonly priceSteps: number
}

export type SymbolPrice = PricePoint & { readonly symbol: string }

/** A symbol's line in a market list: the last tick and the last 24 hours. */
export interface Quote {
  readonly symbol: string
  readonly seq: number
  readonly at: number
  readonly price: string
  readonly open: string
  readonly high: string
  readonly low: string
  /** Base quantity of the last 24 hours. */
  readonly volume: string
  /** Signed percent of the last 24 hours with two decimals: "+1.25". */
  readonly change: string
  readonly bid: string
  readonly ask: string
  readonly source: string
  readonly isStale: boolean
  /** Current ticker of the share, where it differs from its symbol's start. */
  readonly code?: string | undefined
}

/**
 * A delta follows the message numbered one less and carries only quotes that changed. A gap in the numbers means that something was
 * missed: ask for a snapshot, on the socket or by polling. A quote never leaves the list while the socket lives; a new one may come.
 */
export type QuotesSocketMessage =
  | { readonly type: 'snapshot'; readonly seq: number; readonly at: number; readonly quotes: readonly Quote[] }
  | { readonly type: 'delta'; readonly seq: number; readonly at: number; readonly quotes: readonly Quote[] }

/** Answer of `GET /parties/quotes/main/poll?after=N`: messages after N, or a snapshot when they are no longer stored. */
export interface QuotesPollAnswer {
  readonly messages: readonly QuotesSocketMessage[]
}

/** A symbol's last day in a few strokes: its price at every whole hour, ascending, then now. */
export interface DayLine {
  readonly symbol: string
  readonly closes: readonly string[]
}

/** A symbol's running candle of some period. */
export interface LatestCandle {
  readonly symbol: string
  readonly candle: Candle
}

/** How one source of one symbol is doing, for the feed health page. */
export interface FeedHealth {
  readonly source: string
  readonly symbol: string
  readonly isConnected: boolean
  readonly isStale: boolean
  readonly isOutlier: boolean
  /** The symbol's price jumped by one source only and waits for confirmation. */
  readonly isHeld: boolean
  readonly lastPrice: string | null
  readonly lastAt: number | null
  readonly reconnects: number
  readonly error: string | null
}

/** Result of a check of the stored chain. */
export interface ChainReport {
  readonly roundsChecked: number
  readonly ticksChecked: number
  /** Number of the first round whose ticks do not match their hashes, or null. */
  readonly brokenRound: number | null
}

/** A tick's round with all of its hashes, and the symbol's tick before. */
export interface ProvenTick extends Pick<TickProof, 'before'>, RoundHashes {
  readonly beforeRound: RoundHashes | null
}

export type RoundHashes = Pick<TickProof, 'round' | 'hashes'>

/** RPC of the Quotes room (one room named "main"). */
export interface QuotesRpc {
  /** Whether a client listens: a page with live prices is open. Wakes no loop. */
  isHeard(): Promise<boolean>
  quotes(): Promise<Quote[]>
  /** The last tick of a symbol, or null when the symbol is unknown or its feed is stale. */
  latestTick(symbol: string): Promise<Tick | null>
  /** Price in force at an instant, or null for a future instant or without a price at that time. */
  priceAt(symbol: string, at: number): Promise<Tick | null>
  /** The newest stored tick of a symbol before an instant, however old it was then; rounds are kept for two days. */
  lastTickBefore(symbol: string, at: number): Promise<Tick | null>
  /** Ascending candles that start in [from, to], at most the newest 1500; null for an unknown symbol. */
  candles(request: { symbol: string; period: Period; from: number; to: number }): Promise<Candle[] | null>
  /** Running candle of every symbol, in catalogue order; computed once a second for all callers. */
  latestCandles(period: Period): Promise<LatestCandle[]>
  /** Every symbol's last day, in the catalogue's order. */
  dayLines(): Promise<DayLine[]>
  health(): Promise<FeedHealth[]>
  /** Re-computes the hashes of the newest stored rounds (an hour's worth by default). */
  verifyChain(rounds?: number): Promise<ChainReport>
  /** Stored rounds after a number, late ones included, ascending. */
  loggedRounds(after: number, limit: number): Promise<readonly LoggedRound[]>
  /** The newest live round, published at this call if its second has none yet; null before the first. */
  newestRound(): Promise<LoggedRound | null>
  /** Where each tick stands; null where its round is no longer stored, or has another tick. */
  proveTicks(ticks: readonly Tick[]): Promise<readonly (ProvenTick | null)[]>
  /** Applies a split: stored candles from before it are converted to new shares, once, however often it is requested. */
  takeSplit(action: StockAction): Promise<void>
  /** Revives the feed when its alarm was lost; for the cron sweep. */
  wake(): Promise<void>
  /** Live rounds after an instant, ascending, at most `limit` (default 600); empty without any. */
  roundsAfter(at: number, limit?: number): Promise<readonly PriceRound[]>
  /** A symbol's own live prices from an instant on, ascending: of the last ten minutes at most. */
  recentPrices(symbol: string, from: number): Promise<readonly PricePoint[]>
  /** Starts or stops sending every live round to a symbol's Watch. While a Watch follows, the loop never pauses. */
  follow(symbol: string, isWanted: boolean): Promise<void>
}
