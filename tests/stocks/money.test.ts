// Share prices have cents, quantities six decimals, finer than USDT: payments are rounded down equally on both sides, and the hold always
// covers an order's fills, in any number of parts.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amount } from '#domain/money/amount'
import { type PairGrid, lots, lotsForBudget, lotsWorth, notional, notionalUp, ticks } from '#domain/money/price'

const SHARE: PairGrid = { priceDecimals: 2, tickSteps: 1, quantityDecimals: 6, baseScale: 6, quoteScale: 6 }

it('pays 0.123456 shares at 265.13 to a unit of USDT', () => {
  expect(notional(SHARE, ticks(26_513), lots(123_456))).toBe(32_731_889n)
  expect(notionalUp(SHARE, ticks(26_513), lots(123_456))).toBe(32_731_890n)
  expect(lotsForBudget(SHARE, ticks(26_513), amount(32_731_889n))).toBe(123_455)
  expect(lotsForBudget(SHARE, ticks(26_513), amount(32_731_890n))).toBe(123_456)
})

it('rounds nothing where a tick of a lot is a whole unit', () => {
  const coin = { ...SHARE, quantityDecimals: 4, baseScale: 8 }
  expect(notional(coin, ticks(26_513), lots(123))).toBe(notionalUp(coin, ticks(26_513), lots(123)))
})

it('sets enough aside for any fills of an order, amended or not', () => {
  const price = fc.integer({ min: 1, max: 200_000 })
  const parts = fc.array(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(price, parts, (at, filled) => {
      const whole = filled.reduce((sum, part) => sum + part, 0)
      let left = notionalUp(SHARE, ticks(at), lots(whole))
      let rest = whole
      for (const part of filled) {
        rest -= part
        left = amount(left - notional(SHARE, ticks(at), lots(part)))
        expect(left).toBeGreaterThanOrEqual(notionalUp(SHARE, ticks(at), lots(rest)))
      }
      expect(left).toBeLessThanOrEqual(BigInt(filled.length))
    }),
  )
})

it('buys no more for a budget than it pays for, and finds the least quantity that is worth something', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200_000 }), fc.bigInt({ min: 1n, max: 10n ** 10n }), (at, budget) => {
      const bought = lotsForBudget(SHARE, ticks(at), amount(budget))
      expect(notional(SHARE, ticks(at), bought)).toBeLessThanOrEqual(budget)
      const least = lotsWorth(SHARE, ticks(at), amount(budget))
      expect(notional(SHARE, ticks(at), least)).toBeGreaterThanOrEqual(budget)
      expect(notional(SHARE, ticks(at), lots(least - 1))).toBeLessThan(budget)
    }),
  )
})
