// Corporate actions and hours where a bound is met exactly, worked out by hand.

import { describe, expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { type PairGrid, lots, ticks } from '#domain/money/price'
import { dividendOf, restInCash, sharesInCash, splitChange, splitOrder } from '#domain/stocks/actions'

/** A lot is a millionth of a share, a hundred of its units; a tick is a cent. */
const SHARE: PairGrid = { priceDecimals: 2, tickSteps: 1, quantityDecimals: 6, baseScale: 8, quoteScale: 6 }

describe('cash', () => {
  test('for shares is their last price, rounded down', () => {
    // One share at 100.00; a unit of 1e-8 of it is worth one unit of 1e-6.
    expect(sharesInCash(SHARE, amount(100_000_000n), 10_000)).toBe(100_000_000n)
    expect([sharesInCash(SHARE, amount(3n), 10_000), sharesInCash(SHARE, amount(3n), 15_001)]).toEqual([3n, 4n])
  })

  test('for the rest of a split is at the price made new, rounded up', () => {
    const rest = (of: bigint, newShares: number) => restInCash(SHARE, of, { newShares, lastTicks: 10_000 })
    expect([rest(1n, 1), rest(3n, 2), rest(4n, 2), rest(0n, 2)]).toEqual([1n, 2n, 2n, 0n])
  })

  test('of a dividend is for what is held, rounded down, and never taken', () => {
    const paid = (held: bigint) => dividendOf(SHARE, amount(held), amount(2_000_000n))
    // 2.00 a share: 3.00 for one and a half.
    expect([paid(150_000_000n), paid(49n), paid(50n), paid(0n), paid(-100_000_000n)]).toEqual([
      3_000_000n,
      0n,
      1n,
      0n,
      0n,
    ])
  })
})

describe('a split', () => {
  const order = (side: 'buy' | 'sell', at: number, whole: number, filled: number) => ({
    ...{ side, ticks: ticks(at), lots: lots(whole), lotsFilled: lots(filled) },
  })

  test('of four for one has four times the lots at a quarter of the price', () => {
    const split = (side: 'buy' | 'sell', at: number) =>
      splitOrder(order(side, at, 10, 3), { newShares: 4, oldShares: 1 })
    // 10.01 are 2.5025: a bid is not raised, an offer not lowered.
    expect(split('buy', 1_001)).toEqual({ side: 'buy', ticks: 250, lots: 40, lotsFilled: 12 })
    expect(split('sell', 1_001)).toEqual({ side: 'sell', ticks: 251, lots: 40, lotsFilled: 12 })
    // A bid of less than a tick ends with what is filled; at a tick it stays.
    expect(split('buy', 3)).toEqual({ side: 'buy', ticks: 1, lots: 12, lotsFilled: 12 })
    expect(split('sell', 3)).toEqual({ side: 'sell', ticks: 1, lots: 40, lotsFilled: 12 })
    expect(split('buy', 4)).toEqual({ side: 'buy', ticks: 1, lots: 40, lotsFilled: 12 })
  })

  test('of one for ten has a tenth of the lots, of what is filled and of what is left', () => {
    // 9 and 16 of 25: 0 and 1.
    expect(splitOrder(order('buy', 1_001, 25, 9), { newShares: 1, oldShares: 10 })).toEqual({
      ...{ side: 'buy', ticks: 10_010, lots: 1, lotsFilled: 0 },
    })
    expect(splitChange(amount(1_000_005n), { newShares: 1, oldShares: 10 })).toBe(-900_005n)
  })
})
