// The "what would liquidate me" page equals the account's behaviour: same tests, same order.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AppraisedRow, appraiseFutures } from '#domain/futures/appraisal'
import { movedPrice, whatIf } from '#domain/futures/what-if'
import { ZERO, amount } from '#domain/money/amount'

const row = (differs: Partial<AppraisedRow> = {}): AppraisedRow => ({
  positionNo: 1,
  symbol: 'BTC-USDT',
  direction: 'long',
  mode: 'isolated',
  lots: 100,
  openSteps: 600_000,
  margin: '300000000',
  maintenanceRate: '500000',
  state: 'open',
  terms: {
    version: 'v1',
    priceDecimals: 1,
    stepValue: '100',
    spread: '40000',
    fee: '50000',
    overnight: '20000',
    liquidationFee: '50000',
  },
  ...differs,
})
const PRICES = new Map([
  ['BTC-USDT', 600_000],
  ['EUR-USDT', 600_000],
])

describe('all prices moved at once', () => {
  test('by nothing is what there is now', () => {
    const rows = [row(), row({ positionNo: 2, mode: 'cross', direction: 'short' })]
    // Of the held amount 600 are both margins; the rest belongs to a pending order.
    const wallet = { available: amount(100_000_000n), held: amount(640_000_000n) }
    const { equity, risk, liquidated } = whatIf(rows, { wallet, prices: PRICES, perMille: 0 })
    const now = appraiseFutures(rows, wallet, PRICES)
    expect(now).toMatchObject({ ordered: 40_000_000n, margins: 600_000_000n, available: 100_000_000n })
    expect(now.equity).toBe(now.available + now.margins + now.ordered + now.results)
    expect({ equity, risk, liquidated }).toEqual({ equity: now.equity, risk: now.risk, liquidated: [] })
  })

  test('counts open positions alone, at their price or at what they opened at', () => {
    const wallet = { available: amount(5_000_000n), held: amount(600_000_000n) }
    const at = (rows: readonly AppraisedRow[], prices: ReadonlyMap<string, number>) =>
      whatIf(rows, { wallet, prices, perMille: 0 })
    // Half a spread of 60,000 is 12.0: on 0.1 BTC 1.20. Of 30,000 it is 6.0: on 0.05, 0.30.
    const rows = [row({ symbol: 'EUR-USDT', openSteps: 300_000, lots: 50 }), row({ positionNo: 2 })]
    expect(at(rows, new Map()).equity).toBe(603_500_000n)
    // At 60,600 it is 12.12, so 12.2: 587.8 are won on 0.1 BTC.
    expect(at([row()], new Map([['BTC-USDT', 606_000]])).equity).toBe(663_780_000n)
    expect(at([row({ state: 'closed' }), row({ openSteps: null })], PRICES)).toEqual({
      ...{ equity: 605_000_000n, risk: null, liquidated: [] },
    })
  })

  test('a position alone is liquidated from the price on that is shown for it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('long' as const, 'short' as const),
        fc.constantFrom('cross' as const, 'isolated' as const),
        fc.integer({ min: 40, max: 2_000 }),
        fc.integer({ min: -500, max: 500 }),
        (direction, mode, margin, perMille) => {
          const rows = [row({ direction, mode, margin: `${margin}000000` })]
          const available = amount(mode === 'cross' ? 20_000_000n : 0n)
          const shown = appraiseFutures(rows, { available, held: ZERO }, PRICES).positions.get(1)?.liquidation ?? null
          const at = movedPrice(600_000, perMille)
          const isBeyond = shown !== null && (direction === 'long' ? at <= shown : at >= shown)
          const { liquidated } = whatIf(rows, { wallet: { available, held: ZERO }, prices: PRICES, perMille })
          expect(liquidated).toEqual(isBeyond ? [1] : [])
        },
      ),
    )
  })

  test('of cross positions the largest goes first, and only as many as it takes', () => {
    const rows = [
      row({ positionNo: 1, mode: 'cross', lots: 20, margin: '60000000' }),
      row({ positionNo: 2, mode: 'cross', symbol: 'EUR-USDT', lots: 200, margin: '600000000' }),
    ]
    const after = (perMille: number, available: bigint) =>
      whatIf(rows, { wallet: { available: amount(available), held: ZERO }, prices: PRICES, perMille }).liquidated
    expect(after(-30, 0n)).toEqual([])
    expect(after(-48, 0n)).toEqual([2])
    expect(after(-60, 0n)).toEqual([2, 1])
    expect(after(-60, 1_000_000_000n)).toEqual([])
  })
})
