// Where prices come from. A room has one source: the simulator, or real feeds together; the rest of the room cannot tell which.

import type { Listing, StepCandle } from '#domain/quotes/candle'
import type { Period } from '#domain/quotes/period'
import type { FeedHealth } from '../protocol/quotes'
import type { Reading } from './board'

export interface CandleRequest {
  readonly listing: Listing
  readonly period: Period
  readonly from: number
  readonly to: number
}

/** One symbol's price of one second, as it was published. */
export interface PublishedPrice {
  readonly symbol: string
  readonly steps: number
}

export interface QuoteSource {
  /** Whether the chain must go on while nobody asks. The simulator may rest: it can answer for the past. */
  readonly isAlwaysOn: boolean
  /** What is listed now. Symbols may come and go. */
  list(listings: readonly Listing[]): void
  /** Called once a second before `readings`: keeps connections alive. */
  beat(now: number): void
  /** The symbols that have a price in this second. */
  readings(now: number): Reading[]
  /** Told what was published for a second, in order; also after a restart, for the seconds since the last stored candle. */
  published(at: number, prices: readonly PublishedPrice[]): void
  candles(request: CandleRequest, now: number): Promise<StepCandle[]>
  /** The price of a second in which nothing was published, or null when only what was published counts. */
  pastPrice(listing: Listing, at: number): { readonly steps: number; readonly source: string } | null
  /** From when on published prices are needed again after a restart. */
  recallFrom(now: number): number
  health(now: number): FeedHealth[]
}
