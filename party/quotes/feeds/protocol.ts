// Protocol of an exchange's market feed, as pure text in and events out. One file per exchange implements it; connections, clocks and
// storage are elsewhere.

import type { Listing } from '#domain/quotes/candle'
import type { Period } from '#domain/quotes/period'

/** A source's 24 hours, as decimal text. */
export interface FeedDay {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly volume: string
}

export type FeedEvent =
  | {
      readonly type: 'price'
      readonly symbol: string
      readonly price: string
      readonly bid: string | null
      readonly ask: string | null
      /** Null when the source omits it from a price: the last known day stays valid. */
      readonly day: FeedDay | null
      /** Time of the trade; absent when current. */
      readonly saidAt?: number
    }
  /** Base quantity traded so far in the minute that starts at `at`. */
  | { readonly type: 'minute'; readonly symbol: string; readonly at: number; readonly volume: string }
  /** The exchange refused a symbol, or (null) a whole request. */
  | { readonly type: 'refused'; readonly symbol: string | null; readonly error: string }

/** A candle as an exchange's REST interface gives it. */
export interface FeedCandle {
  readonly at: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

/** Periods that are asked for by REST; weeks and months are folded from days, because exchanges cut them differently. */
export type FeedPeriod = Exclude<Period, '1W' | '1M'>

export interface FeedProtocol {
  readonly source: string
  readonly socketUrl: string
  /** Messages to send when the socket opens. */
  subscriptions(listings: readonly Listing[]): string[]
  /** Sent every half minute, where the exchange wants a sign of life beyond the WebSocket's own. */
  readonly keepAlive: string | null
  /** A connection silent for this long is dead; absent: fifteen seconds. */
  readonly silenceMaxMs?: number
  /** Whether the feed has prices of a listing; absent: coins only. */
  covers?(listing: Listing): boolean
  /** Current prices are asked for one listing at a time. */
  readonly isAskedOneByOne?: true
  /** Age at which a connection is replaced, before the exchange cuts it. */
  readonly connectionAgeMaxMs: number
  /** Events of a message; an unknown message has none. */
  read(text: string, listings: readonly Listing[]): FeedEvent[]
  /** Current prices by REST, for symbols that trade too seldom to wait for; null where the socket begins with a snapshot. */
  tickersUrl(listings: readonly Listing[]): string | null
  readTickers(body: unknown, listings: readonly Listing[]): FeedEvent[]
  candlesUrl(request: {
    readonly symbol: string
    readonly period: FeedPeriod
    readonly from: number
    readonly limit: number
  }): string
  /** Ascending; throws when the body is an error or no list of candles. */
  readCandles(body: unknown): FeedCandle[]
}

export const covers = (protocol: FeedProtocol, listing: Listing): boolean =>
  protocol.covers?.(listing) ?? listing.exchange === undefined

/** Parsed JSON of any shape, or undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
