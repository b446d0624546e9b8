// The money of each kind of grid: a tick of a lot is one unit of the quote, several, or a part of one.

import { describe, expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import {
  COUNT_MAX,
  type PairGrid,
  baseUnitsPerLot,
  formatLots,
  formatTicks,
  lots,
  lotsForBudget,
  lotsToBase,
  lotsWorth,
  notional,
  notionalUp,
  quoteUnitsPerTickLot,
  tickLotsForBudget,
  ticks,
  worthOf,
} from '#domain/money/price'

/** 0.0001 USDT on 0.1 of a coin: 0.00001, ten units. A lot is 100,000 of its own million units. */
const COARSE: PairGrid = { priceDecimals: 4, tickSteps: 1, quantityDecimals: 1, baseScale: 6, quoteScale: 6 }
/** 0.25 USDT on 0.01: 0.0025, 2,500 units. */
const QUARTERS: PairGrid = { priceDecimals: 2, tickSteps: 25, quantityDecimals: 2, baseScale: 8, quoteScale: 6 }
/** 0.01 USDT on 0.000001 of a share: a hundredth of a unit. */
const SHARE: PairGrid = { priceDecimals: 2, tickSteps: 1, quantityDecimals: 6, baseScale: 6, quoteScale: 6 }
/** 0.05 USDT on 0.000001: a twentieth of a unit. */
const NICKELS: PairGrid = { ...SHARE, tickSteps: 5 }

describe('a lot of ten units a tick', () => {
  test('is paid with its price times its quantity', () => {
    expect([quoteUnitsPerTickLot(COARSE), baseUnitsPerLot(COARSE)]).toEqual([10n, 100_000n])
    // 0.3 at 0.5 are 0.15.
    expect(notional(COARSE, ticks(5_000), lots(3))).toBe(150_000n)
    expect(notionalUp(COARSE, ticks(5_000), lots(3))).toBe(150_000n)
    expect(worthOf(COARSE, ticks(5_000))).toEqual({ units: 50_000n, per: 1n })
    expect(lotsToBase(COARSE, lots(3))).toBe(300_000n)
    expect([formatTicks(COARSE, ticks(5_000)), formatLots(COARSE, lots(3))]).toEqual(['0.5000', '0.3'])
  })

  test('is bought as often as the budget goes, 0.05 a lot', () => {
    const bought = (budget: bigint) => lotsForBudget(COARSE, ticks(5_000), amount(budget))
    expect([150_000n, 149_999n, 199_999n, 200_000n, 49_999n].map(bought)).toEqual([3, 2, 3, 4, 0])
    expect([tickLotsForBudget(COARSE, amount(150_000n)), tickLotsForBudget(COARSE, amount(19n))]).toEqual([15_000n, 1n])
  })

  test('is needed as often as reaches a worth', () => {
    const needed = (least: bigint) => lotsWorth(COARSE, ticks(5_000), amount(least))
    expect([150_000n, 150_001n, 1n].map(needed)).toEqual([3, 4, 1])
  })
})

describe('a tick of 0.25', () => {
  test('counts 25 steps on every lot', () => {
    expect([quoteUnitsPerTickLot(QUARTERS), baseUnitsPerLot(QUARTERS)]).toEqual([2_500n, 1_000_000n])
    // 0.04 at 0.75 are 0.03.
    expect(notional(QUARTERS, ticks(3), lots(4))).toBe(30_000n)
    expect(notionalUp(QUARTERS, ticks(3), lots(4))).toBe(30_000n)
    expect(worthOf(QUARTERS, ticks(3))).toEqual({ units: 7_500n, per: 1n })
    expect(lotsForBudget(QUARTERS, ticks(3), amount(29_999n))).toBe(3)
    expect(lotsForBudget(QUARTERS, ticks(3), amount(30_000n))).toBe(4)
    expect(lotsWorth(QUARTERS, ticks(3), amount(30_000n))).toBe(4)
    expect(lotsWorth(QUARTERS, ticks(3), amount(30_001n))).toBe(5)
    expect(tickLotsForBudget(QUARTERS, amount(29_999n))).toBe(11n)
    expect(formatTicks(QUARTERS, ticks(3))).toBe('0.75')
  })
})

describe('a millionth of a share', () => {
  test('is paid with whole units: down when paid, up when held', () => {
    // At 187.43 one is 0.00018743, 187.43 units; a hundred are 18,743.
    expect(notional(SHARE, ticks(18_743), lots(1))).toBe(187n)
    expect(notionalUp(SHARE, ticks(18_743), lots(1))).toBe(188n)
    expect(notional(SHARE, ticks(18_743), lots(100))).toBe(18_743n)
    expect(notionalUp(SHARE, ticks(18_743), lots(100))).toBe(18_743n)
    expect(worthOf(SHARE, ticks(18_743))).toEqual({ units: 18_743n, per: 100n })
    expect(lotsToBase(SHARE, lots(7))).toBe(7n)
    expect(() => quoteUnitsPerTickLot(SHARE)).toThrow('a tick times a lot is a whole number of quote units')
  })

  test('is bought as often as the budget goes, and needed as often as reaches a worth', () => {
    // 1,000 units over 187.43 are 5.3.
    expect(lotsForBudget(SHARE, ticks(18_743), amount(1_000n))).toBe(5)
    expect(lotsForBudget(SHARE, ticks(18_743), amount(18_743n))).toBe(100)
    expect(lotsWorth(SHARE, ticks(18_743), amount(1_000n))).toBe(6)
    expect(lotsWorth(SHARE, ticks(18_743), amount(18_743n))).toBe(100)
    expect(lotsWorth(SHARE, ticks(18_743), amount(18_744n))).toBe(101)
    expect(tickLotsForBudget(SHARE, amount(10n))).toBe(1_000n)
  })

  test('may have a tick of several steps', () => {
    // At 0.15 one is 0.15 units, seven are 1.05.
    expect([notional(NICKELS, ticks(3), lots(7)), notionalUp(NICKELS, ticks(3), lots(7))]).toEqual([1n, 2n])
    expect(worthOf(NICKELS, ticks(3))).toEqual({ units: 15n, per: 100n })
    // 10 units over 0.15 are 66.7; in ticks of lots, over 0.05, 200.
    expect(lotsForBudget(NICKELS, ticks(3), amount(10n))).toBe(66)
    expect(lotsWorth(NICKELS, ticks(3), amount(10n))).toBe(67)
    expect(tickLotsForBudget(NICKELS, amount(10n))).toBe(200n)
  })
})

describe('counts', () => {
  test('begin at nothing and end at the largest safe integer', () => {
    expect([ticks(0), lots(0), ticks(2 ** 53 - 1), lots(2 ** 53 - 1)]).toEqual([0, 0, 2 ** 53 - 1, 2 ** 53 - 1])
    expect(() => ticks(-1)).toThrow('ticks are safe, non-negative integers')
    expect(() => lots(-1)).toThrow('lots are safe, non-negative integers')
  })

  test('are never more than a book counts, and a budget beyond it is refused', () => {
    expect(BigInt(lotsWorth(SHARE, ticks(1), amount(10n ** 20n)))).toBe(COUNT_MAX)
    expect(() => lotsForBudget(SHARE, ticks(1), amount(10n ** 20n))).toThrow('lots are safe')
  })

  test('of a price of nothing are one lot, whatever worth it should reach', () => {
    expect(lotsWorth(COARSE, ticks(0), amount(10n ** 12n))).toBe(1)
  })
})
