// Coupons at the desk: money is given away by them, so a new one, and more of one, takes two people; less of one takes one.

import {
  type CouponOffer,
  changeCouponStatement,
  findCoupon,
  insertCouponStatement,
  isCouponCodeFree,
  isCouponUnchanged,
} from '#db/platform/coupon'
import { findAsset } from '#domain/catalogue'
import { type CouponProposal, type CouponSwitches, type ProposedCoupon, isMoreCoupon } from '#domain/desk/proposal'
import type { ReviewDecision, ReviewFacts } from '#domain/desk/review'
import { decodeAmount, formatTrimmed, formatUnits, trimZeros } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import { COUPON_STOCK_MAX } from '#domain/promotion/coupon'
import { minuteText } from '#domain/time'
import { loadCatalogue } from '../catalogue'
import { type CouponDeskRefusal, type CouponForm, readCoupon } from '../promotion/coupon-desk'
import { act } from './audit'
import { type ProposeRefusal, propose } from './proposal'
import { type StaffMember, checkPermission } from './session'

export type DeskCouponRefusal = ProposeRefusal | CouponDeskRefusal | 'permission_missing' | 'nothing_changed'

interface CouponCommand {
  readonly commandId: string
  readonly at: number
}

/** Asks another person for a new coupon. */
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
  const deed = { staffId: by.id, action: 'coupon_changed', target, facts, commandId, at } as const
  const acted = await act(env, deed, {
    isSo: isCouponUnchanged(couponId, before, after.stock),
    statements: [changeCouponStatement(env.DB, couponId, after)],
  })
  return acted.ok ? done({ kind: 'done' }) : acted
}

/** Carries out what two people agreed on, once. */
export async function settleCoupon(
  env: Env,
  { reviewId, at }: ReviewDecision,
  proposal: CouponProposal,
): Promise<Outcome<unknown>> {
  const deed = { staffId: null, facts: { review: String(reviewId) }, commandId: `changed:${reviewId}`, at } as const
  if (proposal.act === 'coupon_add') {
    const { coupon } = proposal
    const added = await act(
      env,
      { ...deed, action: 'coupon_added', target: `coupon:${coupon.code ?? 'new'}` },
      { isSo: isCouponCodeFree(coupon.code), statements: [insertCouponStatement(env.DB, coupon)] },
    )
    return !added.ok && added.refusal.code === 'precondition_failed' ? refuse('coupon_code_taken') : added
  }
  const { couponId, before, after } = proposal
  return act(
    env,
    { ...deed, action: 'coupon_changed', target: `coupon:${couponId}` },
    {
      isSo: isCouponUnchanged(couponId, before, after.stock),
      statements: [changeCouponStatement(env.DB, couponId, after)],
    },
  )
}

type Line = ReviewFacts['lines'][number]

export async function couponFacts(env: Env, proposal: CouponProposal): Promise<ReviewFacts> {
  if (proposal.act === 'coupon_add') return { lines: await couponLines(env, proposal.coupon), images: [] }
  const { couponId, before, after } = proposal
  const coupon = await findCoupon(env.DB, couponId)
  const change = (
    label: Line['label'],
    name: keyof CouponSwitches,
    text: (value: number | boolean) => string,
  ): Line[] => (before[name] === after[name] ? [] : [{ label, value: `${text(before[name])} → ${text(after[name])}` }])
  return {
    lines: [
      { label: 'row', value: `coupon #${couponId}` },
      ...(coupon ? await couponLines(env, { ...coupon, ...before }) : []),
      ...change('stock', 'stock', String),
      ...change('until', 'claimUntil', instantText),
      ...change('listed', 'isListed', flagText),
      ...change('welcome', 'isWelcome', flagText),
      ...change('enabled', 'isEnabled', flagText),
    ],
    images: [],
  }
}

const flagText = (value: number | boolean): string => (value ? '1' : '0')
/** As the desk's own times: UTC. */
const instantText = (value: number | boolean): string => `${minuteText(Number(value))}Z`

async function couponLines(env: Env, coupon: ProposedCoupon): Promise<Line[]> {
  const { code, terms, stock, useWithinDays, claimFrom, claimUntil, isListed, isWelcome } = coupon
  return [
    { label: 'coupon', value: terms.kind },
    ...(await termLines(env, terms)),
    ...(code === null ? [] : [{ label: 'coupon_code', value: code } as const]),
    { label: 'stock', value: String(stock) },
    { label: 'use_within', value: String(useWithinDays) },
    { label: 'from', value: instantText(claimFrom) },
    { label: 'until', value: instantText(claimUntil) },
    { label: 'listed', value: flagText(isListed) },
    { label: 'welcome', value: flagText(isWelcome) },
  ]
}

/** Rates and values in USDT have the same scale. */
const trimmed = (units: bigint): string => trimZeros(formatUnits(units, VALUE_SCALE))

/** What a coupon is worth, in words that need no translation. */
export async function termLines(env: Env, terms: ProposedCoupon['terms']): Promise<Line[]> {
  const catalogue = await loadCatalogue(env)
  const money = ({ assetId, amount }: { readonly assetId: number; readonly amount: string }): string => {
    const asset = findAsset(catalogue, assetId)
    return asset ? `${formatTrimmed(asset, decodeAmount(amount))} ${asset.code}` : `${amount} #${assetId}`
  }
  const share = (rate: string): Line => ({ label: 'share', value: trimmed(BigInt(rate)) })
  switch (terms.kind) {
    case 'trial_bonus':
      return [{ label: 'amount', value: money(terms) }]
    case 'fee_discount': {
      const most = terms.savingMax
      const limit = most === null ? [] : [{ label: 'amount', value: `${trimmed(BigInt(most))} USDT` } as const]
      return [share(terms.discount), { label: 'days', value: String(terms.days) }, ...limit]
    }
    case 'rate_boost': {
      const limit = terms.principalMax === null ? [] : [{ label: 'amount', value: money(terms.principalMax) } as const]
      return [share(terms.boost), { label: 'days', value: String(terms.days) }, ...limit]
    }
  }
}
