// Fees of a fill: examples with users and amounts, and conservation between user, house and inviter for any fill.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ZERO, amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { boostedYield } from '#domain/promotion/coupon'
import { type FeeTerms, discountedTradingFee, chargeTradingFees, discountedRate, rebateOf } from '#domain/promotion/fee'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time'
import { VIP_LEVELS, levelOfVolume, nextReviewAt, vipLevel } from '#domain/promotion/vip'

const NOON = Date.UTC(2026, 10, 21, 12)
const usdt = (whole: bigint) => amount(whole * 100_000_000n)
const HALF = rate(50_000_000n)
const NO_DISCOUNT: FeeTerms = { levelDiscount: rate(0n), coupon: null }

/** Bob receives 0.01 BTC worth 600 USDT; the full fee is 2,000 satoshi. */
const BOUGHT = { full: amount(2_000n), received: amount(1_000_000n), value: usdt(600n), at: NOON }
const withCoupon = (left: bigint | null, levelDiscount = 0n): FeeTerms => ({
  levelDiscount: rate(levelDiscount),
  coupon: { discount: HALF, left: left === null ? null : amount(left), endsAt: NOON + 1 },
})

describe('a fee', () => {
  test('is the full one on level 0', () => {
    expect(discountedTradingFee(BOUGHT, NO_DISCOUNT)).toEqual({ fee: 2_000n, couponSpent: 0n, isCouponEmpty: false })
  })

  test('of 3 units at ten percent off is 3 units: what is left of a unit is the house’s', () => {
    const terms = { levelDiscount: vipLevel(1).feeDiscount, coupon: null }
    expect(discountedTradingFee({ ...BOUGHT, full: amount(3n) }, terms).fee).toBe(3n)
    expect(discountedTradingFee(BOUGHT, terms).fee).toBe(1_800n)
  })

  test('of 2,000 satoshi is halved by a coupon, which says that it saved 0.6 USDT', () => {
    expect(discountedTradingFee(BOUGHT, withCoupon(null))).toMatchObject({ fee: 1_000n, couponSpent: 60_000_000n })
  })

  test('with a coupon counts the level first: 2,000 less 20 percent less half is 800', () => {
    expect(discountedTradingFee(BOUGHT, withCoupon(null, 20_000_000n)).fee).toBe(800n)
  })

  test('is reduced by no more than the 0.3 USDT that a coupon has left, and then the coupon is empty', () => {
    expect(discountedTradingFee(BOUGHT, withCoupon(30_000_000n))).toEqual({
      fee: 1_500n,
      couponSpent: 30_000_000n,
      isCouponEmpty: true,
    })
  })

  test('is not reduced from the instant on at which the coupon ends', () => {
    expect(discountedTradingFee({ ...BOUGHT, at: NOON + 1 }, withCoupon(null)).fee).toBe(2_000n)
  })

  test('with a limited coupon stays as it is while nobody knows what the fill is worth', () => {
    expect(discountedTradingFee({ ...BOUGHT, value: null }, withCoupon(30_000_000n)).fee).toBe(2_000n)
  })

  test('of two fills takes the limit of a coupon once', () => {
    expect(chargeTradingFees([BOUGHT, BOUGHT], withCoupon(90_000_000n))).toBe(1_000n + 1_500n)
  })

  test('of 0.1% with ten percent off and half of that is shown as 0.045%', () => {
    const terms = { ...withCoupon(null), levelDiscount: vipLevel(1).feeDiscount }
    expect(discountedRate(rate(100_000n), terms, NOON)).toBe(45_000n)
    expect(discountedRate(rate(100_000n), terms, NOON + 1)).toBe(90_000n)
  })

  test('never makes or loses a unit, whatever the fill, level, coupon and share', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 24n })
    const share = fc.bigInt({ min: 0n, max: 100_000_000n })
    fc.assert(
      fc.property(units, units, units, share, share, share, fc.option(units), (a, b, value, level, off, part, left) => {
        const [full, received] = a < b ? [a, b] : [b, a]
        const coupon = { discount: rate(off), left: left === null ? null : amount(left), endsAt: NOON + 1 }
        const basis = { full: amount(full), received: amount(received), value: amount(value), at: NOON }
        const { fee, couponSpent } = discountedTradingFee(basis, { levelDiscount: rate(level), coupon })
        const rebate = rebateOf(fee, rate(part))
        const [toUser, toHouse, toInviter] = [received - fee, fee - rebate, rebate]
        expect(toUser + toHouse + toInviter).toBe(received)
        expect(toUser >= 0n && toHouse >= 0n && toInviter >= 0n && fee <= full).toBe(true)
        expect(left === null || couponSpent <= left).toBe(true)
        // Never below the exact fee without a limit.
        if (left === null) expect(fee * 10n ** 16n >= full * (10n ** 8n - level) * (10n ** 8n - off)).toBe(true)
      }),
    )
  })

  test('is the same whether fills are charged one by one or together, as the ticket does', () => {
    const fill = fc.record({
      full: fc.bigInt({ min: 0n, max: 10n ** 9n }),
      value: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    })
    fc.assert(
      fc.property(fc.array(fill, { maxLength: 8 }), fc.bigInt({ min: 1n, max: 10n ** 12n }), (fills, left) => {
        const bases = fills.map(({ full, value }) => ({ ...BOUGHT, full: amount(full), received: amount(10n ** 12n), value: amount(value) })) // prettier-ignore
        let terms = withCoupon(left)
        let sum = 0n
        for (const basis of bases) {
          const charged = discountedTradingFee(basis, terms)
          sum += charged.fee
          const rest = (terms.coupon?.left ?? ZERO) - charged.couponSpent
          terms = charged.isCouponEmpty ? { ...terms, coupon: null } : terms.coupon ? withCoupon(rest) : terms
        }
        expect(chargeTradingFees(bases, withCoupon(left))).toBe(sum)
      }),
    )
  })
})

