// Receipts of corporate actions: what a split, a dividend and a delisting pay, and what an altered receipt is told.

import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { amount } from '#domain/money/amount'
import type { PairGrid } from '#domain/money/price'
import { STOCK, type StockReceipt, stockReceipt } from '#domain/stocks/receipt'
import { HASHING } from '../kit/hashing'

/** A lot is a millionth of a share; a tick is a cent. */
const SHARE: PairGrid = { priceDecimals: 2, tickSteps: 1, quantityDecimals: 6, baseScale: 6, quoteScale: 6 }
const told = (receipt: StockReceipt) => STOCK.check(receipt, HASHING)

const terms = { newShares: 3, oldShares: 2, paidPerShare: '500000', lastTicks: 30_000 }
/** 1.000001 shares, three for two: 1.500001 and half a unit, which at 300.00 for three halves is 0.0001, 100 units. */
const SPLIT: StockReceipt = {
  ...{ rule: 'stock-action-1', kind: 'split', at: 1_800_000_000_000, action: 4, symbol: 'AAPL-USDT' },
  ...{ held: '1000001', shares: '1500001', cash: '100', terms, grid: SHARE },
}
/** 0.50 a share: 0.5000005 is rounded down. */
const DIVIDEND: StockReceipt = { ...SPLIT, kind: 'dividend', shares: '1000001', cash: '500000' }
/** At 300.00 a share. */
const DELISTING: StockReceipt = { ...SPLIT, kind: 'delisting', shares: '0', cash: '300000300' }

describe('a receipt', () => {
  test('says what happened to the shares', () => {
    const { id, symbol, at } = { id: 4, symbol: 'AAPL-USDT', at: 1_800_000_000_000 }
    const action = { id, symbol, kind: 'split', at, newShares: 3, oldShares: 2, paidPerShare: '500000', lastTicks: 30_000 } as const // prettier-ignore
    const made = stockReceipt({
      ...{ action, grid: SHARE, held: amount(1_000_001n), shares: amount(1_500_001n), cash: amount(100n) },
    })
    expect(made).toEqual(SPLIT)
  })

  test('of a split, a dividend and a delisting is right', () => {
    expect([SPLIT, DIVIDEND, DELISTING].map(told)).toEqual([[], [], []])
  })

  test.each([
    [SPLIT, { shares: '1500002' }, 'there are 1500002 shares and should be 1500001'],
    [SPLIT, { cash: '101' }, 'the cash is 101 and should be 100'],
    [DIVIDEND, { shares: '1000000' }, 'there are 1000000 shares and should be 1000001'],
    [DIVIDEND, { cash: '500001' }, 'the cash is 500001 and should be 500000'],
    [DELISTING, { shares: '1' }, 'there are 1 shares and should be 0'],
    [DELISTING, { cash: '300000299' }, 'the cash is 300000299 and should be 300000300'],
    [SPLIT, { terms: { ...terms, newShares: 0 } }, 'a split has a ratio'],
    [SPLIT, { terms: { ...terms, oldShares: 0 } }, 'a split has a ratio'],
    [SPLIT, { grid: { ...SHARE, quantityDecimals: 7 } }, 'a lot is whole units of the share'],
  ] as const)('of %j with %j is refused: %s', (receipt, differs, problem) => {
    expect(told({ ...receipt, ...differs })).toEqual([problem])
  })

  test('of a dividend needs no ratio, and both faults are named', () => {
    expect(told({ ...DIVIDEND, terms: { ...terms, newShares: 0, oldShares: 0 } })).toEqual([])
    expect(told({ ...SPLIT, shares: '0', cash: '0' })).toHaveLength(2)
  })

  test('has these fields and no other, and is of no action that pays nothing', () => {
    const isRead = (receipt: unknown) => v.safeParse(STOCK.shape, receipt).success
    expect([SPLIT, DIVIDEND, DELISTING].map(isRead)).toEqual([true, true, true])
    expect(isRead({ ...SPLIT, salt: 'a'.repeat(32) })).toBe(true)
    for (const wrong of [
      { kind: 'rename' },
      { rule: 'stock-action-2' },
      { more: 1 },
      { salt: 'short' },
      { held: '-1' },
    ])
      expect([wrong, isRead({ ...SPLIT, ...wrong })]).toEqual([wrong, false])
    for (const field of ['at', 'action', 'symbol', 'held', 'shares', 'cash', 'terms', 'grid'] as const) {
      const { [field]: _, ...rest } = SPLIT
      expect([field, isRead(rest)]).toEqual([field, false])
    }
    for (const inner of ['terms', 'grid'] as const)
      for (const field of Object.keys(SPLIT[inner])) {
        const rest = Object.fromEntries(Object.entries(SPLIT[inner]).filter(([name]) => name !== field))
        expect([field, isRead({ ...SPLIT, [inner]: rest })]).toEqual([field, false])
        expect([field, isRead({ ...SPLIT, [inner]: { ...SPLIT[inner], [field]: -1 } })]).toEqual([field, false])
      }
  })
})
