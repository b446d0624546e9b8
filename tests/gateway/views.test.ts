// The book and the prices as the gateway follows them: ten best levels, each trade once, and a gap that is noticed.

import { describe, expect, test } from 'vitest'
import { isSentByCurrency, marketDepthOf, matchTradeOf } from '#party/gateway/events'
import { MarketView, QuotesView } from '#party/gateway/views'
import type { DepthRow, MarketSocketMessage, TapeTrade } from '#party/protocol/market'
import type { Quote } from '#party/protocol/quotes'
import { BTC_USDT } from '../market/btc-usdt'

const message = (
  type: 'snapshot' | 'delta',
  seq: number,
  changes: Partial<MarketSocketMessage>,
): MarketSocketMessage => ({
  type,
  seq,
  at: 0,
  bids: [],
  asks: [],
  trades: [],
  indexTicks: 0,
  ...changes,
})
const trade = (tradeNo: number): TapeTrade => ({
  tradeNo,
  at: 1_700_000_000_000,
  ticks: 600_000,
  lots: 150,
  side: 'sell',
})
const rows = (...prices: number[]): DepthRow[] => prices.map((price) => [price, 10])

describe('a book', () => {
  test('shows the ten best of each side, best first, as price and amount', () => {
    const view = new MarketView()
    const bids = rows(...Array.from({ length: 12 }, (_, index) => 599_990 - index))
    view.receive(message('snapshot', 5, { bids, asks: rows(600_030, 600_010) }))
    view.receive(message('delta', 6, { bids: [[599_990, 0]], asks: [[600_005, 7]] }))
    const depth = marketDepthOf(BTC_USDT, view.best())
    expect(depth.bids).toHaveLength(10)
    expect(depth.bids[0]).toEqual(['59998.9', '0.00010'])
    expect(depth.asks).toEqual([
      ['60000.5', '0.00007'],
      ['60001.0', '0.00010'],
      ['60003.0', '0.00010'],
    ])
  })

  test('a missed delta is a gap until a snapshot comes', () => {
    const view = new MarketView()
    expect(view.receive(message('delta', 1, {}))).toBe('gap')
    view.receive(message('snapshot', 5, { bids: rows(1) }))
    expect(view.receive(message('delta', 7, { bids: rows(2) }))).toBe('gap')
    expect(view.best().bids).toEqual(rows(1))
    view.receive(message('snapshot', 9, { bids: rows(3) }))
    expect(view.best().bids).toEqual(rows(3))
  })

  test('trades are told once, those of a missed time too, those before anybody listened not', () => {
    const view = new MarketView()
    expect(view.receive(message('snapshot', 5, { trades: [trade(1), trade(2)] }))).toEqual([])
    expect(view.receive(message('delta', 6, { trades: [trade(3)] }))).toEqual([trade(3)])
    expect(view.receive(message('snapshot', 9, { trades: [trade(2), trade(3), trade(4)] }))).toEqual([trade(4)])
    expect(matchTradeOf(BTC_USDT, [trade(4)])).toEqual({
      type: 'match_trade',
      currency_id: 1,
      legal_id: 3,
      symbol: 'BTC/USDT',
      data: [{ id: 4, tradeId: 4, ts: 1_700_000_000_000, price: '60000.0', amount: '0.00150', direction: 'sell' }],
    })
  })
})

test('quotes: a delta brings what changed, a snapshot forgets what is listed no more', () => {
  const quote = (symbol: string, price: string) => ({ symbol, price }) as Quote
  const view = new QuotesView()
  view.receive({ type: 'snapshot', seq: 1, at: 0, quotes: [quote('A', '1'), quote('B', '1')] })
  expect(view.receive({ type: 'delta', seq: 2, at: 0, quotes: [quote('B', '2')] })).toEqual([quote('B', '2')])
  expect(view.receive({ type: 'delta', seq: 4, at: 0, quotes: [] })).toBe('gap')
  expect([view.find('A')?.price, view.find('B')?.price]).toEqual(['1', '2'])
  view.receive({ type: 'snapshot', seq: 5, at: 0, quotes: [quote('B', '3')] })
  expect(view.find('A')).toBeUndefined()
})

test('only pairs against USDT are told as day markets: clients lay them over their rows by the currency alone', () => {
  expect(isSentByCurrency(BTC_USDT)).toBe(true)
  expect(isSentByCurrency({ ...BTC_USDT, quote: { ...BTC_USDT.quote, id: 1, code: 'BTC' } })).toBe(false)
})
