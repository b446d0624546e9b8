// Binance's public market data: combined WebSocket streams and the REST interface, as their documentation describes them.
// Streams used: <symbol>@ticker (once a second) and <symbol>@kline_1m. The server pings every 20 seconds; the runtime answers.

import * as v from 'valibot'
import type { Listing } from '#domain/quotes/candle'
import { MINUTE_MS } from '#domain/time'
import { type FeedCandle, type FeedEvent, type FeedPeriod, type FeedProtocol, parseJson } from './protocol'

const WS_URL = 'wss://stream.binance.com:9443/stream'
const REST_URL = 'https://api.binance.com'

/** A connection is valid for 24 hours; ours is replaced a little before. */
const CONNECTION_AGE_MAX_MS = 23 * 60 * MINUTE_MS + 50 * MINUTE_MS

const INTERVALS: Readonly<Record<FeedPeriod, string>> = {
  '1min': '1m',
  '5min': '5m',
  '15min': '15m',
  '30min': '30m',
  '60min': '1h',
  '240min': '4h',
  '1D': '1d',
}

const Decimal = v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?$/))

const StreamTicker = v.object({
  e: v.literal('24hrTicker'),
  s: v.string(),
  c: Decimal,
  b: Decimal,
  a: Decimal,
  o: Decimal,
  h: Decimal,
  l: Decimal,
  v: Decimal,
})
const StreamKline = v.object({ e: v.literal('kline'), s: v.string(), k: v.object({ t: v.number(), v: Decimal }) })
const StreamMessage = v.object({ stream: v.string(), data: v.variant('e', [StreamTicker, StreamKline]) })
/** `{"code":2,"msg":"…"}` in older servers, `{"error":{"code":2,"msg":"…"}}` in newer ones. */
const StreamError = v.union([v.object({ msg: v.string() }), v.object({ error: v.object({ msg: v.string() }) })])
const RestTicker = v.object({
  symbol: v.string(),
  lastPrice: Decimal,
  bidPrice: Decimal,
  askPrice: Decimal,
  openPrice: Decimal,
  highPrice: Decimal,
  lowPrice: Decimal,
  volume: Decimal,
})
const RestCandle = v.looseTuple([v.number(), Decimal, Decimal, Decimal, Decimal, Decimal])

export function createBinance(address: {
  readonly socketUrl?: string | undefined
  readonly restUrl?: string | undefined
}): FeedProtocol {
  const rest = address.restUrl ?? REST_URL
  return {
    source: 'binance',
    socketUrl: address.socketUrl ?? WS_URL,
    keepAlive: null,
    connectionAgeMaxMs: CONNECTION_AGE_MAX_MS,
    subscriptions(listings) {
      const streams = listings.map((listing) => exchangeSymbol(listing.symbol).toLowerCase())
      const params = streams.flatMap((stream) => [`${stream}@ticker`, `${stream}@kline_1m`])
      return [JSON.stringify({ method: 'SUBSCRIBE', params, id: 1 })]
    },
    read(text, listings) {
      const body = parseJson(text)
      const message = v.safeParse(StreamMessage, body)
      if (message.success) return readStream(message.output.data, listings)
      const error = v.safeParse(StreamError, body)
      if (!error.success) return []
      return [
        { type: 'refused', symbol: null, error: 'error' in error.output ? error.output.error.msg : error.output.msg },
      ]
    },
    tickersUrl(listings) {
      const symbols = JSON.stringify(listings.map((listing) => exchangeSymbol(listing.symbol)))
      return `${rest}/api/v3/ticker/24hr?symbols=${encodeURIComponent(symbols)}`
    },
    readTickers(body, listings) {
      const tickers = v.safeParse(v.array(RestTicker), body)
      return tickers.success ? tickers.output.flatMap((ticker) => readRestTicker(ticker, listings)) : []
    },
    candlesUrl({ symbol, period, from, limit }) {
      const query = {
        symbol: exchangeSymbol(symbol),
        interval: INTERVALS[period],
        startTime: String(from),
        limit: String(limit),
      }
      return `${rest}/api/v3/klines?${new URLSearchParams(query)}`
    },
    readCandles: (body) => v.parse(v.array(RestCandle), body).map(readCandle),
  }
}

/** "BTC-USDT" is "BTCUSDT" there. */
const exchangeSymbol = (symbol: string): string => symbol.replace('-', '')

const findSymbol = (listings: readonly Listing[], name: string): string | undefined =>
  listings.find((listing) => exchangeSymbol(listing.symbol) === name)?.symbol

function readStream(data: v.InferOutput<typeof StreamMessage>['data'], listings: readonly Listing[]): FeedEvent[] {
  const symbol = findSymbol(listings, data.s)
  if (!symbol) return []
  if (data.e === 'kline') return [{ type: 'minute', symbol, at: data.k.t, volume: data.k.v }]
  const day = { open: data.o, high: data.h, low: data.l, volume: data.v }
  return [{ type: 'price', symbol, price: data.c, bid: data.b, ask: data.a, day }]
}

function readRestTicker(ticker: v.InferOutput<typeof RestTicker>, listings: readonly Listing[]): FeedEvent[] {
  const symbol = findSymbol(listings, ticker.symbol)
  if (!symbol) return []
  const day = { open: ticker.openPrice, high: ticker.highPrice, low: ticker.lowPrice, volume: ticker.volume }
  return [{ type: 'price', symbol, price: ticker.lastPrice, bid: ticker.bidPrice, ask: ticker.askPrice, day }]
}

function readCandle(row: v.InferOutput<typeof RestCandle>): FeedCandle {
  const [at, open, high, low, close, volume] = row
  return { at, open, high, low, close, volume }
}