describe('a VIP level', () => {
  test('begins at its volume and not a unit below', () => {
    for (const { level, volumeMin } of VIP_LEVELS.slice(1)) {
      expect(levelOfVolume(volumeMin)).toBe(level)
      expect(levelOfVolume(amount(volumeMin - 1n))).toBe(level - 1)
    }
  })

  test('saves more and brings more the higher it is, and never a whole fee', () => {
    for (const [index, { feeDiscount, rebateShare }] of VIP_LEVELS.entries()) {
      const below = VIP_LEVELS[index - 1]
      if (below) expect(feeDiscount > below.feeDiscount && rebateShare > below.rebateShare).toBe(true)
      expect(feeDiscount < 100_000_000n && rebateShare < 100_000_000n).toBe(true)
    }
  })

  test('is reviewed when the day of UTC is over', () => {
    expect(nextReviewAt(NOON)).toBe(Date.UTC(2026, 10, 22))
    expect(nextReviewAt(Date.UTC(2026, 10, 22))).toBe(Date.UTC(2026, 10, 23))
  })

  test('is reviewed in the first hour of each day, at a time of the account’s own', () => {
    const traded = Array.from({ length: 600 }, (_, account) => NOON + account * 97_003)
    const first = traded.map(nextReviewAt)
    const second = first.map(nextReviewAt)
    expect(second).toEqual(first.map((at) => at + DAY_MS))
    for (const at of second) expect(at % DAY_MS).toBeLessThan(HOUR_MS)
    const perMinute = Map.groupBy(second, (at) => Math.floor(at / MINUTE_MS))
    expect(Math.max(...[...perMinute.values()].map((group) => group.length))).toBeLessThanOrEqual(30)
  })
})

test('Carol’s boost of 0.1% a day covers 500 of her 1,000 USDT: 4 and 0.5 USDT a day', () => {
  const thousand = amount(1_000_000_000n)
  const boost = { boost: rate(100_000n), principalMax: amount(500_000_000n) }
  expect(boostedYield(thousand, rate(400_000n), boost)).toBe(4_500_000n)
  expect(boostedYield(thousand, rate(400_000n), { ...boost, principalMax: null })).toBe(5_000_000n)
})
