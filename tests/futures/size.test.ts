// Size of a futures order by a share of the free balance, and by its value.

import { expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { neededFor, worstOf } from '#domain/futures/order'
import { rate } from '#domain/money/rate'
import type { FuturesFacts } from '../../app/forms/futures'
import { lotsForShare, lotsForValue, shareOf, valueForLots } from '../../app/forms/futures-size'
import { BTC_USDT } from '../market/btc-usdt'

const quote = { id: 3, code: 'USDT', scale: 6 }
const terms = { quote, stepValue: 100n, spread: rate(40_000n), fee: rate(50_000n), lotsMin: 1, lotsMax: 50_000 }
const facts = (available: bigint | null, differs: Partial<FuturesFacts> = {}) =>
  ({ language: 'en', pair: BTC_USDT, quote, terms, index: 600_000, available, ...differs }) as FuturesFacts
const market = { direction: 'long', kind: 'market', price: '', leverage: '10' } as const
const limit = { ...market, kind: 'limit', price: '50000' } as const

test.each([market, limit, { ...market, direction: 'short' } as const, { ...limit, leverage: '100' }])(
  'a share of the balance pays for these lots, and not for one more: %j',
  (fields) => {
    for (const percent of [1, 25, 50, 99, 100])
      for (const available of [7_000_000n, 999_999_999n, 123_456_789_012n]) {
        const lots = lotsForShare(facts(available), fields, percent)
        const needed = (count: number) =>
          neededFor(facts(null).terms, {
            direction: fields.direction,
            kind: fields.kind,
            entrySteps: fields.kind === 'limit' ? 500_000 : null,
            worstSteps: fields.kind === 'limit' ? null : worstOf(fields.direction, 600_000),
            reference: 600_000,
            takeProfit: null,
            stopLoss: null,
            lots: count,
            leverage: Number(fields.leverage),
          })
        const share = (available * BigInt(percent)) / 100n
        expect(needed(lots) <= share).toBe(true)
        expect(lots === terms.lotsMax || needed(lots + 1) > share).toBe(true)
      }
  },
)

test('without a balance, a price or an index no share is any lots', () => {
  expect(lotsForShare(facts(null), market, 100)).toBe(0)
  expect(lotsForShare(facts(10n ** 9n), { ...limit, price: '' }, 100)).toBe(0)
  expect(lotsForShare(facts(10n ** 9n, { index: null }), market, 100)).toBe(0)
})

test('the slider stands where the order is, at the end when it needs more', () => {
  expect(shareOf({ available: amount(200n) }, amount(98n))).toBe(49)
  expect(shareOf({ available: amount(200n) }, amount(900n))).toBe(100)
  expect(shareOf({ available: amount(0n) }, amount(900n))).toBe(0)
})

test('a value is as many whole lots as it pays for at the opening price', () => {
  // A lot of 0.001 BTC is 60.012 USDT at the market, 50 at the limit.
  expect(lotsForValue(facts(null), market, '600.12')).toBe('10')
  expect(lotsForValue(facts(null), market, '600.119999')).toBe('9')
  expect(lotsForValue(facts(null), limit, '1,000')).toBe('20')
  expect(lotsForValue(facts(null), market, '60')).toBe('')
  expect(lotsForValue(facts(null), market, 'x')).toBe('')
  expect(valueForLots(facts(null), { ...market, lots: '10' })).toBe('600.12')
  expect(valueForLots(facts(null), { ...limit, lots: '3' })).toBe('150')
  expect(valueForLots(facts(null), { ...limit, lots: '1.5' })).toBe('')
})
