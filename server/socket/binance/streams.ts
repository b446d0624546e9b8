// Market streams of the Binance Spot dialect: each stream of a room is encoded once for all programs that hear it.

import { logWarning } from '#lib/log-line'
import type { Catalogue, Pair } from '#domain/catalogue'
import { periodStart } from '#domain/quotes/period'
import { DAY_MS } from '#domain/time'
import type { MarketSocketMessage, TapeTrade } from '#party/protocol/market'
import type { Quote } from '#party/protocol/quotes'
import { dayMeanOf, listDayMeans } from '#services/day-means'
import { loadCatalogue } from '#services/catalogue'
import { listCandles } from '#services/quotes'
import { nameOf, pairsOf } from '../../api/binance/endpoint'
import { INTERVALS, klineOf, levelOf } from '../../api/binance/market'
import { priceChangeOf } from '../../api/binance/tickers'
import type { BookCopy } from '../book-copy'
import type { Feeds, MarketEar, QuotesEar } from '../feeds'

/** A program on its socket. */
export interface StreamListener {
  tell(stream: string, data: string): void
}

interface Stream {
  readonly listeners: Set<StreamListener>
  /** Called every second. */
  keep(now: number): void
  stop(): void
}

type Tell = (data: unknown) => void

const NAME = /^([a-z0-9]+)@(trade|aggTrade|bookTicker|miniTicker|ticker|depth|depth(?:5|10|20)|kline_\w+)(@100ms)?$/
const KLINE_MS = 2_000
/** Candles are read this often a second at most, for all streams of a room: beyond it they come less often. */
const KLINES_READ_MAX = 20
const fail = (failure: unknown) => logWarning(`a stream could not be read: ${String(failure)}`)

export class Streams {
  readonly #env: Env
  readonly #feeds: Feeds
  readonly #streams = new Map<string, Stream>()
  #klinesRead = 0
  /** The reading under way, for all tickers. */
  #means: ReturnType<typeof listDayMeans> | null = null

  constructor(env: Env, feeds: Feeds) {
    this.#env = env
    this.#feeds = feeds
  }

