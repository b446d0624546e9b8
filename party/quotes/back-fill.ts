// Fetches past candles from exchanges by REST when a chart needs them: in fixed chunks, each once until a lost connection makes it
// doubtful. The rate is limited, so visitors can't make the site flood an exchange and get banned.

import { type Listing, type StepCandle, foldByPeriod } from '#domain/quotes/candle'
import { periodEnd } from '#domain/quotes/period'
import { MINUTE_MS } from '#domain/time'
import { type FeedPeriod, type FeedProtocol, covers } from './feeds/protocol'
import { readCandle } from './stored-candles'

/** GET, JSON. Throws when the exchange does not answer with success. */
export type FetchJson = (url: string) => Promise<unknown>

/** Receives an exchange's candles. */
export type TakeCandles = (listing: Listing, period: FeedPeriod, candles: readonly StepCandle[], now: number) => void

const CANDLES_PER_CHUNK = 1000
/** Questions to exchanges in any minute, over all symbols. */
const QUESTIONS_PER_MINUTE = 60
/** A chunk that every source failed to answer is retried after this pause. */
const FAILURE_PAUSE_MS = 30_000

interface Chunk {
  readonly listing: Listing
  readonly period: FeedPeriod
  readonly start: number
  readonly end: number
}

export class BackFill {
  readonly #protocols: readonly FeedProtocol[]
  readonly #fetchJson: FetchJson
  readonly #take: TakeCandles
  readonly #complete = new Set<string>()
  readonly #failedAt = new Map<string, number>()
  readonly #filling = new Map<string, Promise<void>>()
  #askedAt: number[] = []
  error: string | null = null

  constructor(protocols: readonly FeedProtocol[], fetchJson: FetchJson, take: TakeCandles) {
    this.#protocols = protocols
    this.#fetchJson = fetchJson
    this.#take = take
  }

  /** After a lost connection ticks may be missing anywhere, so every chunk is fetched again on demand. */
  distrust(): void {
    this.#complete.clear()
    this.#failedAt.clear()
  }

  /** Fetches missing candles of [from, to] as far as possible; concurrent callers share one request. */
  async ensure(listing: Listing, period: FeedPeriod, range: { from: number; to: number }, now: number): Promise<void> {
    const length = periodEnd(period, 0) * CANDLES_PER_CHUNK
    for (let start = Math.floor(range.from / length) * length; start <= Math.min(range.to, now); start += length) {
      await this.#ensureChunk({ listing, period, start, end: start + length }, now)
    }
  }

  async #ensureChunk(chunk: Chunk, now: number): Promise<void> {
    const key = `${chunk.listing.symbol} ${chunk.period} ${chunk.start}`
    if (this.#complete.has(key) || now - (this.#failedAt.get(key) ?? -Infinity) < FAILURE_PAUSE_MS) return
    const filling = this.#filling.get(key) ?? this.#fill(key, chunk, now).finally(() => this.#filling.delete(key))
    this.#filling.set(key, filling)
    await filling
  }

  /** The first source that answers wins. If none answers, stored candles are used. */
  async #fill(key: string, chunk: Chunk, now: number): Promise<void> {
    for (const protocol of this.#protocols.filter((each) => covers(each, chunk.listing))) {
      if (!this.#mayAsk(now)) return
      try {
        this.#take(chunk.listing, chunk.period, await this.#fetch(protocol, chunk), now)
        this.#complete.add(key)
        this.error = null
        return
      } catch (error) {
        this.error = `${protocol.source} candles: ${error instanceof Error ? error.message : String(error)}`
      }
    }
    this.#failedAt.set(key, now)
  }

  async #fetch(protocol: FeedProtocol, { listing, period, start, end }: Chunk): Promise<StepCandle[]> {
    const [base, quote] = listing.symbol.split('-')
    // Exchanges know a share by its code of now.
    const request = { symbol: `${listing.code ?? base}-${quote}`, period, from: start, limit: CANDLES_PER_CHUNK }
    const rows = protocol.readCandles(await this.#fetchJson(protocol.candlesUrl(request)))
    const candles = rows.flatMap((row) => (row.at >= start && row.at < end ? (readCandle(listing, row) ?? []) : []))
    // For a period unknown to the exchange, shorter candles are folded.
    return foldByPeriod(candles, period)
  }

  #mayAsk(now: number): boolean {
    this.#askedAt = this.#askedAt.filter((at) => now - at < MINUTE_MS)
    if (this.#askedAt.length >= QUESTIONS_PER_MINUTE) return false
    this.#askedAt.push(now)
    return true
  }
}
