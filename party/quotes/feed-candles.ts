// Candles while real feeds are on: what is stored, what an exchange is asked for by REST, and the running minute, as one series.
// The past is fetched when somebody asks for it, once per symbol and period until a connection was lost; so every gap is closed from the
// exchange's own record, and a quiet deployment asks for nothing.

import { type Listing, type StepCandle, foldCandles } from '#domain/quotes/candle'
import { MINUTE_MS, type Period, periodEnd, periodStart } from '#domain/quotes/period'
import { CANDLES_MAX } from '../protocol/quotes'
import type { FeedPeriod, FeedProtocol } from './feeds/protocol'
import { MinuteBuilder } from './minute-builder'
import type { CandleRequest, PublishedPrice } from './source'
import { type StoredCandles, readCandle } from './stored-candles'

/** GET, JSON. Throws when the exchange does not answer with success. */
export type FetchJson = (url: string) => Promise<unknown>

const PAGE_SIZE = 1000
const PAGES_MAX = 3

export class FeedCandles {
  readonly #protocols: readonly FeedProtocol[]
  readonly #stored: StoredCandles
  readonly #fetchJson: FetchJson
  readonly #builders = new Map<string, MinuteBuilder>()
  /** From when on a series is complete, by symbol and period. */
  readonly #filledFrom = new Map<string, number>()
  readonly #filling = new Map<string, Promise<void>>()
  error: string | null = null

  constructor(protocols: readonly FeedProtocol[], stored: StoredCandles, fetchJson: FetchJson) {
    this.#protocols = protocols
    this.#stored = stored
    this.#fetchJson = fetchJson
  }

  /** A connection was lost: ticks may be missing, so the exchange is asked again. */
  distrust(): void {
    this.#filledFrom.clear()
  }

  published(listings: ReadonlyMap<string, Listing>, at: number, prices: readonly PublishedPrice[]): void {
    for (const { symbol, steps } of prices) {
      const listing = listings.get(symbol)
      const closed = listing && this.#builder(symbol).take(at, steps)
      if (listing && closed) this.#stored.closeMinute(listing, closed)
    }
  }

  volume(listing: Listing, source: string, minute: { readonly at: number; readonly lots: number }): void {
    const missing = this.#builder(listing.symbol).takeVolume(source, minute)
    if (missing) this.#stored.addVolume(listing, missing.at, missing.lots)
  }

  async candles({ listing, period, from, to }: CandleRequest, now: number): Promise<StepCandle[]> {
    if (period !== '1W' && period !== '1M') return this.#series(listing, period, { from, to }, now)
    const days = await this.#series(
      listing,
      '1D',
      { from: periodStart(period, from), to: periodEnd(period, periodStart(period, to)) - 1 },
      now,
    )
    return foldByPeriod(days, period)
      .filter((candle) => candle.at >= from && candle.at <= to)
      .slice(-CANDLES_MAX)
  }

  async #series(
    listing: Listing,
    period: FeedPeriod,
    range: { from: number; to: number },
    now: number,
  ): Promise<StepCandle[]> {
    const length = periodEnd(period, 0)
    const from = Math.max(
      periodStart(period, range.from - 1) + length,
      periodStart(period, Math.min(range.to, now)) - (CANDLES_MAX - 1) * length,
    )
    await this.#fill(listing, period, from, now)
    const stored = this.#stored.read(listing, period, { from, to: range.to })
    const running = this.#builder(listing.symbol).running
    if (!running) return stored
    const at = periodStart(period, running.at)
    if (at < from || at > range.to) return stored
    const before = stored.filter((candle) => candle.at < at)
    const parts = [stored.find((candle) => candle.at === at), running].filter((part) => part !== undefined)
    return [...before, foldCandles(at, period === '1min' ? [running] : parts) ?? running]
  }

  /** Asks for what is not known to be complete; who asks meanwhile waits for the same answer. */
  async #fill(listing: Listing, period: FeedPeriod, from: number, now: number): Promise<void> {
    const key = `${listing.symbol} ${period}`
    if ((this.#filledFrom.get(key) ?? Infinity) <= from) return
    const filling =
      this.#filling.get(key) ?? this.#fetch(listing, period, from, now).finally(() => this.#filling.delete(key))
    this.#filling.set(key, filling)
    await filling
  }

  /** The first source that answers is taken. Without any, what is stored has to do. */
  async #fetch(listing: Listing, period: FeedPeriod, from: number, now: number): Promise<void> {
    for (const protocol of this.#protocols) {
      try {
        const candles = await this.#fetchPages(protocol, listing, period, from)
        this.#take(listing, period, candles, now)
        this.#filledFrom.set(`${listing.symbol} ${period}`, from)
        this.error = null
        return
      } catch (error) {
        this.error = `${protocol.source} candles: ${error instanceof Error ? error.message : String(error)}`
      }
    }
  }

  async #fetchPages(protocol: FeedProtocol, listing: Listing, period: FeedPeriod, from: number): Promise<StepCandle[]> {
    const candles: StepCandle[] = []
    let next = from
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const request = { symbol: listing.symbol, period, from: next, limit: PAGE_SIZE }
      const rows = protocol.readCandles(await this.#fetchJson(protocol.candlesUrl(request)))
      candles.push(...rows.flatMap((row) => (row.at >= next ? (readCandle(listing, row) ?? []) : [])))
      const last = rows.at(-1)
      if (!last || rows.length < PAGE_SIZE || last.at < next) break
      next = last.at + 1
    }
    return candles
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
    const made = new MinuteBuilder(this.#protocols.map((protocol) => protocol.source))
    this.#builders.set(symbol, made)
    return made
  }
}

function foldByPeriod(days: readonly StepCandle[], period: Period): StepCandle[] {
  const groups = new Map<number, StepCandle[]>()
  for (const day of days) {
    const at = periodStart(period, day.at)
    groups.set(at, [...(groups.get(at) ?? []), day])
  }
  return [...groups].flatMap(([at, parts]) => foldCandles(at, parts) ?? [])
}
