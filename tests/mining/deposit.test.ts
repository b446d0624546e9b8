// The days, yields and penalties of locked deposits, by tables and by properties.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { dayYield, maturesAt, nextMidnight, paysAt, redemptionOf, termYield } from '#domain/mining/deposit'
import { checkLock, tierOf } from '#domain/mining/terms'
import { DAY_MS } from '#domain/time'

const USDT = { id: 3, code: 'USDT', scale: 6, logo: '' }
const units = (whole: number) => amount(BigInt(whole) * 1_000_000n)
const terms = {
  asset: USDT,
  min: units(10),
  max: units(50_000),
  step: units(1),
  tiers: [
    { from: units(10), dailyRate: rate(300_000n) },
    { from: units(1_000), dailyRate: rate(350_000n) },
    { from: units(10_000), dailyRate: rate(400_000n) },
  ],
}
const day = (text: string) => Date.parse(`${text}Z`)
const PENALTY = rate(400_000n)

describe('what may be locked', () => {
  test.each([
    ['the least', units(10), { ok: true, value: { steps: 10 } }],
    ['the most', units(50_000), { ok: true, value: { steps: 50_000 } }],
    [
      'one unit less than the least',
      amount(9_999_999n),
      { refusal: { code: 'mining_amount_out_of_bounds', facts: { min: '10', max: '50000' } } },
    ],
    ['one step more than the most', units(50_001), { refusal: { code: 'mining_amount_out_of_bounds' } }],
    [
      'a fraction of a step',
      amount(10_500_000n),
      { refusal: { code: 'mining_amount_step', facts: { step: '1', asset: 'USDT' } } },
    ],
    ['nothing', amount(0n), { refusal: { code: 'mining_amount_out_of_bounds' } }],
  ])('%s', (_name, value, expected) => {
    expect(checkLock(terms, value)).toMatchObject(expected)
  })

  test.each([
    [999, 300_000n],
    [1_000, 350_000n],
    [9_999, 350_000n],
    [10_000, 400_000n],
  ])('%s USDT earn their tier, the whole of it', (whole, expected) => {
    expect(tierOf(terms, units(whole))?.dailyRate).toBe(expected)
  })

  test('a product without tiers is not offered', () => {
    expect(checkLock({ ...terms, tiers: [] }, units(10))).toMatchObject({ refusal: { code: 'mining_not_offered' } })
  })
})

describe('the days of a deposit', () => {
  test.each([
    ['at noon', '2026-11-21T12:00:00', '2026-11-22T00:00:00'],
    ['a millisecond before midnight', '2026-11-21T23:59:59.999', '2026-11-22T00:00:00'],
    ['at midnight', '2026-11-22T00:00:00', '2026-11-23T00:00:00'],
    ['on the eve of a leap day', '2028-02-28T15:00:00', '2028-02-29T00:00:00'],
    ['on a leap day', '2028-02-29T15:00:00', '2028-03-01T00:00:00'],
    ['on the last day of a year', '2026-12-31T01:00:00', '2027-01-01T00:00:00'],
  ])('locked %s, it starts with the next day', (_name, at, starts) => {
    expect(nextMidnight(day(at))).toBe(day(starts))
  })

  test('five days over a leap day are five days', () => {
    const term = { startsAt: day('2028-02-27T00:00:00'), days: 5 }
    expect(maturesAt(term)).toBe(day('2028-03-03T00:00:00'))
    expect([0, 1, 2, 3, 4].map((index) => new Date(paysAt(term, index, 480)).toISOString())).toEqual([
      '2028-02-27T08:00:00.000Z',
      '2028-02-28T08:00:00.000Z',
      '2028-02-29T08:00:00.000Z',
      '2028-03-01T08:00:00.000Z',
      '2028-03-02T08:00:00.000Z',
    ])
  })
})

