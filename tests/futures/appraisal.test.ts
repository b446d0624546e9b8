// What an account's contracts are worth, worked out by hand.

import { describe, expect, test } from 'vitest'
import {
  type AppraisedRow,
  appraiseFutures,
  equityOf,
  heldOf,
  returnOnMargin,
  riskPercent,
  shownMoney,
} from '#domain/futures/appraisal'
import { isPartlyClosed } from '#domain/futures/life'
import { amount } from '#domain/money/amount'

const TERMS = {
  ...{ version: 'v1', priceDecimals: 1, stepValue: '100', spread: '40000' },
  ...{ fee: '50000', overnight: '20000', liquidationFee: '50000' },
}
/** 100 lots of 0.001 BTC at 60,012.0, ten times: a step on all is 0.01 USDT. Half a spread is 0.02 %. */
const LONG: AppraisedRow = {
  ...{ positionNo: 1, symbol: 'BTC-USDT', direction: 'long', mode: 'isolated', lots: 100, openSteps: 600_120 },
  ...{ margin: '600120000', maintenanceRate: '500000', state: 'open', terms: TERMS },
}
/** 100 lots of 0.01 ETH at 3,000.00, without a spread. */
const ETH: AppraisedRow = {
  ...{ ...LONG, positionNo: 2, symbol: 'ETH-USDT', direction: 'short', mode: 'cross', openSteps: 300_000 },
  ...{ margin: '300000000', terms: { ...TERMS, priceDecimals: 2, spread: '0' } },
}
const PRICES = new Map([
  ['BTC-USDT', 606_000],
  ['ETH-USDT', 299_000],
])
const WALLET = { available: amount(90_000_000n), held: amount(1_000_000_000n) }

test('an open row has numbers, and no other', () => {
  expect(heldOf(ETH)).toEqual({
    ...{ positionNo: 2, symbol: 'ETH-USDT', direction: 'short', mode: 'cross', lots: 100, openSteps: 300_000 },
    ...{ margin: 300_000_000n, maintenanceRate: 500_000n },
    terms: {
      ...{ version: 'v1', priceDecimals: 2, stepValue: 100n, spread: 0n },
      ...{ fee: 50_000n, overnight: 20_000n, liquidationFee: 50_000n },
    },
  })
  expect(heldOf({ ...ETH, state: 'closed' })).toBeNull()
  expect(heldOf({ ...ETH, state: 'pending' })).toBeNull()
  expect(heldOf({ ...ETH, openSteps: null })).toBeNull()
})

test('a position is partly closed while fewer lots are open than were ordered', () => {
  const of = (state: AppraisedRow['state'], lots: number) => isPartlyClosed({ state, lots, lotsOrdered: 10 })
  expect([of('open', 9), of('open', 10), of('closed', 0)]).toEqual([true, false, false])
})

describe('margin and fee', () => {
  const row = { ...LONG, leverage: 10, entrySteps: 500_000, marginAtOpen: '7', fee: '5' }

  test('of an order that waits are those of its price', () => {
    // 0.1 BTC at 50,000 are 5,000: a tenth, and 0.05 %.
    const shown = { margin: 500_000_000n, marginAtOpen: 500_000_000n, fee: 2_500_000n }
    expect(shownMoney({ ...row, state: 'pending' })).toEqual(shown)
  })

  test('of a position, or of an order without a price, are what is held', () => {
    const shown = { margin: 600_120_000n, marginAtOpen: 7n, fee: 5n }
    expect(shownMoney({ ...row, state: 'open' })).toEqual(shown)
    expect(shownMoney({ ...row, state: 'pending', entrySteps: null })).toEqual(shown)
  })
})

describe('positions', () => {
  const appraised = appraiseFutures([LONG, ETH, { ...LONG, positionNo: 3, state: 'closed' }], WALLET, PRICES)

  test('have a result, a maintenance, a liquidation price and a midnight each', () => {
    // Closed at 60,587.8: 575.8 on 0.1 BTC. Liquidated when 600.12 less the loss are 30.006: 5,701.2 lower, a close at 54,310.8, by an
    // index of 54,321.7 less 10.9. A midnight is 0.02 % of 6,060.
    expect(appraised.positions.get(1)).toEqual({
      ...{ positionNo: 1, result: 57_580_000n, maintenance: 30_006_000n, liquidation: 543_217, overnight: 1_212_000n },
    })
    // 10 lower on one ETH. The balance of 90 and 300 of margin bear 375 above 3,000 until 15 are left. 0.02 % of 2,990.
    expect(appraised.positions.get(2)).toEqual({
      ...{ positionNo: 2, result: 10_000_000n, maintenance: 15_000_000n, liquidation: 337_500, overnight: 598_000n },
    })
    expect(appraised.positions.size).toBe(2)
  })

  test('add up with the balance', () => {
    expect(appraised).toMatchObject({
      // 600.12 and 300 of 1,000 held: the rest is of orders.
      ...{ available: 90_000_000n, margins: 900_120_000n, ordered: 99_880_000n, results: 67_580_000n },
      equity: 1_157_580_000n,
      // 90, 300 and 10 over 300.
      risk: 133_333_333n,
    })
    expect(equityOf(WALLET, amount(-90_000_000n))).toBe(1_000_000_000n)
  })

  test('without a price are worth what they opened at', () => {
    const { positions } = appraiseFutures([LONG, ETH], WALLET, new Map())
    // 60,012.0 less 12.1, of which 12.0024 are half a spread.
    expect(positions.get(1)?.result).toBe(-1_210_000n)
    expect(positions.get(2)?.result).toBe(0n)
  })

  test('that are isolated have a liquidation price of their own, beside a cross position of their kind', () => {
    const cross = { ...LONG, positionNo: 4, mode: 'cross' as const }
    for (const rows of [
      [LONG, cross],
      [cross, LONG],
    ]) {
      const { positions } = appraiseFutures(rows, WALLET, PRICES)
      expect(positions.get(1)?.liquidation).toBe(543_217)
      // 90 more bear 9,000 steps more: a close at 53,410.8, by an index of 53,421.5 less 10.7.
      expect(positions.get(4)?.liquidation).toBe(534_215)
    }
  })

  test('that share a balance are liquidated each at a price of its own symbol and side', () => {
    const cross = { ...LONG, positionNo: 4, mode: 'cross' as const }
    const { positions } = appraiseFutures([cross, ETH, { ...cross, positionNo: 5 }], WALLET, PRICES)
    // 90, twice 600.12, and 300 of margin; 75.012 of maintenance. With ETH at 2,990 the two may lose 1,525.228, 76,262 steps of 0.02: a
    // close at 52,385.8, by an index of 52,396.3 less 10.5. With BTC at 60,600 they have won 115.16: ETH may rise by 1,630.388.
    const prices = [4, 5, 2].map((no) => positions.get(no)?.liquidation)
    expect(prices).toEqual([523_963, 523_963, 463_039])
  })
})

test('a risk rate is written in percent, rounded down', () => {
  expect([116_269_999n, 100_000_000n, -5n, null].map(riskPercent)).toEqual(['116.26', '100.00', '-0.01', '0.00'])
})

test('a return is rounded down, in hundredths of a percent of the margin that the leverage requires', () => {
  // 600.12 required: 60.0119999 of it are 9.99 %.
  expect(returnOnMargin({ ...LONG, leverage: 10 }, amount(60_011_999n))).toBe(999n)
  expect(returnOnMargin({ ...LONG, leverage: 10, state: 'closed' }, amount(60_011_999n))).toBeNull()
})
