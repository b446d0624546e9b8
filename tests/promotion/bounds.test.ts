// Fees, coupons and levels where a bound is met exactly.

import { describe, expect, test } from 'vitest'
import { ZERO, amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { boostedYield, claimRef } from '#domain/promotion/coupon'
import { type FeeTerms, discountedTradingFee, chargeTradingFees, fillValue, worth } from '#domain/promotion/fee'
import { VIP_LEVELS, nextLevel, vipLevel } from '#domain/promotion/vip'

const AT = 1_800_000_000_000
const usdt = (whole: bigint) => amount(whole * 100_000_000n)
/** 0.01 BTC worth 600 USDT; the full fee is 2,000 of a million units. */
const BOUGHT = { full: amount(2_000n), received: amount(1_000_000n), value: usdt(600n), at: AT }
const half = (left: bigint | null): FeeTerms => ({
  levelDiscount: rate(0n),
  coupon: { discount: rate(50_000_000n), left: left === null ? null : amount(left), endsAt: AT + 1 },
})

describe('a coupon', () => {
  test('is empty when it saved exactly what it had left', () => {
    // Half of the fee is 1,000 units, 0.6 USDT.
    expect(discountedTradingFee(BOUGHT, half(60_000_000n))).toEqual({
      fee: 1_000n,
      couponSpent: 60_000_000n,
      isCouponEmpty: true,
    })
    expect(discountedTradingFee(BOUGHT, half(60_060_000n))).toMatchObject({
      fee: 1_000n,
      couponSpent: 60_000_000n,
      isCouponEmpty: false,
    })
  })

  test('without a limit saves on every fill, also on one whose worth is unknown', () => {
    expect(discountedTradingFee({ ...BOUGHT, value: null }, half(null))).toEqual({
      ...{ fee: 1_000n, couponSpent: 0n, isCouponEmpty: false },
    })
    expect(chargeTradingFees([BOUGHT, BOUGHT], half(null))).toBe(2_000n)
  })

  test('is not used up by a fill without a fee', () => {
    const free = { ...BOUGHT, full: ZERO, received: amount(1n) }
    expect(discountedTradingFee(free, half(1n))).toEqual({ fee: 0n, couponSpent: 0n, isCouponEmpty: false })
  })

  test('that boosts a yield covers nothing, a part or everything', () => {
    const boosted = (principalMax: bigint | null) =>
      boostedYield(amount(1_000_000n), rate(300_000n), {
        ...{ boost: rate(100_000n), principalMax: principalMax === null ? null : amount(principalMax) },
      })
    expect([boosted(null), boosted(2_000_000n), boosted(500_000n), boosted(0n)]).toEqual([
      4_000n,
      4_000n,
      3_500n,
      3_000n,
    ])
  })

  test('is claimed once by a person', () => expect(claimRef(5, 7)).toBe('coupon:5:7'))
})

describe('a fee', () => {
  test('is all of what is received at most, and nothing at least', () => {
    const none: FeeTerms = { levelDiscount: rate(0n), coupon: null }
    const charge = (full: bigint) => () => discountedTradingFee({ ...BOUGHT, full: amount(full) }, none).fee
    expect([charge(1_000_000n)(), charge(0n)()]).toEqual([1_000_000n, 0n])
    expect(charge(1_000_001n)).toThrow('a fee is part of what is received')
    expect(charge(-1n)).toThrow('a fee is part of what is received')
  })

  test('is discounted by a share, of nothing to all of it', () => {
    const charge = (discount: bigint) => () =>
      discountedTradingFee(BOUGHT, { levelDiscount: rate(discount), coupon: null }).fee
    expect([charge(0n)(), charge(100_000_000n)()]).toEqual([2_000n, 0n])
    expect(charge(100_000_001n)).toThrow('a discount is a share')
    expect(charge(-1n)).toThrow('a discount is a share')
  })
})

test('a fill is worth its dollars, or its quote at a price', () => {
  const [dollars, coin] = [
    { code: 'USDT', scale: 6 },
    { code: 'BTC', scale: 8 },
  ]
  expect(fillValue(dollars, amount(5_000_000n), null)).toBe(500_000_000n)
  expect(fillValue(dollars, amount(5_000_000n), usdt(9n))).toBe(500_000_000n)
  // 0.001 BTC at 60,000.
  expect(fillValue(coin, amount(100_000n), usdt(60_000n))).toBe(6_000_000_000n)
  expect(fillValue(coin, amount(100_000n), null)).toBeNull()
  // A third of 100, rounded up; a part of nothing is worth nothing.
  expect([worth(amount(1n), amount(3n), amount(100n)), worth(ZERO, ZERO, usdt(5n))]).toEqual([34n, 0n])
})

test('levels are those of the published table', () => {
  const percent = (share: bigint) => share / 1_000_000n
  expect(
    VIP_LEVELS.map(({ level, volumeMin, feeDiscount, rebateShare }) => [
      ...[level, volumeMin / 100_000_000n, percent(feeDiscount), percent(rebateShare)],
    ]),
  ).toEqual([
    [0, 0n, 0n, 20n],
    [1, 50_000n, 10n, 22n],
    [2, 250_000n, 20n, 25n],
    [3, 1_000_000n, 30n, 30n],
    [4, 5_000_000n, 40n, 35n],
    [5, 25_000_000n, 50n, 40n],
  ])
  expect([-1, 0, 5, 6, 9].map((number) => vipLevel(number).level)).toEqual([0, 0, 5, 5, 5])
  expect([nextLevel(0)?.level, nextLevel(4)?.level, nextLevel(5)]).toEqual([1, 5, null])
})
