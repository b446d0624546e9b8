// Real feeds as the room uses them, on real SQLite: consensus, staleness, minutes, back-fill. The exchanges are scripts, the clock is ours.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { quotesMigrations } from '#db/quotes/migrations'
import { type Listing, formatCandle } from '#domain/quotes/candle'
import type { Period } from '#domain/quotes/period'
import { migrate } from '#party/lib/migrations'
import { type Store, openStore } from '#party/lib/store'
import { FeedSource } from '#party/quotes/feed-source'
import { createBinance } from '#party/quotes/feeds/binance'
import type { OpenSocket } from '#party/quotes/feeds/connection'
import { createKraken } from '#party/quotes/feeds/kraken'
import { openStoredCandles } from '#party/quotes/stored-candles'

const bitcoin: Listing = { symbol: 'BTC-USDT', priceDecimals: 1, quantityDecimals: 5 }
const NOON = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000

/** Scripted fakes of both exchanges: socket messages and REST answers. */
class Exchanges {
  readonly sockets = new Map<string, { message: (text: string) => void; closed: (reason: string) => void }>()
  readonly asked: string[] = []
  rest: (url: URL) => unknown = () => []
  isDown = false

  readonly openSocket: OpenSocket = async (url, handlers) => {
    if (this.isDown) throw new Error('HTTP 503')
    this.sockets.set(url, handlers)
    return { send: () => undefined, close: () => handlers.closed('closed by us') }
  }

  readonly fetchJson = async (url: string): Promise<unknown> => {
    this.asked.push(new URL(url).pathname + new URL(url).search)
    if (this.isDown) throw new Error('HTTP 503')
    return this.rest(new URL(url))
  }

  binanceSays(price: string, day = { o: '60000', h: '62000', l: '59000', v: '1000' }): void {
    this.#say('binance', {
      stream: 'btcusdt@ticker',
      data: { e: '24hrTicker', s: 'BTCUSDT', c: price, b: price, a: price, ...day },
    })
  }

  binanceMinute(at: number, volume: string): void {
    this.#say('binance', { stream: 'btcusdt@kline_1m', data: { e: 'kline', s: 'BTCUSDT', k: { t: at, v: volume } } })
  }

  krakenSays(last: number, { bid, ask } = { bid: last, ask: last }): void {
    const day = { volume: 10, low: 59_000, high: 62_000, change: 100 }
    this.#say('kraken', {
      channel: 'ticker',
      type: 'update',
      data: [{ symbol: 'BTC/USDT', bid, ask, last, ...day }],
    })
  }

  heartbeat(): void {
    this.#say('kraken', { channel: 'heartbeat' })
    this.#say('binance', { result: null, id: 1 })
  }

  lose(source: string): void {
    this.sockets.get(`ws://${source}`)?.closed('cut')
  }

  #say(source: string, message: unknown): void {
    this.sockets.get(`ws://${source}`)?.message(JSON.stringify(message))
  }
}

interface Stage {
  readonly exchanges: Exchanges
  readonly source: FeedSource
  readonly store: Store
  /** A new source as after a restart. */
  readonly restart: () => FeedSource
}

let rooms = 0
async function withFeeds(story: (stage: Stage) => Promise<void>): Promise<void> {
  rooms += 1
  const room = env.Quotes.get(env.Quotes.idFromName(`feeds ${rooms}`))
  await runInDurableObject(room, async (_, state) => {
    const store = openStore(state.storage)
    migrate(store, quotesMigrations)
    const exchanges = new Exchanges()
    const restart = (): FeedSource => {
      const protocols = [
        createBinance({ socketUrl: 'ws://binance', restUrl: 'http://binance' }),
        createKraken({ socketUrl: 'ws://kraken', restUrl: 'http://kraken' }),
      ]
      const source = new FeedSource(protocols, exchanges, openStoredCandles(store))
      source.list([bitcoin])
      return source
    }
    const source = restart()
    await beat(source, NOON)
    await story({ exchanges, source, store, restart })
  })
}

/** Advances one second and awaits the work it started. */
async function beat(source: FeedSource, now: number): Promise<void> {
  source.beat(now)
  await new Promise((resolve) => setTimeout(resolve, 0))
}

const priceNow = (source: FeedSource, now: number) =>
  source.readings(now).map(({ priceSteps, source: from }) => ({ price: priceSteps / 10, from }))[0]

const healthOf = (source: FeedSource, name: string, now: number) =>
  source.health(now).find((row) => row.source === name)

