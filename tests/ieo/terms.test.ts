// Token sale terms: application limits, cost and unlock schedule.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  IEO_WORD,
  ONE_USDT,
  checkOpen,
  costIn,
  paidFor,
  percentApplied,
  percentLeft,
  readQuantity,
  stageAt,
  unlockedAfter,
} from '#domain/ieo/terms'
import { amount } from '#domain/money/amount'
import { demoSaleIds, demoSaleStatements } from '#db/platform/seed/ieo'
import { DAY_MS } from '#domain/time'
import type { IeoRow } from '#party/protocol/ieo'
import { lockedOf } from '../../app/forms/ieo-locked.server'

const asset = { id: 9, code: 'MOONB', scale: 6 }
const terms = { asset, min: 10, userMax: 1_000 }
const [USDT, BTC] = [{ scale: 6 }, { scale: 8 }]

test('the product is called so in accounts and in the words of their bills', () => expect(IEO_WORD).toBe('ieo'))

describe('an application', () => {
  test.each([
    ['10', 0, 10],
    ['1000', 0, 1_000],
    ['10.000', 0, 10],
    ['600', 400, 600],
    ['10.5', 0, 'ieo_not_whole'],
    ['-10', 0, 'ieo_not_whole'],
    ['ten', 0, 'ieo_not_whole'],
    ['', 0, 'ieo_not_whole'],
    ['9', 0, 'ieo_below_min'],
    ['0', 0, 'ieo_below_min'],
    ['1001', 0, 'ieo_above_cap'],
    ['601', 400, 'ieo_above_cap'],
    ['999999999999999999', 0, 'ieo_above_cap'],
  ])('of "%s" beside %i others comes to %s', (text, applied, expected) => {
    const read = readQuantity(terms, text, applied)
    expect(read.ok ? read.value : read.refusal.code).toBe(expected)
  })

  test('is open between two instants, and not while the desk has paused it', () => {
    const times = { startsAt: 1_000, endsAt: 2_000 }
    expect([999, 1_000, 1_999, 2_000].map((at) => stageAt(times, at))).toEqual([
      ...['warm_up', 'in_progress', 'in_progress', 'ended'],
    ])
    const sale = { ...terms, ...times, isOpen: false } as Parameters<typeof checkOpen>[0]
    const codes = [999, 1_500, 2_000].map((at) => {
      const open = checkOpen(sale, at)
      return open.ok ? null : open.refusal.code
    })
    expect(codes).toEqual(['ieo_not_started', 'ieo_paused', 'ieo_ended'])
  })
})

describe('what it costs', () => {
  const cost = amount(50_000n) // 0.05 USDT
  test('is exact in USDT, and rounded up in what has a price', () => {
    expect(costIn(USDT, { quantity: 1_234, cost, price: ONE_USDT })).toBe(61_700_000n)
    // 61.7 USDT at 60,000.1 is 0.00102833161944…
    expect(costIn(BTC, { quantity: 1_234, cost, price: { priceSteps: 600_001, decimals: 1 } })).toBe(102_834n)
    expect(costIn(BTC, { quantity: 1, cost: amount(1n), price: { priceSteps: 1_000_000, decimals: 1 } })).toBe(1n)
  })

  test('is taken in proportion: nothing for nothing, all for all, and never more than is held', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 20n), fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000), (held, all, some) => {
        const allotted = some % (all + 1)
        const paid = paidFor(amount(held), { applied: all, allotted })
        expect(paid >= 0n && paid <= held).toBe(true)
        // The excess over the exact share is less than one unit.
        const over = paid * BigInt(all) - held * BigInt(allotted)
        expect(over >= 0n && over < BigInt(all)).toBe(true)
      }),
    )
  })
})

describe('the lock', () => {
  test('is opened by equal parts that come to all of it, later days bringing the fractions', () => {
    expect([0, 1, 2, 3, 4].map((day) => unlockedAfter(amount(100n), day, 3))).toEqual([0n, 33n, 66n, 100n, 100n])
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n), fc.integer({ min: 1, max: 400 }), (all, days) => {
        const parts = Array.from({ length: days }, (_, day) => {
          const [after, before] = [day + 1, day].map((each) => unlockedAfter(amount(all), each, days))
          return (after ?? 0n) - (before ?? 0n)
        })
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(all)
        expect(parts.every((part) => part >= 0n)).toBe(true)
      }),
    )
  })

  test('the meter says how much of the supply is applied for', () => {
    expect([percentApplied(300, 100), percentApplied(300, 0), percentApplied(100, 250)]).toEqual(['33.33', '0', '250'])
    expect([percentLeft(300, 100), percentLeft(300, 300), percentLeft(10_000_000, 9_999_999)]).toEqual([
      ...['66.67', '0', '0.01'],
    ])
  })
})

test('with play money there is a sale to come, one that is open and one for those who come first, on any day', () => {
  for (const day of [20_700, 20_701, 20_702, 20_703]) {
    const ids = [0, 1, DAY_MS - 1].map((later) => demoSaleIds(day * DAY_MS + later))
    expect(ids[1]).toEqual(ids[0])
    expect(ids[2]).toEqual(ids[0])
    expect(new Set(ids[0]).size).toBe(3)
    // Today's upcoming sale is open tomorrow.
    expect(demoSaleIds((day + 1) * DAY_MS)[1]).toBe(ids[0]?.[0])
    expect(demoSaleStatements(day * DAY_MS).every((text) => text.endsWith('ON CONFLICT DO NOTHING'))).toBe(true)
  }
})

describe('what of an application is locked', () => {
  const listingAt = Date.UTC(2026, 10, 30)
  const row = {
    assetId: 9,
    payAssetId: 3,
    held: '2500',
    allotted: null,
    unlocked: '0',
    terms: { endsAt: listingAt - DAY_MS, listingAt, lockDays: 4 },
  }
  const lockedAs = (part: object) => lockedOf({ ...row, ...part } as unknown as IeoRow, { scale: 2 })

  test.each(['held', 'applied'])('%s: the payment, until applications end', (state) => {
    expect(lockedAs({ state })).toEqual({ stage: 'applied', assetId: 3, amount: '2500', until: listingAt - DAY_MS })
  })

  test('then the tokens that are not unlocked yet, until the last day of the lock', () => {
    const until = listingAt + 4 * DAY_MS
    expect(lockedAs({ state: 'allotted', allotted: 40 })).toEqual({
      stage: 'allotted',
      assetId: 9,
      amount: '4000',
      until,
    })
    expect(lockedAs({ state: 'unlocking', allotted: 40, unlocked: '1000' })).toMatchObject({ amount: '3000', until })
  })

  test.each(['done', 'refused'])('nothing of one that is %s', (state) => expect(lockedAs({ state })).toBeNull())
})
