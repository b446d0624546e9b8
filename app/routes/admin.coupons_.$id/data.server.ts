// Loader and actions of a coupon: immutable terms and changeable settings.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { mayDo } from '#domain/desk/role'
import { minuteText } from '#domain/time'
import { changeDeskCoupon } from '#services/desk/coupons'
import { termLines } from '#services/desk/kinds/coupon-change'
import { findCouponOffer } from '#services/promotion/coupon-desk'
import { readSwitches } from '../../admin/coupon-form.server'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { idOf } from '../../lists/query'

export async function loader(asked: LoaderFunctionArgs) {
  const member = await requireStaff(asked, 'coupons:read')
  const { env } = asked.context
  const coupon = await findCouponOffer(env, idOf(asked.params['id']))
  if (!coupon) throw new Response(null, { status: 404 })
  const { terms, ...rest } = coupon
  return {
    ...deskPage(asked.request, 'coupons'),
    coupon: { ...rest, kind: terms.kind, untilField: minuteText(coupon.claimUntil) },
    lines: await termLines(env, terms),
    mayChange: mayDo(member.role, 'coupons:write'),
  }
}

export async function action(asked: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(asked, 'coupons:write')
  const couponId = idOf(asked.params['id'])
  const read = readSwitches(asked.request, form)
  const outcome = read.ok
    ? await changeDeskCoupon(asked.context.env, member, { couponId, after: read.value, commandId, at })
    : read
  const done = outcome.ok && outcome.value.kind === 'proposed' ? 'asked' : 'saved'
  return answerDesk(asked.request, outcome, { step: 'change', path: `/admin/coupons/${couponId}`, done })
}
