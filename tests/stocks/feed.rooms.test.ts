// A share's feed on real SQLite: while the exchange is closed the last price stays valid, and a split adjusts stored candles.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { quotesMigrations } from '#db/quotes/migrations'
import type { Listing } from '#domain/quotes/candle'
import { migrate } from '#party/lib/migrations'
import { type Store, openStore } from '#party/lib/store'
import { FeedSource } from '#party/quotes/feed-source'
import { createBinance } from '#party/quotes/feeds/binance'
import { createFinnhub } from '#party/quotes/feeds/finnhub'
import { openStoredCandles } from '#party/quotes/stored-candles'

const apple: Listing = { symbol: 'AAPL-USDT', priceDecimals: 2, quantityDecimals: 6, exchange: 'NASDAQ' }
const bitcoin: Listing = { symbol: 'BTC-USDT', priceDecimals: 1, quantityDecimals: 5 }
const at = (text: string): number => Date.parse(`${text}:00Z`)

const withStore = (tale: (store: Store) => Promise<void> | void) =>
  runInDurableObject(env.Quotes.get(env.Quotes.idFromName(crypto.randomUUID())), async (_room, state) => {
    const store = openStore(state.storage)
    migrate(store, quotesMigrations)
    await tale(store)
  })

test('a quiet share is stale in the session, and has its last price when the exchange is closed', () =>
  withStore(async (store) => {
    const asked: string[] = []
    let say: (text: string) => void = () => undefined
    const ports = {
      openSocket: (url: string, { message }: { readonly message: (text: string) => void }) => {
        if (url.includes('finnhub')) say = message
        return Promise.resolve({ send: () => undefined, close: () => undefined })
      },
      fetchJson: (url: string) => {
        asked.push(url)
        return Promise.resolve({ c: 265.1, h: 266, l: 264, o: 265, pc: 260, t: 0 })
      },
    }
    const source = new FeedSource([createBinance({}), createFinnhub({ token: 'x' })], ports, openStoredCandles(store))
    source.list([bitcoin, apple])
    const beat = async (now: number) => {
      source.beat(now)
      await new Promise((resolve) => setTimeout(resolve, 0))
      say('{"type":"ping"}')
      source.beat(now)
      await new Promise((resolve) => setTimeout(resolve, 0))
      return source.readings(now).find(({ listing }) => listing.symbol === apple.symbol)
    }
    const evening = at('2026-11-25T23:00')
    expect(await beat(evening)).toMatchObject({ priceSteps: 26_510, day: { open: 26_000 } })
    say(JSON.stringify({ type: 'trade', data: [{ s: 'AAPL', p: 267.25, t: evening, v: 3 }] }))
    expect(await beat(evening + 1_000)).toMatchObject({ priceSteps: 26_725, source: 'finnhub', day: { open: 26_000 } })
    expect(source.health(evening + 1_000).map((row) => [row.source, row.symbol])).toEqual([
      ['binance', 'BTC-USDT'],
      ['finnhub', 'AAPL-USDT'],
    ])
    // Two minutes without a trade in the session, then Thanksgiving without a session.
    expect(await beat(evening + 120_000)).toBeUndefined()
    const holiday = at('2026-11-26T18:00')
    expect(await beat(holiday)).toMatchObject({ priceSteps: 26_725 })
    expect(source.health(holiday).find(({ symbol }) => symbol === apple.symbol)?.isStale).toBe(false)
    expect(asked.filter((url) => url.includes('binance')).every((url) => !url.includes('AAPL'))).toBe(true)
  }))

test('a price from before a split is none after it, on the stream as by REST, until somebody has dealt in the shares of now', () =>
  withStore(async (store) => {
    const split = at('2027-06-16T08:00')
    let say: (text: string) => void = () => undefined
    let close: (why: string) => void = () => undefined
    const ports = {
      openSocket: (_url: string, on: { message: (text: string) => void; closed: (why: string) => void }) => {
        say = on.message
        close = on.closed
        return Promise.resolve({ send: () => undefined, close: () => undefined })
      },
      fetchJson: () => Promise.resolve({ c: 400, h: 400, l: 400, pc: 400, t: split / 1_000 - 30 }),
    }
    const source = new FeedSource([createFinnhub({ token: 'x' })], ports, openStoredCandles(store))
    source.list([{ ...apple, splits: [{ at: split, newShares: 4, oldShares: 1 }] }])
    const beat = async (now: number) => {
      source.beat(now)
      await new Promise((resolve) => setTimeout(resolve, 0))
      source.beat(now)
      await new Promise((resolve) => setTimeout(resolve, 0))
      return source.readings(now)[0]?.priceSteps
    }
    expect(await beat(split - 20_000)).toBe(40_000)
    expect(await beat(split + 3_000)).toBeUndefined()
    close('the test')
    expect(await beat(split + 10_000)).toBeUndefined()
    for (let dealt = 0; dealt < 6; dealt += 1) {
      await beat(split + 20_000 + dealt * 1_000)
      say(JSON.stringify({ type: 'trade', data: [{ s: 'AAPL', p: 100.5, t: split + 20_000 + dealt, v: 1 }] }))
    }
    expect(await beat(split + 27_000)).toBe(10_050)
  }))

test('a split of 4 for 1 divides the prices of stored candles and multiplies their volumes, once, and mends its own day', () =>
  withStore((store) => {
    const candles = openStoredCandles(store)
    const candle = (start: string, price: number, lots: number) => ({
      at: at(start),
      open: price,
      high: price + 40,
      low: price - 40,
      close: price,
      lots,
    })
    candles.put(apple, '60min', [candle('2027-06-15T15:00', 40_000, 8)])
    // The previous evening's session extends into the day of the split.
    candles.closeMinute(apple, candle('2027-06-15T15:00', 40_000, 8))
    candles.closeMinute(apple, candle('2027-06-15T23:59', 40_400, 4))
    candles.closeMinute(apple, candle('2027-06-16T00:00', 40_800, 4))
    candles.closeMinute(apple, candle('2027-06-16T08:00', 10_200, 40))
    const split = { id: 1, at: at('2027-06-16T08:00'), newShares: 4, oldShares: 1 }
    candles.split(apple, split)
    candles.split(apple, split)
    const read = (period: '1min' | '1D') =>
      candles
        .read(apple, period, { from: 0, to: at('2027-06-17T00:00') })
        .map(({ open, high, low, close, lots }) => [open, high, low, close, lots])
    expect(read('1min')).toEqual([
      [10_000, 10_010, 9_990, 10_000, 32],
      [10_100, 10_110, 10_090, 10_100, 16],
      [10_200, 10_210, 10_190, 10_200, 16],
      [10_200, 10_240, 10_160, 10_200, 40],
    ])
    expect(read('1D')).toEqual([
      [10_000, 10_110, 9_990, 10_100, 48],
      [10_200, 10_240, 10_160, 10_200, 56],
    ])
  }))
