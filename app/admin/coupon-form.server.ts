// How the desk's forms of coupons are read: days and times are of UTC, numbers plain.

import type { CouponSwitches } from '#domain/desk/proposal'
import { COUPON_KINDS } from '#domain/promotion/coupon'
import { parseMinute } from '#domain/time'
import type { CouponForm } from '#services/promotion/coupon-desk'
import { plainDecimal } from '../forms/decimal-field'
import { idOf } from '../lists/query'
import { fieldOf, readFormLanguage } from '../visitor/visitor.server'

const countOf = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : 0)

/** NaN for what is no time: the service refuses it. */
const instantOf = (text: string): number => parseMinute(text) ?? NaN

/** Decimals are typed as the language of the page writes them. */
export function readCouponForm(request: Request, form: FormData): CouponForm {
  const language = readFormLanguage(request, form)
  const field = (name: string) => fieldOf(form, name).trim()
  return {
    kind: COUPON_KINDS.find((each) => each === field('kind')) ?? 'fee_discount',
    code: field('code'),
    share: plainDecimal(field('share'), language),
    days: countOf(field('days')),
    amount: plainDecimal(field('amount'), language),
    assetId: idOf(field('assetId')) || null,
    stock: countOf(field('stock')),
    useWithinDays: countOf(field('useWithinDays')),
    claimFrom: instantOf(field('claimFrom')),
    claimUntil: instantOf(field('claimUntil')),
    isListed: form.has('isListed'),
    isWelcome: form.has('isWelcome'),
  }
}

export const readSwitches = (form: FormData): CouponSwitches => ({
  stock: countOf(fieldOf(form, 'stock')),
  claimUntil: instantOf(fieldOf(form, 'claimUntil')),
  isListed: form.has('isListed'),
  isWelcome: form.has('isWelcome'),
  isEnabled: form.has('isEnabled'),
})
