// Finnhub's market data of shares: the WebSocket of trades and the REST API, as documented by Finnhub. A trade has price and size but no
// day or book figures; the server sends "ping" about once a minute when no trade happens. Prices are in dollars, and a dollar counts as one
// USDT.

import * as v from 'valibot'
import type { Listing } from '#domain/quotes/candle'
import { floorTo, periodEnd } from '#domain/quotes/period'
import { MINUTE_MS, SECOND_MS } from '#domain/time'
import { type FeedCandle, type FeedEvent, type FeedPeriod, type FeedProtocol, parseJson } from './protocol'

const WS_URL = 'wss://ws.finnhub.io'
const REST_URL = 'https://finnhub.io/api/v1'

/** Longer than the pause between two pings. */
const SILENCE_MAX_MS = 150 * SECOND_MS

const RESOLUTIONS: Readonly<Record<FeedPeriod, string>> = {
  '1min': '1',
  '5min': '5',
  '15min': '15',
  '30min': '30',
  '60min': '60',
  // Finnhub has no four-hour candles: they are folded from hours.
  '240min': '60',
  '1D': 'D',
}

const Trade = v.object({ s: v.string(), p: v.number(), t: v.number(), v: v.number() })
const Message = v.variant('type', [
  v.object({ type: v.literal('trade'), data: v.array(Trade) }),
  v.object({ type: v.literal('error'), msg: v.string() }),
])
/** Current price, high, low, close of the session before, and the second of the last trade. */
const Quote = v.object({ c: v.number(), h: v.number(), l: v.number(), pc: v.number(), t: v.optional(v.number(), 0) })
const numbers = v.array(v.number())
const Candles = v.variant('s', [
  v.object({ s: v.literal('ok'), t: numbers, o: numbers, h: numbers, l: numbers, c: numbers, v: numbers }),
  v.object({ s: v.literal('no_data') }),
])

export function createFinnhub(address: {
  readonly token: string
  readonly socketUrl?: string | undefined
  readonly restUrl?: string | undefined
}): FeedProtocol {
  const rest = (path: string, query: Readonly<Record<string, string>>): string =>
    `${address.restUrl ?? REST_URL}/${path}?${new URLSearchParams({ ...query, token: address.token })}`
  const minutes = new TradedMinutes()
  return {
    source: 'finnhub',
    socketUrl: `${address.socketUrl ?? WS_URL}?${new URLSearchParams({ token: address.token })}`,
    keepAlive: null,
    connectionAgeMaxMs: Infinity,
    silenceMaxMs: SILENCE_MAX_MS,
    covers: ({ exchange }) => exchange !== undefined,
    isAskedOneByOne: true,
    subscriptions: (listings) =>
      listings.map((listing) => JSON.stringify({ type: 'subscribe', symbol: tickerOf(listing) })),
    read(text, listings) {
      const message = v.safeParse(Message, parseJson(text))
      if (!message.success) return []
      if (message.output.type === 'error') return [{ type: 'refused', symbol: null, error: message.output.msg }]
      return message.output.data.flatMap((trade) => readTrade(trade, listings, minutes))
    },
    tickersUrl: ([listing]) => (listing ? rest('quote', { symbol: tickerOf(listing) }) : null),
    readTickers(body, [listing]) {
      const quote = v.safeParse(Quote, body)
      // An unknown share has zeros.
      if (!listing || !quote.success || quote.output.c === 0) return []
      const { c, h, l, pc, t } = quote.output
      const day = { open: decimal(pc), high: decimal(h), low: decimal(l), volume: '0' }
      const price = { price: decimal(c), bid: null, ask: null, day, ...(t > 0 && { saidAt: t * SECOND_MS }) }
      return [{ type: 'price', symbol: listing.symbol, ...price }]
    },
    candlesUrl({ symbol, period, from, limit }) {
      const to = from + periodEnd(period, 0) * limit
      const range = { from: String(Math.floor(from / SECOND_MS)), to: String(Math.floor(to / SECOND_MS) - 1) }
      return rest('stock/candle', { symbol: baseOf(symbol), resolution: RESOLUTIONS[period], ...range })
    },
    readCandles,
  }
}

const baseOf = (symbol: string): string => symbol.split('-')[0] ?? symbol
/** The current ticker: a renamed share keeps its symbol only here. */
const tickerOf = ({ code, symbol }: Listing): string => code ?? baseOf(symbol)

/** Volume traded in the running minute of each share; trades of earlier minutes are dropped. */
class TradedMinutes {
  readonly #running = new Map<string, { readonly at: number; volume: number }>()

  /** Null for a trade of an earlier minute. */
  add(symbol: string, at: number, volume: number): { readonly at: number; readonly volume: number } | null {
    const minute = floorTo(at, MINUTE_MS)
    const known = this.#running.get(symbol)
    if (known && known.at > minute) return null
    const running = known?.at === minute ? known : { at: minute, volume: 0 }
    running.volume += volume
    this.#running.set(symbol, running)
    return running
  }
}

function readTrade(
  trade: v.InferOutput<typeof Trade>,
  listings: readonly Listing[],
  minutes: TradedMinutes,
): FeedEvent[] {
  const symbol = listings.find((listing) => tickerOf(listing) === trade.s)?.symbol
  if (!symbol) return []
  const price: FeedEvent = { type: 'price', symbol, price: decimal(trade.p), bid: null, ask: null, day: null }
  const minute = minutes.add(symbol, trade.t, trade.v)
  return minute ? [price, { type: 'minute', symbol, at: minute.at, volume: decimal(minute.volume) }] : [price]
}

/** Numbers arrive as binary floats; eight decimals are more than any share has. */
const decimal = (value: number): string => Math.max(0, value).toFixed(8)

function readCandles(body: unknown): FeedCandle[] {
  const candles = v.parse(Candles, body)
  if (candles.s === 'no_data') return []
  return candles.t.map((seconds, index) => ({
    at: seconds * SECOND_MS,
    open: decimal(candles.o[index] ?? 0),
    high: decimal(candles.h[index] ?? 0),
    low: decimal(candles.l[index] ?? 0),
    close: decimal(candles.c[index] ?? 0),
    volume: decimal(candles.v[index] ?? 0),
  }))
}