const chart = async (source: FeedSource, period: Period, from: number, to: number) =>
  (await source.candles({ listing: bitcoin, period, from, to }, to)).map((candle) => formatCandle(bitcoin, candle))

/** Publishes a price for each second. */
function publish(source: FeedSource, from: number, prices: readonly number[]): void {
  prices.forEach((price, second) =>
    source.published(from + second * 1000, [{ symbol: 'BTC-USDT', priceSteps: price * 10 }]),
  )
}

describe('the price of two exchanges', () => {
  test('is the one between them, with both named', () =>
    withFeeds(async ({ exchanges, source }) => {
      exchanges.binanceSays('61000.04')
      exchanges.krakenSays(61_000.2)
      const [reading] = source.readings(NOON)
      expect(reading).toMatchObject({
        priceSteps: 610_001,
        source: 'binance+kraken',
        bid: 610_000,
        day: { open: 600_000, lots: 100_000_000 },
      })
    }))

  test('is no old trade at which nobody deals any more, however often it is repeated', () =>
    withFeeds(async ({ exchanges, source }) => {
      exchanges.krakenSays(60_000, { bid: 60_700, ask: 60_701 })
      expect(priceNow(source, NOON)).toEqual({ price: 60_700, from: 'kraken' })
      exchanges.krakenSays(60_900, { bid: 60_700, ask: 60_701 })
      expect(priceNow(source, NOON)).toEqual({ price: 60_701, from: 'kraken' })
    }))

  test('is that of the one which is near the last price when the other is 10% off, and health says so', () =>
    withFeeds(async ({ exchanges, source }) => {
      exchanges.binanceSays('61000')
      exchanges.krakenSays(61_001)
      source.readings(NOON)
      exchanges.krakenSays(67_000)
      expect(priceNow(source, NOON)).toEqual({ price: 61_000, from: 'binance' })
      expect(healthOf(source, 'kraken', NOON)).toMatchObject({
        isOutlier: true,
        isConnected: true,
        lastPrice: '67000.0',
      })
      expect(healthOf(source, 'binance', NOON)).toMatchObject({ isOutlier: false, isStale: false })
      exchanges.krakenSays(61_002)
      expect(priceNow(source, NOON)?.from).toBe('binance+kraken')
    }))

  test('does without one that has not said a price for a minute', () =>
    withFeeds(async ({ exchanges, source }) => {
      exchanges.binanceSays('61000')
      exchanges.krakenSays(61_010)
      for (let second = 1; second <= 61; second += 1) {
        await beat(source, NOON + second * 1000)
        exchanges.heartbeat()
        if (second === 30) exchanges.binanceSays('61000')
      }
      expect(priceNow(source, NOON + 60_000)?.from).toBe('binance+kraken')
      expect(priceNow(source, NOON + 61_000)).toEqual({ price: 61_000, from: 'binance' })
      expect(healthOf(source, 'kraken', NOON + 61_000)).toMatchObject({ isStale: true, isConnected: true })
    }))

  test('is none at all when every exchange has gone silent: nothing is invented', () =>
    withFeeds(async ({ exchanges, source }) => {
      exchanges.binanceSays('61000')
      exchanges.krakenSays(61_000)
      await beat(source, NOON + 15_000)
      expect(priceNow(source, NOON + 15_000)?.price).toBe(61_000)
      exchanges.isDown = true
      await beat(source, NOON + 15_001)
      expect(source.readings(NOON + 15_001)).toEqual([])
      expect(healthOf(source, 'binance', NOON + 15_001)).toMatchObject({
        isConnected: false,
        isStale: true,
        reconnects: 1,
        error: 'no message for 15 s',
      })
    }))

  test('does not come back with the greeting of a new connection, only with a new price', () =>
    withFeeds(async ({ exchanges, source }) => {
      exchanges.krakenSays(61_000)
      await beat(source, NOON + 15_001)
      await beat(source, NOON + 16_001)
      exchanges.heartbeat()
      expect(healthOf(source, 'kraken', NOON + 16_001)).toMatchObject({ isConnected: true, isStale: true })
      expect(source.readings(NOON + 16_001)).toEqual([])
      exchanges.krakenSays(61_000)
      expect(priceNow(source, NOON + 16_001)).toEqual({ price: 61_000, from: 'kraken' })
    }))

  test('outlives a short break of a connection', () =>
    withFeeds(async ({ exchanges, source }) => {
      exchanges.binanceSays('61000')
      exchanges.lose('binance')
      await beat(source, NOON + 500)
      expect(priceNow(source, NOON + 500)?.price).toBe(61_000)
      await beat(source, NOON + 1000)
      expect(healthOf(source, 'binance', NOON + 1000)).toMatchObject({ isConnected: true, reconnects: 1 })
    }))

  test('starts from Binance’s REST prices where the stream has nothing yet', () =>
    withFeeds(async ({ exchanges, restart }) => {
      exchanges.rest = () => [
        {
          symbol: 'BTCUSDT',
          lastPrice: '60500.10',
          bidPrice: '60500.00',
          askPrice: '60500.20',
          openPrice: '60000',
          highPrice: '61000',
          lowPrice: '59000',
          volume: '5',
        },
      ]
      const source = restart()
      await beat(source, NOON)
      await beat(source, NOON + 1000)
      exchanges.heartbeat()
      expect(priceNow(source, NOON + 1000)?.price).toBe(60_500.1)
      expect(exchanges.asked).toContain('/api/v3/ticker/24hr?symbols=%5B%22BTCUSDT%22%5D')
    }))
})

