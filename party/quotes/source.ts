// Price source of the room: the simulator, or all real feeds together, behind one interface.

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

/** Published price of one symbol in one second. */
export interface PublishedPrice {
  readonly symbol: string
  readonly priceSteps: number
}

export interface QuoteSource {
  /** Whether the chain must continue without listeners. The simulator may pause: it can compute past prices. */
  readonly isAlwaysOn: boolean
  /** Current listings. Symbols may be added and removed. */
  list(listings: readonly Listing[]): void
  /** Called once a second before `readings`: keeps connections alive. */
  beat(now: number): void
  /** Prices of this second, by symbol. */
  readings(now: number): Reading[]
  /** Receives the prices published for a second, in order; after a restart also those since the last stored candle. */
  published(at: number, prices: readonly PublishedPrice[]): void
  candles(request: CandleRequest, now: number): Promise<StepCandle[]>
  /** Price of an unpublished second, or null when only published prices count. */
  pastPrice(listing: Listing, at: number): { readonly priceSteps: number; readonly source: string } | null
  /** Start of the published prices to replay after a restart. */
  recallFrom(now: number): number
  health(now: number): FeedHealth[]
}
