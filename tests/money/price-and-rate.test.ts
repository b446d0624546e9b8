// Ticks, lots and rates: exact notionals, budgets that never overspend, fees rounded for the house.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import {
  COUNT_MAX,
  bookCount,
  formatLots,
  formatTicks,
  lots,
  lotsForBudget,
  lotsToBase,
  notional,
  quoteUnitsPerTickLot,
  ticks,
} from '#domain/money/price'
import {
  applyRateDown,
  applyRateHalfEven,
  applyRateUp,
  formatRate,
  formatPercentTrimmed,
  formatRatePercent,
  parsePercent,
  parseRate,
  rate,
  yearly,
} from '#domain/money/rate'

const BTC_USDT = { priceDecimals: 1, tickSteps: 1, quantityDecimals: 5, baseScale: 8, quoteScale: 6 }
const WIDE_TICK = { ...BTC_USDT, priceDecimals: 2, tickSteps: 25, quantityDecimals: 4 }

test('0.01 BTC at 60,000.0 USDT are 600 USDT, to the unit', () => {
  expect(notional(BTC_USDT, ticks(600_000), lots(1_000))).toBe(600_000_000n)
  expect(lotsToBase(BTC_USDT, lots(1_000))).toBe(1_000_000n)
  expect(formatTicks(BTC_USDT, ticks(600_005))).toBe('60000.5')
  expect(formatLots(BTC_USDT, lots(1))).toBe('0.00001')
  expect(formatTicks(WIDE_TICK, ticks(3))).toBe('0.75')
})

test('A grid on which a notional is not whole is a broken assumption', () => {
  expect(() => quoteUnitsPerTickLot({ ...BTC_USDT, quoteScale: 5 })).toThrow('whole number')
})

test('Ticks and lots are safe, non-negative integers', () => {
  for (const value of [-1, 0.5, Number.NaN, 2 ** 53]) {
    expect(() => ticks(value)).toThrow('safe')
    expect(() => lots(value)).toThrow('safe')
  }
})

test('A book counts what was worked out exactly, and never a number that skips integers', () => {
  expect([0n, 1n, COUNT_MAX - 1n, COUNT_MAX].map(bookCount)).toEqual([0, 1, 2 ** 53 - 2, 2 ** 53 - 1])
  expect([COUNT_MAX + 1n, 10n ** 40n].map(bookCount)).toEqual([2 ** 53 - 1, 2 ** 53 - 1])
  expect(() => bookCount(-1n)).toThrow('below zero')
})

test('A budget buys the most whole lots and never more than it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.bigInt({ min: 0n, max: 10n ** 15n }), (price, budget) => {
      const count = lotsForBudget(BTC_USDT, ticks(price), amount(budget))
      expect(notional(BTC_USDT, ticks(price), count) <= budget).toBe(true)
      expect(notional(BTC_USDT, ticks(price), lots(count + 1)) > budget).toBe(true)
    }),
  )
})

test('A notional is exact: it grows with each lot by the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 40 }), fc.integer({ min: 0, max: 2 ** 40 }), (price, quantity) => {
      const step =
        notional(BTC_USDT, ticks(price), lots(quantity + 1)) - notional(BTC_USDT, ticks(price), lots(quantity))
      expect(step).toBe(notional(BTC_USDT, ticks(price), lots(1)))
    }),
  )
})

test('A fee of 0.1% of one unit is one unit: the fraction is the house’s', () => {
  const fee = rate(100_000n)
  expect([
    applyRateUp(amount(1n), fee),
    applyRateDown(amount(1n), fee),
    applyRateUp(amount(1_000n), fee),
    applyRateUp(amount(1_001n), fee),
  ]).toEqual([1n, 0n, 1n, 2n])
  expect(applyRateHalfEven(amount(500n), fee)).toBe(0n)
  expect(applyRateHalfEven(amount(1_500n), fee)).toBe(2n)
})

test('A fee rounded up is never more than one unit above the exact one, and never more than the amount for a rate below one', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 100_000_000n }), (value, units) => {
      const fee = applyRateUp(amount(value), rate(units))
      expect(fee * 100_000_000n - value * units < 100_000_000n).toBe(true)
      expect(fee <= value).toBe(true)
    }),
  )
})

test('Rates are read as fractions of at most eight decimals, and shown as fraction or percent', () => {
  expect(parseRate('0.001')).toEqual({ ok: true, value: 100_000n })
  expect(parseRate('153')).toEqual({ ok: true, value: 15_300_000_000n })
  for (const text of ['', '-1', '.5', '1.', '0.000000001', '1e2'])
    expect(parseRate(text)).toMatchObject({ refusal: { code: 'rate_malformed' } })
  expect([formatRate(rate(100_000n)), formatRatePercent(rate(100_000n))]).toEqual(['0.00100000', '0.100000'])
  expect([100_000n, 100_000_000n, 1n].map((units) => formatPercentTrimmed(rate(units)))).toEqual([
    '0.1',
    '100',
    '0.000001',
  ])
  expect(formatPercentTrimmed(yearly(rate(25_000n)))).toBe('9.125')
  expect(parsePercent('0.1')).toEqual({ ok: true, value: 100_000n })
  expect(parsePercent('0.0000001')).toMatchObject({ refusal: { code: 'amount_too_precise' } })
})