describe('the penalty: 0.4 % of 1,000 USDT for each day that is left of five', () => {
  const term = { startsAt: day('2028-02-27T00:00:00'), days: 5 }
  const at = (text: string) => redemptionOf({ ...term, amount: units(1_000), penaltyRatio: PENALTY }, day(text))
  test.each([
    ['the day before it starts', '2028-02-26T13:00:00', 5, 20],
    ['as it starts', '2028-02-27T00:00:00', 5, 20],
    ['on the first day', '2028-02-27T23:59:59.999', 5, 20],
    ['at the next midnight', '2028-02-28T00:00:00', 4, 16],
    ['a millisecond later', '2028-02-28T00:00:00.001', 4, 16],
    ['on the leap day', '2028-02-29T12:00:00', 3, 12],
    ['at the midnight after it', '2028-03-01T00:00:00', 2, 8],
    ['on the last day', '2028-03-02T23:59:59.999', 1, 4],
    ['as it matures', '2028-03-03T00:00:00', 0, 0],
    ['later', '2028-03-09T00:00:00', 0, 0],
  ])('%s', (_name, text, daysLeft, penalty) => {
    expect(at(text)).toEqual({ daysLeft, penalty: units(penalty), back: units(1_000 - penalty) })
  })

  test('a fraction of a unit is rounded up, and the penalty never takes more than the principal', () => {
    const one = { startsAt: 0, days: 1, amount: amount(1n), penaltyRatio: rate(1n) }
    expect(redemptionOf(one, 0)).toMatchObject({ penalty: 1n, back: 0n })
    const long = { startsAt: 0, days: 3_650, amount: units(7), penaltyRatio: PENALTY }
    expect(redemptionOf(long, 0)).toMatchObject({ penalty: units(7), back: 0n })
  })

  test('whatever the numbers: penalty and rest are the principal, and waiting never costs more', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 24n),
        fc.bigInt(0n, 10_000_000n),
        fc.integer({ min: 1, max: 3_650 }),
        fc.integer({ min: -2 * DAY_MS, max: 3_700 * DAY_MS }),
        fc.integer({ min: 0, max: 10 * DAY_MS }),
        (value, ratio, days, at, wait) => {
          const deposit = { startsAt: 0, days, amount: amount(value), penaltyRatio: rate(ratio) }
          const now = redemptionOf(deposit, at)
          const later = redemptionOf(deposit, at + wait)
          expect(now.penalty + now.back).toBe(value)
          expect(now.penalty >= 0n && now.back >= 0n).toBe(true)
          expect(later.penalty <= now.penalty).toBe(true)
          // Slow model: day by day.
          let left = 0
          for (let index = 0; index < days; index += 1) if ((index + 1) * DAY_MS > at) left += 1
          expect(now.daysLeft).toBe(left)
        },
      ),
      { numRuns: 200 },
    )
  })
})

test('a coupon adds its rate to the part that it covers, for its days', () => {
  // 0.3 % of 1,000 are 3; 0.1 % more on all of it 1, on 400 of it 0.4.
  const boost = (principalMax: bigint | null) => ({
    ...{ boost: rate(100_000n), days: 2, principalMax: principalMax === null ? null : amount(principalMax) },
  })
  const perDay = (of: ReturnType<typeof boost> | null) => dayYield(units(1_000), rate(300_000n), of)
  expect([perDay(null), perDay(boost(null)), perDay(boost(400_000_000n)), perDay(boost(0n))]).toEqual([
    ...[3_000_000n, 4_000_000n, 3_400_000n, 3_000_000n],
  ])
  // Five days, two of them with the coupon.
  const term = { amount: units(1_000), dailyRate: rate(300_000n), days: 5 }
  expect(termYield({ ...term, boost: boost(null) })).toBe(17_000_000n)
  expect(termYield({ ...term, days: 1, boost: boost(null) })).toBe(4_000_000n)
})

test('what the calculator promises is the sum of the days, with and without a coupon', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 20n),
      fc.bigInt(0n, 5_000_000n),
      fc.integer({ min: 1, max: 200 }),
      fc.option(
        fc.record({
          boost: fc.bigInt(0n, 5_000_000n).map(rate),
          days: fc.integer({ min: 1, max: 300 }),
          principalMax: fc.option(fc.bigInt(1n, 10n ** 20n).map(amount)),
        }),
      ),
      (value, perDay, days, boost) => {
        let sum = 0n
        for (let index = 0; index < days; index += 1)
          sum += dayYield(amount(value), rate(perDay), boost !== null && index < boost.days ? boost : null)
        expect(termYield({ amount: amount(value), dailyRate: rate(perDay), days, boost })).toBe(sum)
      },
    ),
    { numRuns: 200 },
  )
})
