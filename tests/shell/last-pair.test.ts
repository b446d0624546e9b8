// Where the trade tab leads: it names no pair by itself, so a site may list any.

import { expect, test } from 'vitest'
import { pairCookie, pairToTrade } from '../../app/visitor/choice-cookies'

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

test('the cookie is read on every page, by this site alone', () => {
  expect(pairCookie('SOL-EUR')).toBe('cm_pair=SOL-EUR; Path=/; Max-Age=31536000; SameSite=Lax')
})
