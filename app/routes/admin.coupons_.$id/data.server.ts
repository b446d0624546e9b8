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

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, 'coupons:read')
  const { env } = args.context
  const coupon = await findCouponOffer(env, idOf(args.params['id']))
  if (!coupon) throw new Response(null, { status: 404 })
  const { terms, ...rest } = coupon
  return {
    ...deskPage(args.request, 'coupons'),
    coupon: { ...rest, kind: terms.kind, untilField: minuteText(coupon.claimUntil) },
    lines: await termLines(env, terms),
    mayChange: mayDo(member.role, 'coupons:write'),
  }
}

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'coupons:write')
  const couponId = idOf(args.params['id'])
  const read = readSwitches(args.request, form)
  const outcome = read.ok
    ? await changeDeskCoupon(args.context.env, member, { couponId, after: read.value, commandId, at })
    : read
  const done = outcome.ok && outcome.value.kind === 'proposed' ? 'asked' : 'saved'
  return answerDesk(args.request, outcome, { step: 'change', path: `/admin/coupons/${couponId}`, done })
}
