// Candles of real feeds: stored candles, an exchange's REST candles and the running minute as one series. The exchange's candles replace
// stored ones; later minutes are built from our published ticks.

import { type Listing, type StepCandle, foldByPeriod, foldCandles } from '#domain/quotes/candle'
import { periodEnd, periodStart } from '#domain/quotes/period'
import { MINUTE_MS } from '#domain/time'
import { CANDLES_MAX } from '../protocol/quotes'
import { BackFill, type FetchJson } from './back-fill'
import type { FeedPeriod, FeedProtocol } from './feeds/protocol'
import { MinuteBuilder } from './minute-builder'
import type { CandleRequest, PublishedPrice } from './source'
import type { StoredCandles } from './stored-candles'

/** Most days folded into weeks and months. */
const DAYS_FOLDED = 5000

export class FeedCandles {
  readonly #sources: readonly string[]
  readonly #stored: StoredCandles
  readonly #backFill: BackFill
  readonly #builders = new Map<string, MinuteBuilder>()

  constructor(protocols: readonly FeedProtocol[], stored: StoredCandles, fetchJson: FetchJson) {
    this.#sources = protocols.map((protocol) => protocol.source)
    this.#stored = stored
    this.#backFill = new BackFill(protocols, fetchJson, (...candles) => this.#take(...candles))
  }

  /** Why the last question to an exchange failed, or null. */
  get error(): string | null {
    return this.#backFill.error
  }

  /** A connection was lost: ticks may be missing. */
  distrust(): void {
    this.#backFill.distrust()
  }

  published(listings: ReadonlyMap<string, Listing>, at: number, prices: readonly PublishedPrice[]): void {
    for (const { symbol, priceSteps } of prices) {
      const listing = listings.get(symbol)
      const closed = listing && this.#builder(symbol).take(at, priceSteps)
      if (listing && closed) this.#stored.closeMinute(listing, closed)
    }
  }

  volume(listing: Listing, source: string, minute: { readonly at: number; readonly lots: number }): void {
    const missing = this.#builder(listing.symbol).takeVolume(source, minute)
    if (missing) this.#stored.addVolume(listing, missing.at, missing.lots)
  }

  async candles({ listing, period, from, to }: CandleRequest, now: number): Promise<StepCandle[]> {
    if (period !== '1W' && period !== '1M')
      return this.#series(listing, period, { from, to }, { now, limit: CANDLES_MAX })
    const range = { from: periodStart(period, from), to: periodEnd(period, periodStart(period, to)) - 1 }
    const days = await this.#series(listing, '1D', range, { now, limit: DAYS_FOLDED })
    return foldByPeriod(days, period)
      .filter((candle) => candle.at >= from && candle.at <= to)
      .slice(-CANDLES_MAX)
  }

  async #series(
    listing: Listing,
    period: FeedPeriod,
    range: { readonly from: number; readonly to: number },
    { now, limit }: { readonly now: number; readonly limit: number },
  ): Promise<StepCandle[]> {
    const length = periodEnd(period, 0)
    const newest = periodStart(period, Math.min(range.to, now))
    const from = Math.max(periodStart(period, range.from - 1) + length, newest - (limit - 1) * length)
    if (from > newest) return []
    await this.#backFill.ensure(listing, period, { from, to: newest }, now)
    const stored = this.#stored.read(listing, period, { from, to: newest })
    const running = this.#builder(listing.symbol).running
    const at = running ? periodStart(period, running.at) : 0
    if (!running || at < from || at > newest) return stored
    const before = stored.filter((candle) => candle.at < at)
    const parts = period === '1min' ? [running] : [...stored.filter((candle) => candle.at === at), running]
    return [...before, foldCandles(at, parts) ?? running]
  }

  /** The running minute is ours and is folded in later, so its volume is taken out of the running candle that the exchange gave. */
  #take(listing: Listing, period: FeedPeriod, candles: readonly StepCandle[], now: number): void {
    const builder = this.#builder(listing.symbol)
    const minute = periodStart('1min', now)
    if (period === '1min') {
      for (const candle of candles) builder.complete(candle)
      this.#stored.put(
        listing,
        period,
        candles.filter((candle) => candle.at < minute),
      )
      return
    }
    const lots = builder.running?.at === minute ? builder.running.lots : 0
    const isRunning = (candle: StepCandle): boolean =>
      candle.at + periodEnd(period, 0) > minute + MINUTE_MS - 1 && candle.at <= minute
    this.#stored.put(
      listing,
      period,
      candles.map((candle) => (isRunning(candle) ? { ...candle, lots: Math.max(0, candle.lots - lots) } : candle)),
    )
  }

  #builder(symbol: string): MinuteBuilder {
    const known = this.#builders.get(symbol)
    if (known) return known
    const made = new MinuteBuilder(this.#sources)
    this.#builders.set(symbol, made)
    return made
  }
}