describe('candles of real feeds', () => {
  test('are built from published ticks, with the exchange’s volume, and fold into longer periods', () =>
    withFeeds(async ({ exchanges, source }) => {
      publish(source, NOON, [61_000, 61_005, 60_990, 61_001])
      exchanges.binanceMinute(NOON, '2.5')
      publish(source, NOON + MINUTE, [61_002, 61_010])
      exchanges.binanceMinute(NOON + MINUTE, '1.25')
      const now = NOON + MINUTE + 1000
      const first = { at: NOON, open: '61000.0', high: '61005.0', low: '60990.0', close: '61001.0', volume: '2.50000' }
      const second = {
        at: NOON + MINUTE,
        open: '61002.0',
        high: '61010.0',
        low: '61002.0',
        close: '61010.0',
        volume: '1.25000',
      }
      const both = { open: '61000.0', high: '61010.0', low: '60990.0', close: '61010.0', volume: '3.75000' }
      expect(await chart(source, '1min', NOON, now)).toEqual([first, second])
      expect(await chart(source, '5min', NOON, now)).toEqual([{ at: NOON, ...both }])
      expect(await chart(source, '1D', NOON - 12 * 60 * MINUTE, now)).toEqual([
        { at: Date.parse('2026-11-21'), ...both },
      ])
      expect(await chart(source, '1W', NOON - 14 * 1440 * MINUTE, now)).toEqual([
        { at: Date.parse('2026-11-16'), ...both },
      ])
      expect(await chart(source, '1M', NOON - 62 * 1440 * MINUTE, now)).toEqual([
        { at: Date.parse('2026-11-01'), ...both },
      ])
    }))

  test('take in volume that the exchange reports after the minute is over', () =>
    withFeeds(async ({ exchanges, source }) => {
      publish(source, NOON, [61_000])
      exchanges.binanceMinute(NOON, '2')
      publish(source, NOON + MINUTE, [61_000])
      exchanges.binanceMinute(NOON, '2.5')
      const [hour] = await chart(source, '60min', NOON, NOON + MINUTE)
      expect(hour?.volume).toBe('2.50000')
    }))

  test('of the past come from the exchange once, however often they are asked for', () =>
    withFeeds(async ({ exchanges, source }) => {
      const rows = [3, 2, 1].map((ago) => [NOON - ago * MINUTE, '60000', `6${ago}100`, '59900', '60050', '7', NOON])
      exchanges.rest = (url) => (url.pathname === '/api/v3/klines' ? rows : [])
      publish(source, NOON, [61_000])
      const candles = await chart(source, '1min', NOON - 10 * MINUTE, NOON)
      expect(candles.map((candle) => candle.at)).toEqual([3, 2, 1, 0].map((ago) => NOON - ago * MINUTE))
      expect(candles[0]?.high).toBe('63100.0')
      await chart(source, '1min', NOON - 5 * MINUTE, NOON)
      expect(exchanges.asked.filter((path) => path.startsWith('/api/v3/klines'))).toHaveLength(1)
    }))

  test('missing after a lost connection are asked for again', () =>
    withFeeds(async ({ exchanges, source }) => {
      publish(source, NOON, [61_000])
      await chart(source, '1min', NOON - MINUTE, NOON)
      exchanges.lose('binance')
      exchanges.lose('kraken')
      const later = NOON + 5 * MINUTE
      await beat(source, later)
      publish(source, later, [62_000])
      exchanges.rest = () =>
        [1, 2, 3, 4].map((minute) => [NOON + minute * MINUTE, '61000', '61500', '60500', '61200', '3', NOON])
      const candles = await chart(source, '1min', NOON, later)
      expect(candles.map(({ at, close }) => [(at - NOON) / MINUTE, close])).toEqual([
        [0, '61000.0'],
        [1, '61200.0'],
        [2, '61200.0'],
        [3, '61200.0'],
        [4, '61200.0'],
        [5, '62000.0'],
      ])
    }))

  test('come from Kraken when Binance does not answer, and from the store when nobody does', () =>
    withFeeds(async ({ exchanges, source }) => {
      const lists = [[NOON / 1000 - 60, '60000', '60100', '59900', '60050', '60000', '7', 3]]
      exchanges.rest = (url) =>
        url.host === 'kraken' ? { error: [], result: { XBTUSDT: lists, last: 1 } } : { code: -1121, msg: 'no' }
      const [candle] = await chart(source, '1min', NOON - 5 * MINUTE, NOON)
      expect(candle).toEqual({
        at: NOON - MINUTE,
        open: '60000.0',
        high: '60100.0',
        low: '59900.0',
        close: '60050.0',
        volume: '7.00000',
      })
      exchanges.isDown = true
      expect(await chart(source, '1min', NOON - 50 * MINUTE, NOON)).toEqual([candle])
      expect(healthOf(source, 'binance', NOON)?.error).toContain('HTTP 503')
    }))

  test('lose nothing when the room restarts in the middle of a minute', () =>
    withFeeds(async ({ source, restart }) => {
      publish(source, NOON, [61_000, 61_100])
      publish(source, NOON + MINUTE, [61_200, 61_300])
      const again = restart()
      const from = again.recallFrom(NOON + MINUTE + 10_000)
      expect(from).toBe(NOON + MINUTE)
      publish(again, from, [61_200, 61_300]) // as the room plays the stored ticks again
      publish(again, NOON + MINUTE + 10_000, [61_250])
      const [first, second] = await chart(again, '1min', NOON, NOON + MINUTE + 10_000)
      expect(first).toMatchObject({ open: '61000.0', close: '61100.0' })
      expect(second).toMatchObject({ open: '61200.0', high: '61300.0', close: '61250.0' })
    }))

  test('of one minute are dropped after two weeks, days stay', () =>
    withFeeds(async ({ source, store }) => {
      publish(source, NOON, [61_000])
      publish(source, NOON + MINUTE, [61_000])
      openStoredCandles(store).sweep(NOON + 20 * 1440 * MINUTE)
      expect(await chart(source, '1min', NOON, NOON)).toEqual([])
      expect(await chart(source, '1D', NOON - 1440 * MINUTE, NOON)).toHaveLength(1)
    }))
})

