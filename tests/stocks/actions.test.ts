// Amounts of corporate actions: a table, and properties for every holding, order and ratio.

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isAddGuarded, isChangeGuarded } from '#domain/desk/guard'
import { checkRow } from '#domain/desk/sheet'
import { type Amount, amount } from '#domain/money/amount'
import { type PairGrid, lots, notionalUp, ticks } from '#domain/money/price'
import { dividendOf, restInCash, sharesInCash, splitOrder, splitShares } from '#domain/stocks/actions'

const SHARE: PairGrid = { priceDecimals: 2, tickSteps: 1, quantityDecimals: 6, baseScale: 6, quoteScale: 6 }

describe('a split', () => {
  test.each([
    ['4 for 1', 1_000_001n, { newShares: 4, oldShares: 1 }, 4_000_004n, 0n],
    ['3 for 2', 1_000_001n, { newShares: 3, oldShares: 2 }, 1_500_001n, 1n],
    ['1 for 10', 1_000_005n, { newShares: 1, oldShares: 10 }, 100_000n, 5n],
    ['1 for 10 of less than a unit', 3n, { newShares: 1, oldShares: 10 }, 0n, 3n],
    ['of nothing', 0n, { newShares: 4, oldShares: 1 }, 0n, 0n],
  ])('%s of %s units', (_name, held, ratio, shares, rest) => {
    expect(splitShares(amount(held), ratio)).toEqual({ shares, rest })
  })

  it('pays the rest at the last price made new, rounded up: half a millionth of a share at 200 is 100 units', () => {
    expect(restInCash(SHARE, 1n, { newShares: 3, lastTicks: 30_000 })).toBe(100n)
    expect(restInCash(SHARE, 5n, { newShares: 1, lastTicks: 1_001 })).toBe(51n)
    expect(restInCash(SHARE, 0n, { newShares: 3, lastTicks: 30_000 })).toBe(0n)
  })

  const ratio = fc.record({ newShares: fc.integer({ min: 1, max: 50 }), oldShares: fc.integer({ min: 1, max: 50 }) })
  const order = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    ticks: fc.integer({ min: 1, max: 500_000 }).map(ticks),
    lots: fc.integer({ min: 1, max: 1_000_000_000 }).map(lots),
  })

  it('asks no more money for a bid than it held, sells no more than was held, and nobody trades at a worse price', () => {
    fc.assert(
      fc.property(ratio, fc.array(order, { maxLength: 8 }), (by, orders) => {
        const offered = orders.filter(({ side }) => side === 'sell')
        const held = offered.reduce((sum, one) => sum + BigInt(one.lots), 0n)
        const after = orders.map((one) => splitOrder({ ...one, lotsFilled: lots(0) }, by))
        const asked = after.filter(({ side }) => side === 'sell').reduce((sum, one) => sum + BigInt(one.lots), 0n)
        expect(asked).toBeLessThanOrEqual(splitShares(amount(held), by).shares)
        for (const [index, one] of after.entries()) {
          const before = orders[index]
          if (!before) continue
          const [news, olds] = [BigInt(one.ticks) * BigInt(by.newShares), BigInt(before.ticks) * BigInt(by.oldShares)]
          if (one.side === 'sell') expect(news).toBeGreaterThanOrEqual(olds)
          else if (one.ticks > 1) {
            expect(news).toBeLessThanOrEqual(olds)
            expect(notionalUp(SHARE, one.ticks, one.lots)).toBeLessThanOrEqual(
              notionalUp(SHARE, before.ticks, before.lots),
            )
          }
        }
      }),
    )
  })

  it('makes no shares: what came and the rest are what was held, times the ratio', () => {
    fc.assert(
      fc.property(ratio, fc.bigInt({ min: 0n, max: 10n ** 15n }), (by, held) => {
        const { shares, rest } = splitShares(held as Amount, by)
        expect(shares * BigInt(by.oldShares) + rest).toBe(held * BigInt(by.newShares))
        expect(rest).toBeLessThan(BigInt(by.oldShares))
      }),
    )
  })
})

it('pays a dividend of 0.25 for 1.000003 shares to the unit, and a delisting at 70.43', () => {
  expect(dividendOf(SHARE, amount(1_000_003n), amount(250_000n))).toBe(250_000n)
  expect(sharesInCash(SHARE, amount(1_000_003n), 7_043)).toBe(70_430_211n)
})

describe('the sheet', () => {
  const row = {
    id: 1,
    symbol: 'AAPL-USDT',
    kind: 'split',
    day: '2027-06-16',
    new_shares: 4,
    old_shares: 1,
    paid_per_share: '0',
    new_code: '',
    new_name: '',
    is_called_off: 0,
  }
  const is = (differs: object) => checkRow('stock-actions', { ...row, ...differs }).ok

  it('takes two people for a new row, and one to call it off', () => {
    expect(isAddGuarded('stock-actions', row)).toBe(true)
    const change = { key: ['1'], before: row, after: { ...row, is_called_off: 1 }, changed: ['is_called_off'] }
    expect(isChangeGuarded('stock-actions', change)).toBe(false)
  })

  it.each([
    ['a split', {}, true],
    ['a split into as many', { new_shares: 1 }, false],
    ['a split without a ratio', { new_shares: 0 }, false],
    ['a split that pays', { paid_per_share: '1' }, false],
    ['a day off', { day: '2027-06-18' }, false],
    ['a Saturday', { day: '2027-06-19' }, false],
    ['no day', { day: '2027-02-30' }, false],
    ['a dividend', { kind: 'dividend', new_shares: 0, old_shares: 0, paid_per_share: '250000' }, true],
    ['a dividend of nothing', { kind: 'dividend', new_shares: 0, old_shares: 0 }, false],
    ['a rename', { kind: 'rename', new_shares: 0, old_shares: 0, new_code: 'FRUT', new_name: 'Fruit' }, true],
    ['a rename to nothing', { kind: 'rename', new_shares: 0, old_shares: 0 }, false],
    ['a delisting', { kind: 'delisting', new_shares: 0, old_shares: 0 }, true],
    ['a delisting with a ratio', { kind: 'delisting' }, false],
  ])('%s', (_name, differs, expected) => expect(is(differs)).toBe(expected))
})
