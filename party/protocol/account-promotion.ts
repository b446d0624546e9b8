// Protocol of an Account for VIP level, rebates and coupons. Rates and amounts are canonical integer text; values are in USDT with eight
// decimals.

import { decodeAmount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import type { CouponState, CouponTerms } from '#domain/promotion/coupon'
import type { FeeTerms } from '#domain/promotion/fee'
import { vipLevel } from '#domain/promotion/vip'

/** Current fee discounts of this account. */
export interface VipStatusRow {
  readonly level: number
  /** Value traded in the last thirty days. */
  readonly volume: string
  readonly coupon: {
    readonly ref: string
    readonly discount: string
    readonly left: string | null
    readonly endsAt: number
  } | null
}

/** Inputs of an account's fee calculation. */
export type FeeDiscounts = Pick<VipStatusRow, 'level' | 'coupon'>

/** The same as numbers. */
export function feeTermsOf({ level, coupon }: FeeDiscounts): FeeTerms {
  return {
    levelDiscount: vipLevel(level).feeDiscount,
    coupon: coupon && {
      discount: rate(BigInt(coupon.discount)),
      left: coupon.left === null ? null : decodeAmount(coupon.left),
      endsAt: coupon.endsAt,
    },
  }
}

export interface CouponRow {
  readonly ref: string
  readonly couponId: number
  readonly terms: CouponTerms
  readonly state: CouponState
  readonly grantedAt: number
  readonly expiresAt: number
  readonly usedAt: number | null
  readonly endsAt: number | null
  /** Saved so far, and the remaining saving; null without a limit. */
  readonly saved: string
  readonly left: string | null
}
