// Coupons: effect, duration and states per kind. Amounts and rates are canonical integer text, because terms are stored and sent as
// granted: later edits by operators don't change granted coupons.

import { type Amount, ZERO, add, amount, minimum } from '../money/amount'
import { type Rate, applyRateDown } from '../money/rate'

export const COUPON_KINDS = ['fee_discount', 'trial_bonus', 'rate_boost'] as const
export type CouponKind = (typeof COUPON_KINDS)[number]

export type CouponTerms =
  | {
      readonly kind: 'fee_discount'
      /** Share of the fee, a Rate. */
      readonly discount: string
      /** Days from its use. */
      readonly days: number
      /** The most it saves, a value in USDT (VALUE_SCALE); null for no limit. */
      readonly savingMax: string | null
    }
  | { readonly kind: 'trial_bonus'; readonly assetId: number; readonly amount: string }
  | {
      readonly kind: 'rate_boost'
      /** Added to a product's daily yield, a Rate. */
      readonly boost: string
      /** Most days of one deposit with the boost. */
      readonly days: number
      /** Boosted part of a deposit, in the deposit's asset; null for the whole. */
      readonly principalMax: { readonly assetId: number; readonly amount: string } | null
    }

/**
 * `available` until used or expired; `active` while a fee discount applies; `used` when its effect is over, `expired` when it wasn't used
 * in time.
 */
export const COUPON_STATES = ['available', 'active', 'used', 'expired'] as const
export type CouponState = (typeof COUPON_STATES)[number]

export type CouponRefusal =
  | 'coupon_not_found'
  | 'coupon_not_available'
  | 'coupon_out_of_stock'
  | 'coupon_claim_closed'
  | 'coupon_already_active'
  | 'coupon_needs_product'

/** Limits of a coupon's creation. */
export const COUPON_DAYS_MAX = 365
export const COUPON_STOCK_MAX = 1_000_000

/** Reference per coupon and person: a repeated claim is the same claim. */
export const claimRef = (couponId: number, userId: number): string => `coupon:${couponId}:${userId}`

export interface RateBoost {
  readonly boost: Rate
  readonly principalMax: Amount | null
}

/** One day's yield of a deposit, the boost counted for the part that it covers; fractions of a unit are dropped. */
export function boostedYield(principal: Amount, dailyRate: Rate, { boost, principalMax }: RateBoost): Amount {
  const covered = principalMax === null ? principal : minimum(principal, principalMax)
  return add(applyRateDown(principal, dailyRate), covered > ZERO ? applyRateDown(covered, boost) : amount(0n))
}
