// How the desk's forms of coupons are read: days and times are of UTC, numbers plain.

import * as v from 'valibot'
import type { CouponSwitches } from '#domain/desk/proposal'
import { type Outcome, done } from '#domain/outcome'
import { COUPON_KINDS } from '#domain/promotion/coupon'
import { count, decimal, id, minute, ticked } from '#services/input'
import type { CouponForm } from '#services/promotion/coupon-desk'
import { readDeskForm } from './enter.server'

const SWITCHES = { stock: count(9), claimUntil: minute, isListed: ticked, isWelcome: ticked }
const CHANGE = v.object({ ...SWITCHES, isEnabled: ticked })
/** The service says which of the terms the kind of coupon needs. */
const COUPON = v.object({
  ...SWITCHES,
  kind: v.picklist(COUPON_KINDS),
  code: v.optional(v.string()),
  share: v.optional(decimal),
  days: v.optional(count(9)),
  amount: v.optional(decimal),
  assetId: v.optional(id),
  useWithinDays: count(9),
  claimFrom: minute,
})

export function readCouponForm(request: Request, form: FormData): Outcome<CouponForm> {
  const read = readDeskForm(request, form, COUPON)
  if (!read.ok) return read
  const { code = null, share = '', days = 0, amount = '', assetId = null, isListed, isWelcome, ...asked } = read.value
  return done({
    ...asked,
    ...{ code, share, days, amount, assetId },
    isListed: isListed !== undefined,
    isWelcome: isWelcome !== undefined,
  })
}

export function readSwitches(request: Request, form: FormData): Outcome<CouponSwitches> {
  const read = readDeskForm(request, form, CHANGE)
  if (!read.ok) return read
  const { isListed, isWelcome, isEnabled, ...asked } = read.value
  return done({
    ...asked,
    isListed: isListed !== undefined,
    isWelcome: isWelcome !== undefined,
    isEnabled: isEnabled !== undefined,
  })
}
