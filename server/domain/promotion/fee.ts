// Fee of a fill: the pair's fee, less the level's discount, less the active coupon's discount, and the inviter's part of the rest. Exact
// and pure: the ticket computes the displayed fee by it.

import { assert } from '../assert'
import { type Amount, ZERO, add, amount, minimum, subtract } from '../money/amount'
import { RATE_ONE, type Rate, applyRateDown, applyRateUp, rate } from '../money/rate'
import { divideDown, divideUp } from '../money/rounding'
import { VALUE_SCALE, valueInUsdt } from '../money/valuation'

const ONE_USDT = amount(10n ** BigInt(VALUE_SCALE))

/** A fee coupon in use. */
export interface FeeCoupon {
  /** Discount rate on the fee after the level's discount. */
  readonly discount: Rate
  /** Remaining saving as a USDT value (VALUE_SCALE); null without a limit. */
  readonly left: Amount | null
  /** Counts for fills before this instant. */
  readonly endsAt: number
}

export interface FeeTerms {
  readonly levelDiscount: Rate
  readonly coupon: FeeCoupon | null
}

/** Inputs of a fill's fee. */
export interface FeeBasis {
  /** The fee at the pair's maker or taker rate (`tradingFee`, server/domain/spot.ts), in the received asset. */
  readonly full: Amount
  /** Received amount that the fee is deducted from, in the same asset. */
  readonly received: Amount
  /** USDT value of the received amount (VALUE_SCALE); null without a known price. */
  readonly value: Amount | null
  readonly at: number
}

export interface ChargedFee {
  readonly fee: Amount
  /** Saving by the coupon as a USDT value; zero without one. */
  readonly couponSpent: Amount
  /** The coupon is used up. */
  readonly isCouponEmpty: boolean
}

/**
 * Trading fee of a fill after the discounts of level and coupon. Each step rounds up, in the house's favour: the result lies between the exact
 * fee and the full fee. A limited coupon saves at most its remainder, and requires a known `value`.
 */
export function discountedTradingFee(
  { full, received, value, at }: FeeBasis,
  { levelDiscount, coupon }: FeeTerms,
): ChargedFee {
  assert(full >= 0n && full <= received, 'a fee is part of what is received')
  const levelFee = applyRateUp(full, remainder(levelDiscount))
  const plain = { fee: levelFee, couponSpent: ZERO, isCouponEmpty: false }
  if (coupon === null || at >= coupon.endsAt) return plain
  const saving = subtract(levelFee, applyRateUp(levelFee, remainder(coupon.discount)))
  if (coupon.left === null) {
    return {
      ...plain,
      fee: subtract(levelFee, saving),
      couponSpent: value === null ? ZERO : worth(saving, received, value),
    }
  }
  if (value === null || value === 0n || saving === 0n) return plain
  // Rounded down: a coupon never exceeds its limit.
  const savingMax = amount(divideDown(coupon.left * received, value))
  const isCouponEmpty = saving >= savingMax
  return {
    fee: subtract(levelFee, minimum(saving, savingMax)),
    couponSpent: isCouponEmpty ? coupon.left : minimum(worth(saving, received, value), coupon.left),
    isCouponEmpty,
  }
}

/** Several fills in sequence: each uses up a part of the coupon for the following ones. */
export function chargeTradingFees(fills: readonly FeeBasis[], terms: FeeTerms): Amount {
  let sum = ZERO
  let { coupon } = terms
  for (const fill of fills) {
    const { fee, couponSpent, isCouponEmpty } = discountedTradingFee(fill, { ...terms, coupon })
    sum = add(sum, fee)
    if (isCouponEmpty) coupon = null
    else if (coupon && coupon.left !== null) coupon = { ...coupon, left: subtract(coupon.left, couponSpent) }
  }
  return sum
}

/** USDT value of a fill (VALUE_SCALE); null when the quote asset has no known price. */
export function fillValue(
  quoteAsset: { readonly code: string; readonly scale: number },
  quote: Amount,
  quotePrice: Amount | null,
): Amount | null {
  const price = quoteAsset.code === 'USDT' ? ONE_USDT : quotePrice
  return price === null ? null : valueInUsdt(quoteAsset, quote, price)
}

/** The inviter's part of a fee, rounded down: the fraction of a unit stays with the house. */
export const rebateOf = (fee: Amount, share: Rate): Amount => applyRateDown(fee, share)

/** Value of a part of the received amount, rounded up, when the whole is worth `value`. */
export const worth = (part: Amount, received: Amount, value: Amount): Amount =>
  received === 0n ? ZERO : amount(divideUp(part * value, received))

/** Display rate of a discounted fee, rounded up like the fee. */
export function discountedRate(own: Rate, { levelDiscount, coupon }: FeeTerms, now: number): Rate {
  const ofLevel = upBy(own, remainder(levelDiscount))
  return coupon && now < coupon.endsAt ? upBy(ofLevel, remainder(coupon.discount)) : ofLevel
}

const upBy = (own: Rate, share: Rate): Rate => rate(divideUp(own * share, RATE_ONE))

function remainder(discount: Rate): Rate {
  assert(discount >= 0n && discount <= RATE_ONE, 'a discount is a share')
  return rate(RATE_ONE - discount)
}
