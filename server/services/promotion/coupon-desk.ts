// Coupon form parsing and coupon list of the desk; permissions and approvals are in desk/coupons.ts.

import { type CouponFilter, type CouponOffer, type NewCoupon, findCoupon, listCoupons } from '#db/platform/coupon'
import type { Slice } from '#db/platform/slice'
import { findAsset } from '#domain/catalogue'
import { encodeAmount, parseAmount } from '#domain/money/amount'
import { RATE_ONE, parseRate } from '#domain/money/rate'
import { parseUsdt } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import { COUPON_DAYS_MAX, COUPON_STOCK_MAX, type CouponKind, type CouponTerms } from '#domain/promotion/coupon'
import { loadCatalogue } from '../catalogue'

export type { CouponFilter }

export type CouponDeskRefusal =
  | 'coupon_code_taken'
  | 'coupon_code_malformed'
  | 'coupon_terms_malformed'
  | 'coupon_stock_malformed'
  | 'coupon_time_malformed'
  | 'coupon_stock_below_claimed'
  | 'coupon_not_found'

/** Coupon form as typed; fields unused by the kind are ignored. */
export interface CouponForm {
  readonly kind: CouponKind
  /** Null or empty: not claimable by a code. */
  readonly code: string | null
  /** Rate: "0.5" is half of the fee; "0.005" is 0.5 % a day. */
  readonly share: string
  readonly days: number
  /** Maximum discount in USDT; bonus amount; or maximum boosted amount. Empty: unlimited. */
  readonly amount: string
  readonly assetId: number | null
  readonly stock: number
  readonly useWithinDays: number
  readonly claimFrom: number
  readonly claimUntil: number
  readonly isListed: boolean
  readonly isWelcome: boolean
}

/** Coupon row from the form, or a refusal. */
export async function readCoupon(
  env: Env,
  form: CouponForm,
  now: number,
): Promise<Outcome<NewCoupon, CouponDeskRefusal>> {
  const code = form.code?.trim().toUpperCase() ?? ''
  if (code !== '' && !/^[A-Z0-9-]{4,32}$/.test(code)) return refuse('coupon_code_malformed')
  if (!isCount(form.stock, COUPON_STOCK_MAX)) return refuse('coupon_stock_malformed')
  const { useWithinDays, claimFrom, claimUntil, stock, isListed, isWelcome } = form
  if (!isCount(useWithinDays, COUPON_DAYS_MAX) || !(claimFrom < claimUntil)) return refuse('coupon_time_malformed')
  const terms = await readTerms(env, form)
  if (!terms) return refuse('coupon_terms_malformed')
  const row = { terms, stock, useWithinDays, claimFrom, claimUntil, isListed, isWelcome, createdAt: now }
  return done({ ...row, code: code === '' ? null : code })
}

/** Newest first. */
export const listCouponOffers = (
  env: Pick<Env, 'DB'>,
  filter: CouponFilter,
  slice: Slice,
): Promise<{ readonly rows: readonly CouponOffer[]; readonly total: number }> => listCoupons(env.DB, filter, slice)

export const findCouponOffer = (env: Pick<Env, 'DB'>, couponId: number): Promise<CouponOffer | null> =>
  findCoupon(env.DB, couponId)

const isCount = (value: number, most: number): boolean => Number.isSafeInteger(value) && value >= 1 && value <= most

async function readTerms(env: Env, { kind, ...form }: CouponForm): Promise<CouponTerms | null> {
  const share = parseRate(form.share === '' ? '0' : form.share)
  if (!share.ok) return null
  if (kind === 'trial_bonus') {
    const bonus = await readAmount(env, form)
    return bonus && bonus.amount !== '0' ? { kind, ...bonus } : null
  }
  if (share.value <= 0n || share.value > RATE_ONE || !isCount(form.days, COUPON_DAYS_MAX)) return null
  if (kind === 'fee_discount') {
    const most = form.amount === '' ? null : parseUsdt(form.amount)
    if (form.amount !== '' && !most) return null
    return { kind, discount: share.value.toString(), days: form.days, savingMax: most && encodeAmount(most) }
  }
  const principalMax = form.amount === '' ? null : await readAmount(env, form)
  if (form.amount !== '' && !principalMax) return null
  return { kind, boost: share.value.toString(), days: form.days, principalMax }
}

async function readAmount(
  env: Env,
  { assetId, amount }: Pick<CouponForm, 'assetId' | 'amount'>,
): Promise<{ readonly assetId: number; readonly amount: string } | null> {
  const asset = assetId === null ? undefined : findAsset(await loadCatalogue(env), assetId)
  const parsed = asset && parseAmount(asset, amount)
  return asset && parsed?.ok ? { assetId: asset.id, amount: encodeAmount(parsed.value) } : null
}
