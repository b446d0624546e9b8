// Sort orders of pair lists: by column, by change, and by the user's own watchlist order.

import { describe, expect, test } from 'vitest'
import type { Quote } from '#party/protocol/quotes'
import { moved, movers, sortPairs, turnoverOf, watchedPairs } from '../../app/live/pair-order'

const pair = (symbol: string, id: number) => ({ symbol, base: { id, code: symbol.split('-')[0] ?? '' } })
const BTC = pair('BTC-USDT', 1)
const ETH = pair('ETH-USDT', 2)
const DOGE = pair('DOGE-USDT', 8)
const ETH_BTC = pair('ETH-BTC', 2)
const DEAD = pair('DEAD-USDT', 9)
const PAIRS = [BTC, ETH, DOGE, ETH_BTC, DEAD]

const quote = (symbol: string, price: string, change: string, volume: string): [string, Quote] => [
  symbol,
  {
    symbol,
    price,
    change,
    volume,
    seq: 1,
    at: 0,
    open: price,
    high: price,
    low: price,
    bid: price,
    ask: price,
    source: 'x',
    isStale: false,
  },
]
// Doge: many coins, little money. The ether pair in bitcoin: a price below one.
const QUOTES = new Map([
  quote('BTC-USDT', '61000.0', '+1.25', '100.00000'),
  quote('ETH-USDT', '2992.51', '-0.50', '1000.0000'),
  quote('DOGE-USDT', '0.06881', '+12.00', '9000000'),
  quote('ETH-BTC', '0.04919', '0.00', '50.000'),
])
const symbols = (pairs: readonly { readonly symbol: string }[]) =>
  pairs.map(({ symbol }) => symbol.replace('-USDT', ''))

describe('a column sorts', () => {
  test.each([
    ['name', 'asc', 'BTC DEAD DOGE ETH-BTC ETH'],
    ['name', 'desc', 'ETH ETH-BTC DOGE DEAD BTC'],
    ['price', 'desc', 'BTC ETH DOGE ETH-BTC DEAD'],
    ['price', 'asc', 'ETH-BTC DOGE ETH BTC DEAD'],
    ['change', 'desc', 'DOGE BTC ETH-BTC ETH DEAD'],
    ['change', 'asc', 'ETH ETH-BTC BTC DOGE DEAD'],
    ['high', 'desc', 'BTC ETH DOGE ETH-BTC DEAD'],
    ['low', 'asc', 'ETH-BTC DOGE ETH BTC DEAD'],
    ['volume', 'desc', 'BTC ETH DOGE ETH-BTC DEAD'],
  ] as const)('by %s, %s', (key, order, expected) => {
    expect(symbols(sortPairs(PAIRS, QUOTES, { key, order })).join(' ')).toBe(expected)
  })

  test('and leaves the list that it was given alone', () => {
    sortPairs(PAIRS, QUOTES, { key: 'price', order: 'asc' })
    expect(PAIRS[0]).toBe(BTC)
  })
})

test('what was traded is told in money, exactly', () => {
  expect(turnoverOf({ volume: '100.00001', price: '61000.1' })).toBe('6100010.610001000000')
  expect(turnoverOf({ volume: '0', price: '61000.1' })).toBe('0.000000000000')
})

describe('movers', () => {
  test('gainers rose, the most first; what stands still did not', () => {
    expect(symbols(movers(PAIRS, QUOTES, 'gainers', 5))).toEqual(['DOGE', 'BTC'])
  })
  test('losers fell', () => {
    expect(symbols(movers(PAIRS, QUOTES, 'losers', 5))).toEqual(['ETH'])
  })
  test('only so many are shown', () => {
    expect(symbols(movers(PAIRS, QUOTES, 'volume', 2))).toEqual(['BTC', 'ETH'])
  })
})

describe('the watch list', () => {
  test('stands as the user put it, with every pair of an asset', () => {
    expect(symbols(watchedPairs(PAIRS, [{ assetId: 8 }, { assetId: 2 }]))).toEqual(['DOGE', 'ETH', 'ETH-BTC'])
  })
  test('an asset that is listed no more is no row', () => {
    expect(watchedPairs(PAIRS, [{ assetId: 77 }])).toEqual([])
  })
  test.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 0, 'bac'],
    [0, 0, 'abc'],
    [0, -1, 'abc'],
    [2, 3, 'abc'],
    [7, 0, 'abc'],
  ])('a row is moved from %i to %i', (from, to, expected) => {
    expect(moved([...'abc'], from, to).join('')).toBe(expected)
  })
})