describe('asking exchanges for the past', () => {
  const questions = (exchanges: Exchanges) => exchanges.asked.filter((path) => path.startsWith('/api/v3/klines')).length

  test('is done in chunks, so that charts that overlap share them', () =>
    withFeeds(async ({ exchanges, source }) => {
      for (let ago = 0; ago < 900; ago += 1)
        await chart(source, '1D', NOON - (ago + 30) * 1440 * MINUTE, NOON - ago * 1440 * MINUTE)
      expect(questions(exchanges)).toBe(2)
    }))

  test('is bounded: nobody can make the site flood an exchange', () =>
    withFeeds(async ({ exchanges, source }) => {
      for (let ago = 0; ago < 100; ago += 1)
        await chart(source, '1min', NOON - (ago + 1) * 1000 * MINUTE, NOON - ago * 1000 * MINUTE)
      expect(questions(exchanges)).toBe(60)
    }))

  test('that nobody would answer is not repeated for half a minute', () =>
    withFeeds(async ({ exchanges, source }) => {
      exchanges.isDown = true
      for (const second of [0, 10, 29])
        await source.candles({ listing: bitcoin, period: '1D', from: NOON, to: NOON + MINUTE }, NOON + second * 1000)
      await source.candles({ listing: bitcoin, period: '1D', from: NOON - 1440 * MINUTE, to: NOON }, NOON)
      await source.candles({ listing: bitcoin, period: '1D', from: NOON - 1440 * MINUTE, to: NOON }, NOON + 29_999)
      expect(questions(exchanges)).toBe(1)
      await source.candles({ listing: bitcoin, period: '1D', from: NOON - 1440 * MINUTE, to: NOON }, NOON + 30_000)
      expect(questions(exchanges)).toBe(2)
    }))
})
