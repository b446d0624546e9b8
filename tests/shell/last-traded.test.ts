// Where the trade tab leads: it names no pair by itself, so a site may list any.

import { expect, test } from 'vitest'
import { lastTradedCookies, pairToTrade, tradePath } from '../../app/visitor/last-traded'

const DOT = { symbol: 'DOT-EUR', isTradable: false }
const SOL = { symbol: 'SOL-EUR', isTradable: true }
const ADA = { symbol: 'ADA-EUR', isTradable: true }

test('the pair last visited while it is listed', () => {
  expect(pairToTrade([DOT, SOL, ADA], 'ADA-EUR')).toBe(ADA)
  expect(pairToTrade([DOT, SOL, ADA], 'DOT-EUR')).toBe(DOT)
})

test('a newcomer, and somebody whose pair is gone, begin with the first that trades', () => {
  expect(pairToTrade([DOT, SOL, ADA], undefined)).toBe(SOL)
  expect(pairToTrade([DOT, SOL, ADA], 'BTC-USDT')).toBe(SOL)
})

test('where nothing trades the first listed is shown; where nothing is listed there is nothing', () => {
  expect(pairToTrade([DOT], undefined)).toBe(DOT)
  expect(pairToTrade([], 'BTC-USDT')).toBeUndefined()
})

test('a coin and a share have cookies of their own, read on every page by this site alone', () => {
  const rest = '; Path=/; Max-Age=31536000; SameSite=Lax'
  expect(lastTradedCookies('futures', 'SOL-USDT')).toEqual([`cm_product=futures${rest}`, `cm_pair=SOL-USDT${rest}`])
  expect(lastTradedCookies('stocks', 'AAPL-USDT')).toEqual([`cm_product=stocks${rest}`, `cm_share=AAPL-USDT${rest}`])
})

test('a share is traded on the page of the spot market', () => {
  expect(tradePath('stocks', 'AAPL-USDT')).toBe('/trade/spot/AAPL-USDT')
  expect(tradePath('options', 'BTC-USDT')).toBe('/trade/options/BTC-USDT')
})
