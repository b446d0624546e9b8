// The quotes as listeners see them: one line per symbol, numbered messages, and the recent ones kept for those who poll.
// Memory only: a room that wakes anew starts from a snapshot.

import type { DayStatistics, Listing } from '#domain/quotes/candle'
import type { Tick } from '#domain/quotes/chain'
import { formatChange, formatSteps } from '#domain/quotes/steps'
import type { Quote, QuotesSocketMessage } from '../protocol/quotes'

const MESSAGES_KEPT = 60

/** A source's current price of a symbol. */
export interface Reading {
  readonly listing: Listing
  readonly priceSteps: number
  /** "simulator", or the names behind a consensus: "binance+kraken". */
  readonly source: string
  readonly bid: number
  readonly ask: number
  readonly day: DayStatistics
}

export class Board {
  readonly #quotes = new Map<string, Quote>()
  #recent: { readonly seq: number; readonly text: string }[] = []
  #seq: number

  /**
   * Messages are numbered from the second in which the board is created, one per second at most. So after a restart numbers continue above
   * all sent ones without a stored counter, and old listeners see a gap and request a snapshot.
   */
  constructor(now: number) {
    this.#seq = Math.floor(now / 1000)
  }

  find(symbol: string): Quote | undefined {
    return this.#quotes.get(symbol)
  }

  /** Takes over one second's ticks. Answers the text of a delta, or null when nothing changed. */
  update(at: number, readings: readonly Reading[], ticks: readonly Tick[]): string | null {
    const published = new Map(ticks.map((tick) => [tick.symbol, tick]))
    const changed: Quote[] = []
    for (const reading of readings) {
      const tick = published.get(reading.listing.symbol)
      if (tick) this.#take(makeQuote(reading, tick), changed)
    }
    for (const quote of this.#quotes.values()) {
      if (!published.has(quote.symbol)) this.#take({ ...quote, isStale: true }, changed)
    }
    return changed.length === 0 ? null : this.#number(at, changed)
  }

  /** Removes a delisted symbol. */
  drop(symbol: string): void {
    this.#quotes.delete(symbol)
  }

  /** JSON of the current quotes. */
  snapshot(at: number): string {
    const message: QuotesSocketMessage = { type: 'snapshot', seq: this.#seq, at, quotes: [...this.#quotes.values()] }
    return JSON.stringify(message)
  }

  /** JSON of every message after `seq`, or of a snapshot when some are no longer stored. */
  messagesAfter(seq: number, at: number): readonly string[] {
    if (seq === this.#seq) return []
    const first = this.#recent[0]?.seq ?? this.#seq + 1
    const isKept = seq < this.#seq && seq >= first - 1
    return isKept ? this.#recent.filter((message) => message.seq > seq).map(({ text }) => text) : [this.snapshot(at)]
  }

  #take(quote: Quote, changed: Quote[]): void {
    const before = this.#quotes.get(quote.symbol)
    this.#quotes.set(quote.symbol, quote)
    if (!before || !looksLike(before, quote)) changed.push(quote)
  }

  #number(at: number, quotes: readonly Quote[]): string {
    this.#seq += 1
    const message: QuotesSocketMessage = { type: 'delta', seq: this.#seq, at, quotes }
    const text = JSON.stringify(message)
    this.#recent.push({ seq: this.#seq, text })
    if (this.#recent.length > MESSAGES_KEPT) this.#recent = this.#recent.slice(-MESSAGES_KEPT)
    return text
  }
}

function makeQuote({ listing, priceSteps, source, bid, ask, day }: Reading, tick: Tick): Quote {
  const price = (value: number): string => formatSteps(value, listing.priceDecimals)
  return {
    symbol: listing.symbol,
    seq: tick.seq,
    at: tick.at,
    price: tick.price,
    open: price(day.open),
    high: price(Math.max(day.high, priceSteps)),
    low: price(Math.min(day.low, priceSteps)),
    volume: formatSteps(day.lots, listing.quantityDecimals),
    change: formatChange(day.open, priceSteps),
    bid: price(bid),
    ask: price(ask),
    source,
    isStale: false,
    ...(listing.code !== undefined && { code: listing.code }),
  }
}

/** Whether two quotes of a symbol are equal except for tick number and time. */
const looksLike = (left: Quote, right: Quote): boolean =>
  left.price === right.price &&
  left.volume === right.volume &&
  left.open === right.open &&
  left.high === right.high &&
  left.low === right.low &&
  left.bid === right.bid &&
  left.ask === right.ask &&
  left.source === right.source &&
  left.isStale === right.isStale &&
  left.code === right.code
