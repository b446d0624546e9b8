// Coupon administration. Coupons give money away: creating or increasing one needs two approvals, reducing one needs
// one.

import { type CouponOffer, changeCouponStatement, findCoupon, isCouponUnchanged } from '#db/platform/coupon'
import { type CouponSwitches, isMoreCoupon } from '#domain/desk/proposal'
import { type Outcome, done, refuse } from '#domain/outcome'
import { COUPON_STOCK_MAX } from '#domain/promotion/coupon'
import { type CouponDeskRefusal, type CouponForm, readCoupon } from '../promotion/coupon-desk'
import { writeAudited } from './audit'
import { type ProposeRefusal, propose } from './propose'
import { type StaffMember, checkPermission } from './session'

export type DeskCouponRefusal = ProposeRefusal | CouponDeskRefusal | 'permission_missing' | 'nothing_changed'

interface CouponCommand {
  readonly commandId: string
  readonly at: number
}

/** Proposes a new coupon to a second person. */
export async function proposeCoupon(
  env: Env,
  by: StaffMember,
  { form, commandId, at }: CouponCommand & { readonly form: CouponForm },
): Promise<Outcome<null, DeskCouponRefusal>> {
  const admitted = checkPermission(by, 'coupons:write')
  if (!admitted.ok) return admitted
  const coupon = await readCoupon(env, form, at)
  if (!coupon.ok) return coupon
  const { code, terms, stock } = coupon.value
  return propose(env, by, {
    proposal: { act: 'coupon_add', coupon: coupon.value },
    target: `coupon:${code ?? 'new'}`,
    facts: { act: 'coupon_add', kind: terms.kind, stock: String(stock) },
    commandId,
    at,
  })
}

export type CouponChanged = { readonly kind: 'done' | 'proposed' }

const switchesOf = ({ stock, claimUntil, isListed, isWelcome, isEnabled }: CouponOffer): CouponSwitches => ({
  stock,
  claimUntil,
  isListed,
  isWelcome,
  isEnabled,
})
const SWITCHES = ['stock', 'claimUntil', 'isListed', 'isWelcome', 'isEnabled'] as const

export async function changeDeskCoupon(
  env: Env,
  by: StaffMember,
  { couponId, after, commandId, at }: CouponCommand & { readonly couponId: number; readonly after: CouponSwitches },
): Promise<Outcome<CouponChanged, DeskCouponRefusal>> {
  const admitted = checkPermission(by, 'coupons:write')
  if (!admitted.ok) return admitted
  const coupon = await findCoupon(env.DB, couponId)
  if (!coupon) return refuse('coupon_not_found')
  const before = switchesOf(coupon)
  const changed = SWITCHES.filter((name) => before[name] !== after[name])
  if (changed.length === 0) return refuse('nothing_changed')
  if (!Number.isSafeInteger(after.stock) || after.stock < 1 || after.stock > COUPON_STOCK_MAX)
    return refuse('coupon_stock_malformed')
  if (after.stock < coupon.claimed) return refuse('coupon_stock_below_claimed')
  if (!(coupon.claimFrom < after.claimUntil)) return refuse('coupon_time_malformed')

  const facts = Object.fromEntries(changed.map((name) => [name, `${before[name]} → ${after[name]}`]))
  const target = `coupon:${couponId}`
  if (isMoreCoupon(before, after)) {
    const proposal = { act: 'coupon_change', couponId, before, after } as const
    const asked = await propose(env, by, { proposal, target, facts, commandId, at })
    return asked.ok ? done({ kind: 'proposed' }) : asked
  }
  const entry = { staffId: by.id, action: 'coupon_changed', target, facts, commandId, at } as const
  const written = await writeAudited(env, entry, {
    precondition: isCouponUnchanged(couponId, before, after.stock),
    statements: [changeCouponStatement(env.DB, couponId, after)],
  })
  return written.ok ? done({ kind: 'done' }) : written
}
