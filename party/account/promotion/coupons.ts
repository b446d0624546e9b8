// Grant and use of coupons, and the timer that ends them. Each runs in a turn of the account.

import { assertNever } from '#domain/assert'
import { findAsset } from '#domain/catalogue'
import { decodeAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { CouponTerms } from '#domain/promotion/coupon'
import type { CouponRow } from '#party/protocol/account-promotion'
import type { Capabilities } from '../capabilities'
import type { Turn } from '../feature'
import { move } from '../ledger'
import type { Promotion } from './state'

type UseRefusal =
  | 'coupon_not_found'
  | 'coupon_not_available'
  | 'coupon_already_active'
  | 'coupon_needs_product'
  | 'asset_not_found'

/** A discount starts now, a bonus is paid at once; a rate boost is used by its product later. */
export function useCoupon(
  promotion: Promotion,
  { ref }: { readonly ref: string },
  { now }: Turn,
): Outcome<CouponRow, UseRefusal> {
  const { account, coupons } = promotion
  if (!coupons.has(ref)) return refuse('coupon_not_found')
  const coupon = coupons.findAvailable(ref, now)
  if (!coupon) return refuse('coupon_not_available')
  const { terms } = coupon
  switch (terms.kind) {
    case 'fee_discount':
      if (coupons.activeDiscount(now)) return refuse('coupon_already_active')
      coupons.activate(ref, now)
      break
    case 'trial_bonus': {
      if (!findAsset(account.catalogue, terms.assetId)) return refuse('asset_not_found')
      const lines = move(terms.assetId, decodeAmount(terms.amount), '@house', 'change:available')
      account.ledger.post({ reason: 'coupon_bonus', ref, lines }, now)
      coupons.markUsed(ref, now)
      break
    }
    case 'rate_boost':
      return refuse('coupon_needs_product')
    default:
      assertNever(terms)
  }
  setCouponTimer(promotion, now)
  return done(coupons.row(ref))
}

/** Boost coupons for deposits. A coupon of a deposit that never started is available again until it expires. */
export const boostsOf = (promotion: Promotion): Capabilities['boosts'] => ({
  available: (now) =>
    promotion.coupons
      .rows(now)
      .flatMap(({ ref, terms, state, expiresAt }) =>
        state === 'available' && terms.kind === 'rate_boost' ? [{ ...terms, ref, expiresAt }] : [],
      ),
  find: (ref, now) => {
    if (!promotion.coupons.has(ref)) return refuse('coupon_not_found')
    const terms = promotion.coupons.findAvailable(ref, now)?.terms
    return terms?.kind === 'rate_boost' ? done(terms) : refuse('coupon_not_available')
  },
  spend: (ref, now) => {
    promotion.coupons.markUsed(ref, now)
    setCouponTimer(promotion, now)
  },
  giveBack: (ref, now) => {
    promotion.coupons.giveBack(ref)
    setCouponTimer(promotion, now)
  },
})

/** Once per `ref`. */
export function grantCoupon(
  promotion: Promotion,
  {
    ref,
    couponId,
    terms,
    expiresAt,
  }: { readonly ref: string; readonly couponId: number; readonly terms: CouponTerms; readonly expiresAt: number },
  { now }: Turn,
): { readonly isGranted: boolean } {
  const isGranted = promotion.coupons.grant({ ref, couponId, terms, expiresAt }, now)
  setCouponTimer(promotion, now)
  if (isGranted)
    promotion.account.capabilities.notices.add({ kind: 'coupon_received', ref, facts: { coupon: terms.kind } }, now)
  return { isGranted }
}

/** Ends expired coupons and sets the timer to the next expiry. */
export function setCouponTimer({ account, coupons }: Promotion, now: number): void {
  const next = coupons.expire(now)
  if (next === null) account.timers.clear('coupon')
  else account.timers.set('coupon', next)
}
