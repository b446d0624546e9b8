// Coupons with approval of two people: shown to the second person, then written once.

import {
  changeCouponStatement,
  findCoupon,
  insertCouponStatement,
  isCouponCodeFree,
  isCouponUnchanged,
} from '#db/platform/coupon'
import { findAsset } from '#domain/catalogue'
import type { CouponProposal, CouponSwitches, ProposedCoupon } from '#domain/desk/proposal'
import type { ReviewDecision, ReviewFacts } from '#domain/desk/review'
import { decodeAmount, formatTrimmed, formatUnits, trimZeros } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { type Outcome, refuse } from '#domain/outcome'
import { minuteText } from '#domain/time'
import { loadCatalogue } from '../../catalogue'
import { writeAudited } from '../audit'

/** Carries out an approved proposal, once. */
export async function writeCoupon(
  env: Env,
  { reviewId, at }: ReviewDecision,
  proposal: CouponProposal,
): Promise<Outcome<unknown>> {
  const entry = { staffId: null, facts: { review: String(reviewId) }, commandId: `changed:${reviewId}`, at } as const
  if (proposal.act === 'coupon_add') {
    const { coupon } = proposal
    const added = await writeAudited(
      env,
      { ...entry, action: 'coupon_added', target: `coupon:${coupon.code ?? 'new'}` },
      { precondition: isCouponCodeFree(coupon.code), statements: [insertCouponStatement(env.DB, coupon)] },
    )
    return !added.ok && added.refusal.code === 'precondition_failed' ? refuse('coupon_code_taken') : added
  }
  const { couponId, before, after } = proposal
  return writeAudited(
    env,
    { ...entry, action: 'coupon_changed', target: `coupon:${couponId}` },
    {
      precondition: isCouponUnchanged(couponId, before, after.stock),
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

/** Rates and USDT values share one scale. */
const trimmed = (units: bigint): string => trimZeros(formatUnits(units, VALUE_SCALE))

/** Terms of a coupon in language-independent text. */
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
