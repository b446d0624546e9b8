// Coupons for stories, made as the desk makes them: one admin asks, another agrees.

import { env } from 'cloudflare:workers'
import { findCoupon } from '#db/platform/coupon'
import type { CouponSwitches } from '#domain/desk/proposal'
import { type Outcome, done, refuse } from '#domain/outcome'
import { changeDeskCoupon, proposeCoupon } from '#services/desk/coupons'
import type { CouponForm } from '#services/promotion/coupon-desk'
import { perFile } from '../kit/per-file'
import { type Hired, commandId, decide, firstAdmin, reviewOf, secondAdmin } from './office'

/** Ada proposes, Otto approves. */
export const couponAdmins = perFile(async (): Promise<readonly [Hired, Hired]> => {
  const at = Date.now() - 120_000
  return [await firstAdmin('ada@cm.example', at), await secondAdmin(at)]
})

/** Executes a proposal approved by both, or returns the review's refusal code. */
async function agree(id: string): Promise<Outcome<null>> {
  const [, second] = await couponAdmins()
  const decided = await decide(second, await reviewOf(id), 'approve', Date.now())
  if (decided.kind !== 'decided') return refuse('second_person_needed')
  return decided.resolved.kind === 'refused' ? refuse(decided.resolved.code) : done(null)
}

/** The new coupon's number. */
export async function makeCoupon(form: CouponForm): Promise<Outcome<{ readonly couponId: number }>> {
  const [first] = await couponAdmins()
  const id = commandId()
  const asked = await proposeCoupon(env, first.member, { form, commandId: id, at: Date.now() })
  if (!asked.ok) return asked
  const agreed = await agree(id)
  const couponId = await env.DB.prepare('select max(id) as id from coupon').first<number>('id')
  return agreed.ok ? done({ couponId: couponId ?? 0 }) : agreed
}

export async function changeCoupon(couponId: number, change: Partial<CouponSwitches>): Promise<Outcome<null>> {
  const [first] = await couponAdmins()
  const now = await findCoupon(env.DB, couponId)
  const { stock = 1, claimUntil = 0, isListed = false, isWelcome = false, isEnabled = false } = now ?? {}
  const after = { stock, claimUntil, isListed, isWelcome, isEnabled, ...change }
  const id = commandId()
  const asked = await changeDeskCoupon(env, first.member, { couponId, after, commandId: id, at: Date.now() })
  if (!asked.ok) return asked
  return asked.value.kind === 'proposed' ? agree(id) : done(null)
}
