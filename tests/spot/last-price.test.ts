// Which price stands between the two sides of the book.

import { expect, test } from 'vitest'
import type { TapeTrade } from '#party/protocol/market'
import type { Quote } from '#party/protocol/quotes'
import { lastPrice } from '../../app/routes/trade.spot.$symbol/last-price'
import { numbersIn } from '../../app/text/numbers'
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
const last = (trades: readonly TapeTrade[], { bids, asks }: Parameters<typeof lastPrice>[1]['book'] = book) =>
  lastPrice(numbersIn('en'), { pair: BTC_USDT, book: { bids, asks }, trades, quote })

test('the newest trade is the last price while it stands between the sides, their own prices included', () => {
  expect(last([trade(600_000)])).toEqual({ words: '60,000.0', isUp: true })
  expect(last([trade(599_990, 'sell')])).toEqual({ words: '59,999.0', isUp: false })
  expect(last([trade(600_010)])).toEqual({ words: '60,001.0', isUp: true })
})

test('a trade that the book has moved away from is not, and an older one that would fit neither', () => {
  const fed = { words: '60,010.5', isUp: false }
  expect(last([trade(600_011)])).toEqual(fed)
  expect(last([trade(599_989), trade(600_000)])).toEqual(fed)
})

test('an empty side bounds nothing', () => {
  expect(last([trade(700_000)], { bids: [], asks: [] })).toEqual({ words: '70,000.0', isUp: true })
})

test('without a trade it is the price of the feed, and without that there is none', () => {
  expect(last([])).toEqual({ words: '60,010.5', isUp: false })
  expect(lastPrice(numbersIn('en'), { pair: BTC_USDT, book, trades: [], quote: undefined })).toBeNull()
})
