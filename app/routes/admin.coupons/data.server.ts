// Loader of all coupons; action that requests a new one.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { mayDo } from '#domain/desk/role'
import { COUPON_KINDS } from '#domain/promotion/coupon'
import { DAY_MS, minuteText } from '#domain/time'
import { loadCatalogue } from '#services/catalogue'
import { proposeCoupon } from '#services/desk/coupons'
import { termLines } from '#services/desk/kinds/coupon-change'
import { listCouponOffers } from '#services/promotion/coupon-desk'
import { readCouponForm } from '../../admin/coupon-form.server'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { couponFilter } from '../../admin/list-filter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'

const OPEN_DAYS = 30

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, 'coupons:read')
  const { env } = args.context
  const search = new URL(args.request.url).searchParams
  const filter = couponFilter(search)
  const page = readPage(args.request)
  const [{ rows, total }, { assets }] = await Promise.all([
    listCouponOffers(env, filter, { page, limit: PAGE_SIZE }),
    loadCatalogue(env),
  ])
  const now = Date.now()
  return {
    ...deskPage(args.request, 'coupons'),
    rows: await Promise.all(
      rows.map(async ({ terms, ...row }) => ({
        ...row,
        kind: terms.kind,
        lines: await termLines(env, terms),
      })),
    ),
    total,
    page,
    kinds: COUPON_KINDS,
    chosen: { text: filter.text, kind: filter.kind ?? '', state: search.get('state') ?? '' },
    assets: assets.map(({ id, code }) => ({ id, code })),
    preset: { from: minuteText(now), until: minuteText(now + OPEN_DAYS * DAY_MS) },
    mayAdd: mayDo(member.role, 'coupons:write'),
  }
}

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'coupons:write')
  const read = readCouponForm(args.request, form)
  const outcome = read.ok ? await proposeCoupon(args.context.env, member, { form: read.value, commandId, at }) : read
  return answerDesk(args.request, outcome, { step: 'add', path: '/admin/coupons', done: 'asked' })
}