  /** False for unknown stream names. */
  async join(name: string, listener: StreamListener): Promise<boolean> {
    const catalogue = await loadCatalogue(this.#env)
    const known = this.#streams.get(name)
    const stream = known ?? this.#open(name, catalogue)
    if (!stream) return false
    this.#streams.set(name, stream)
    stream.listeners.add(listener)
    return true
  }

  leave(name: string, listener: StreamListener): void {
    const stream = this.#streams.get(name)
    if (!stream?.listeners.delete(listener) || stream.listeners.size > 0) return
    stream.stop()
    this.#streams.delete(name)
  }

  /** Called every second. */
  keep(now: number): void {
    this.#klinesRead = 0
    for (const stream of [...this.#streams.values()]) stream.keep(now)
  }

  #open(name: string, catalogue: Catalogue): Stream | null {
    const listeners = new Set<StreamListener>()
    const tell: Tell = (data) => {
      const text = JSON.stringify(data)
      for (const listener of listeners) listener.tell(name, text)
    }
    const all = /^!(miniTicker|ticker)@arr$/.exec(name)
    if (all) return this.#tickers({ listeners, tell, pair: null, isMini: all[1] === 'miniTicker' })
    const [, symbol = '', kind = '', fast] = NAME.exec(name) ?? []
    const pair = pairsOf(catalogue).find((each) => nameOf(each).toLowerCase() === symbol)
    const isDepth = kind.startsWith('depth')
    if (!pair || (fast !== undefined && !isDepth)) return null
    if (kind === 'ticker' || kind === 'miniTicker')
      return this.#tickers({ listeners, tell, pair, isMini: kind === 'miniTicker' })
    if (kind.startsWith('kline_')) return this.#klines({ listeners, tell, pair, name, interval: kind.slice(6) })
    const told = { pair, tell, isFast: fast !== undefined }
    const ear: Ear = isDepth
      ? kind === 'depth'
        ? new Changes(told)
        : new Levels(told, parseInt(kind.slice(5), 10))
      : kind === 'bookTicker'
        ? new Best(told)
        : new Trades(told, kind)
    this.#feeds.tapMarket(ear, pair, Date.now())
    return { listeners, keep: () => ear.keep?.(), stop: () => this.#feeds.leaveTap(ear, pair.symbol) }
  }

  #tickers(terms: Heard & { readonly pair: Pair | null; readonly isMini: boolean }): Stream {
    const { listeners, tell, pair, isMini } = terms
    const known = new Map<string, Quote>()
    const changed = new Map<string, Quote>()
    const ear: QuotesEar = {
      hearQuotes: (quotes) => {
        for (const quote of quotes) {
          known.set(quote.symbol, quote)
          if (!pair || quote.symbol === pair.symbol) changed.set(quote.symbol, quote)
        }
      },
    }
    const flush = async () => {
      const quotes = [...changed.values()]
      changed.clear()
      if (quotes.length === 0) return
      const pairs = pairsOf(await loadCatalogue(this.#env))
      this.#means ??= listDayMeans(this.#env, [...known.values()]).finally(() => (this.#means = null))
      const means = await this.#means
      const rows = quotes.flatMap((quote) => {
        const own = pairs.find(({ symbol }) => symbol === quote.symbol)
        return own ? [tickerOf(own, quote, { mean: means.get(quote.symbol) ?? 0n, isMini })] : []
      })
      if (rows.length > 0) tell(pair ? rows[0] : rows)
    }
    this.#feeds.tapQuotes(ear, Date.now())
    return { listeners, keep: () => void flush().catch(fail), stop: () => this.#feeds.leaveQuotesTap(ear) }
  }

  #klines(terms: Heard & { readonly pair: Pair; readonly name: string; readonly interval: string }): Stream | null {
    const { listeners, tell, pair, name, interval } = terms
    const period = Object.hasOwn(INTERVALS, interval) ? INTERVALS[interval] : undefined
    if (!period) return null
    let last = { at: 0, text: '' }
    let readAt = 0
    const read = async (now: number) => {
      const from = last.at || periodStart(period, now)
      const candles = await listCandles(this.#env, { symbol: pair.symbol, period, from, to: now })
      for (const candle of candles ?? []) {
        const isClosed = candle.at < periodStart(period, now)
        const text = JSON.stringify([candle, isClosed])
        if (candle.at < last.at || text === last.text) continue
        last = { at: candle.at, text }
        const [t, o, h, l, c, volume, T, q] = klineOf(pair, period, candle)
        const k = { t, T, s: nameOf(pair), i: interval, f: -1, L: -1, o, c, h, l, v: volume, n: 0, x: isClosed, q }
        tell({ e: 'kline', E: now, s: nameOf(pair), k: { ...k, V: '0', Q: '0', B: '0' } })
      }
    }
    const keep = (now: number) => {
      if (now - readAt < KLINE_MS || this.#klinesRead >= KLINES_READ_MAX) return
      readAt = now
      this.#klinesRead += 1
      // Moved to the end: round robin.
      if (this.#streams.delete(name)) this.#streams.set(name, stream)
      void read(now).catch(fail)
    }
    const stream = { listeners, keep, stop: () => undefined }
    return stream
  }
}

interface Heard {
  readonly listeners: Set<StreamListener>
  readonly tell: Tell
}

interface Told {
  readonly pair: Pair
  readonly tell: Tell
  /** Every change, not once a second. */
  readonly isFast: boolean
}

interface Ear extends MarketEar {
  keep?(): void
}

class Trades implements Ear {
  readonly #told: Told
  readonly #kind: string

  constructor(told: Told, kind: string) {
    this.#told = told
    this.#kind = kind
  }

  hearMarket(_copy: BookCopy, message: MarketSocketMessage, fresh: readonly TapeTrade[]): void {
    // Includes trades of a snapshot after a gap.
    const { pair, tell } = this.#told
    for (const { tradeNo, at, ticks: price, lots, side } of fresh) {
      const [p, q] = levelOf(pair, [price, lots])
      const shown = { e: this.#kind, E: message.at, s: nameOf(pair), p, q, T: at, m: side === 'sell', M: true }
      tell(this.#kind === 'trade' ? { ...shown, t: tradeNo } : { ...shown, a: tradeNo, f: tradeNo, l: tradeNo })
    }
  }
}

/** Changed levels, with the numbers of the messages that they sum up. */
class Changes implements Ear {
  readonly #told: Told
  readonly #bids = new Map<number, number>()
  readonly #asks = new Map<number, number>()
  #first: number | null = null
  #seq = 0
  #at = 0

  constructor(told: Told) {
    this.#told = told
  }

  hearMarket(_copy: BookCopy, message: MarketSocketMessage): void {
    const { seq, at, bids, asks } = message
    if (message.type === 'snapshot') {
      // Skipped numbers show clients the gap, and they reload the book by REST.
      this.#clear()
      return
    }
    this.#first ??= seq
    this.#seq = seq
    this.#at = at
    for (const [price, lots] of bids) this.#bids.set(price, lots)
    for (const [price, lots] of asks) this.#asks.set(price, lots)
    if (this.#told.isFast) this.keep()
  }

  keep(): void {
    if (this.#first === null) return
    const { pair, tell } = this.#told
    const [b, a] = [this.#bids, this.#asks].map((side) => Array.from(side, (row) => levelOf(pair, row)))
    tell({ e: 'depthUpdate', E: this.#at, s: nameOf(pair), U: this.#first, u: this.#seq, b, a })
    this.#clear()
  }

  #clear(): void {
    this.#first = null
    this.#bids.clear()
    this.#asks.clear()
  }
}

/** The best levels of each side. */
class Levels implements Ear {
  readonly #told: Told
  readonly #count: number
  #copy: BookCopy | null = null

  constructor(told: Told, count: number) {
    this.#told = told
    this.#count = count
  }

  hearMarket(copy: BookCopy): void {
    this.#copy = copy
    if (this.#told.isFast) this.keep()
  }

  keep(): void {
    if (!this.#copy) return
    const { pair, tell } = this.#told
    const best = (side: readonly (readonly [number, number])[]) =>
      side.slice(0, this.#count).map((row) => levelOf(pair, row))
    tell({ lastUpdateId: this.#copy.seq, bids: best(this.#copy.bids), asks: best(this.#copy.asks) })
    this.#copy = null
  }
}

class Best implements Ear {
  readonly #told: Told
  #last = ''

  constructor(told: Told) {
    this.#told = told
  }

  hearMarket({ seq, bids, asks }: BookCopy): void {
    const { pair, tell } = this.#told
    const [b, B] = levelOf(pair, bids[0] ?? [0, 0])
    const [a, A] = levelOf(pair, asks[0] ?? [0, 0])
    const best = { s: nameOf(pair), b, B, a, A }
    const text = JSON.stringify(best)
    if (text === this.#last) return
    this.#last = text
    tell({ u: seq, ...best })
  }
}

function tickerOf(pair: Pair, quote: Quote, { mean, isMini }: { readonly mean: bigint; readonly isMini: boolean }) {
  const { price: w, turnover: q } = dayMeanOf(pair, mean, quote)
  const { at, open: o, high: h, low: l, volume, price: c, bid: b, ask: a } = quote
  const mini = { e: '24hrMiniTicker', E: at, s: nameOf(pair), c, o, h, l, v: volume, q }
  if (isMini) return mini
  const day = { p: priceChangeOf(pair, quote), P: quote.change.replace('+', ''), w, x: o, Q: '0', b, B: '0', a, A: '0' }
  return { ...mini, e: '24hrTicker', ...day, O: at - DAY_MS, C: at, F: -1, L: -1, n: 0 }
}
