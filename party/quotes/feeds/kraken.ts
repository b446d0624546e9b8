// Kraken's public market data: WebSocket v2 channels `ticker` and `ohlc`, and the REST candles, as documented by Kraken. The ticker channel
// begins with a snapshot, so no REST call precedes it. A heartbeat arrives every second without other messages.

import * as v from 'valibot'
import type { Listing } from '#domain/quotes/candle'
import { type FeedCandle, type FeedEvent, type FeedPeriod, type FeedProtocol, parseJson } from './protocol'

const WS_URL = 'wss://ws.kraken.com/v2'
const REST_URL = 'https://api.kraken.com'

const MINUTES: Readonly<Record<FeedPeriod, number>> = {
  '1min': 1,
  '5min': 5,
  '15min': 15,
  '30min': 30,
  '60min': 60,
  '240min': 240,
  '1D': 1440,
}
/** WebSocket v2 uses everybody's tickers; the REST interface still uses Kraken's own for these. */
const REST_CODES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

const Ticker = v.object({
  symbol: v.string(),
  bid: v.number(),
  ask: v.number(),
  last: v.number(),
  volume: v.number(),
  low: v.number(),
  high: v.number(),
  change: v.number(),
})
const Minute = v.object({ symbol: v.string(), interval: v.literal(1), interval_begin: v.string(), volume: v.number() })
const Message = v.variant('channel', [
  v.object({ channel: v.literal('ticker'), data: v.array(Ticker) }),
  v.object({ channel: v.literal('ohlc'), data: v.array(Minute) }),
])
const Refusal = v.object({
  method: v.literal('subscribe'),
  success: v.literal(false),
  error: v.string(),
  symbol: v.optional(v.string()),
})
/** Time, open, high, low, close, vwap, volume, count. */
const RestCandle = v.looseTuple([v.number(), v.string(), v.string(), v.string(), v.string(), v.string(), v.string()])
const RestBody = v.object({ error: v.array(v.string()), result: v.optional(v.record(v.string(), v.unknown())) })

export function createKraken(address: {
  readonly socketUrl?: string | undefined
  readonly restUrl?: string | undefined
}): FeedProtocol {
  return {
    source: 'kraken',
    socketUrl: address.socketUrl ?? WS_URL,
    keepAlive: JSON.stringify({ method: 'ping' }),
    connectionAgeMaxMs: Infinity,
    subscriptions(listings) {
      const symbol = listings.map((listing) => socketSymbol(listing.symbol))
      // Without `bbo` an update comes with each trade only, and a quiet pair would look stale.
      const ticker = { channel: 'ticker', symbol, event_trigger: 'bbo', snapshot: true }
      return [ticker, { channel: 'ohlc', symbol, interval: 1, snapshot: false }].map((params, index) =>
        JSON.stringify({ method: 'subscribe', params, req_id: index + 1 }),
      )
    },
    read(text, listings) {
      const body = parseJson(text)
      const message = v.safeParse(Message, body)
      if (message.success) {
        return message.output.channel === 'ticker'
          ? message.output.data.flatMap((ticker) => readTicker(ticker, listings))
          : message.output.data.flatMap((minute) => readMinute(minute, listings))
      }
      const refusal = v.safeParse(Refusal, body)
      if (!refusal.success) return []
      return [
        {
          type: 'refused',
          symbol: findSymbol(listings, refusal.output.symbol ?? '') ?? null,
          error: refusal.output.error,
        },
      ]
    },
    tickersUrl: () => null,
    readTickers: () => [],
    candlesUrl({ symbol, period, from }) {
      // `since` is exclusive. Kraken returns at most the newest 720 candles.
      const query = {
        pair: restSymbol(symbol),
        interval: String(MINUTES[period]),
        since: String(Math.floor(from / 1000) - 1),
      }
      return `${address.restUrl ?? REST_URL}/0/public/OHLC?${new URLSearchParams(query)}`
    },
    readCandles,
  }
}

/** "BTC-USDT" is "BTC/USDT" on the socket and "XBTUSDT" in REST. */
const socketSymbol = (symbol: string): string => symbol.replace('-', '/')
const restSymbol = (symbol: string): string =>
  symbol
    .split('-')
    .map((code) => REST_CODES[code] ?? code)
    .join('')

const findSymbol = (listings: readonly Listing[], name: string): string | undefined =>
  listings.find((listing) => socketSymbol(listing.symbol) === name)?.symbol

function readTicker(ticker: v.InferOutput<typeof Ticker>, listings: readonly Listing[]): FeedEvent[] {
  const symbol = findSymbol(listings, ticker.symbol)
  if (!symbol) return []
  const day = {
    open: decimal(ticker.last - ticker.change),
    high: decimal(ticker.high),
    low: decimal(ticker.low),
    volume: decimal(ticker.volume),
  }
  return [
    { type: 'price', symbol, price: decimal(ticker.last), bid: decimal(ticker.bid), ask: decimal(ticker.ask), day },
  ]
}

function readMinute(minute: v.InferOutput<typeof Minute>, listings: readonly Listing[]): FeedEvent[] {
  const symbol = findSymbol(listings, minute.symbol)
  const at = Date.parse(minute.interval_begin)
  return symbol && Number.isFinite(at) ? [{ type: 'minute', symbol, at, volume: decimal(minute.volume) }] : []
}

/** Kraken sends numbers; twelve decimals are more than any listed pair has, and undo the noise of their binary form. */
const decimal = (value: number): string => Math.max(0, value).toFixed(12)

function readCandles(body: unknown): FeedCandle[] {
  const { error, result } = v.parse(RestBody, body)
  if (error.length > 0) throw new Error(error.join(', '))
  const [, rows] = Object.entries(result ?? {}).find(([name]) => name !== 'last') ?? []
  return v.parse(v.array(RestCandle), rows).map(([seconds, open, high, low, close, , volume]) => ({
    at: seconds * 1000,
    open,
    high,
    low,
    close,
    volume,
  }))
}
