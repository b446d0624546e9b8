// The price between the two sides of the order book.

import { expect, test } from 'vitest'
import type { TapeTrade } from '#party/protocol/market'
import type { Quote } from '#party/protocol/quotes'
import { lastPrice } from '../../app/chart/last-price'
import { BTC_USDT } from '../market/btc-usdt'

/** Best bid 59,999.0, best ask 60,001.0. */
const book = { bids: [[599_990, 10]], asks: [[600_010, 10]] } as const
const trade = (ticks: number, side: TapeTrade['side'] = 'buy'): TapeTrade => ({
  tradeNo: 1,
  ticks,
  lots: 5,
  side,
  at: 0,
})
const quote = { symbol: 'BTC-USDT', price: '60010.5', change: '-1.25' } as Quote
const last = (trades: readonly TapeTrade[], { bids, asks }: Parameters<typeof lastPrice>[0]['book'] = book) =>
  lastPrice({ pair: BTC_USDT, book: { bids, asks }, trades, quote })

test('the newest trade is the last price while it stands between the sides, their own prices included', () => {
  expect(last([trade(600_000)])).toMatchObject({ price: '60000.0' })
  expect(last([trade(599_990)])).toMatchObject({ price: '59999.0' })
  expect(last([trade(600_010)])).toMatchObject({ price: '60001.0' })
})

test('its turn is against the last other price of the tape, whichever side took it', () => {
  expect(last([trade(600_000, 'sell'), trade(600_000), trade(599_990), trade(600_010)])?.turn).toBeGreaterThan(0)
  expect(last([trade(600_000, 'buy'), trade(600_010, 'sell')])?.turn).toBeLessThan(0)
  expect(last([trade(600_000), trade(600_000)])?.turn).toBe(0)
})

test('a trade that the book has moved away from is not, and an older one that would fit neither', () => {
  // The daily change isn't the last move, so `turn` is 0.
  const fed = { price: '60010.5', turn: 0 }
  expect(last([trade(600_011)])).toEqual(fed)
  expect(last([trade(599_989), trade(600_000)])).toEqual(fed)
})

test('an empty side bounds nothing', () => {
  expect(last([trade(700_000)], { bids: [], asks: [] })).toMatchObject({ price: '70000.0' })
})

test('without a trade it is the price of the feed, and without that there is none', () => {
  expect(last([])).toEqual({ price: '60010.5', turn: 0 })
  expect(lastPrice({ pair: BTC_USDT, book, trades: [], quote: undefined })).toBeNull()
})
