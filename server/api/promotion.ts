// /api/v1 VIP level and promotion: levels, own fees, people invited, rebates, coupons. Goes beyond the wire contract.

import * as v from 'valibot'
import { findAsset } from '#domain/catalogue'
import { type Amount, decodeAmount, formatAmount } from '#domain/money/amount'
import { formatRate, rate } from '#domain/money/rate'
import { VALUE_SCALE } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import { COUPON_KINDS, COUPON_STATES, type CouponTerms } from '#domain/promotion/coupon'
import { VIP_LEVELS, type VipLevel } from '#domain/promotion/vip'
import { listBills } from '#services/bills'
import { loadCatalogue } from '#services/catalogue'
import {
  type CouponName,
  type CouponOffer,
  type CouponRow,
  claim,
  loadCoupons,
  useCoupon as takeCoupon,
} from '#services/promotion/coupons'
import { loadTeam } from '#services/promotion/invitation'
import { loadFeeSchedule } from '#services/promotion/fee-schedule'
import { id, limit, page, symbol, text } from '#services/input'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal, wireId } from './fields'
import { privateRoute, publicRoute } from './route'

const share = v.pipe(wireDecimal, v.description('a fraction: 0.2 is twenty percent'))
const usdt = v.pipe(wireDecimal, v.description('value in USDT'))
const instant = v.pipe(v.number(), v.description('milliseconds'))

const levelFields = v.object({ level: v.number(), volume_min: usdt, fee_discount: share, rebate_share: share })
const termsFields = v.object({
  kind: v.picklist(COUPON_KINDS),
  share: v.pipe(v.nullable(wireDecimal), v.description('of the fee, or added to the daily yield')),
  days: v.nullable(v.number()),
  amount: v.pipe(v.nullable(wireDecimal), v.description('most it saves in USDT, the bonus, or the most it covers')),
  currency_name: v.nullable(v.string()),
})
const couponFields = v.object({
  ref: v.string(),
  coupon_id: wireId,
  ...termsFields.entries,
  state: v.picklist(COUPON_STATES),
  granted_at: instant,
  expires_at: instant,
  used_at: v.nullable(instant),
  ends_at: v.nullable(instant),
  saved: usdt,
})
const offerFields = v.object({
  coupon_id: wireId,
  ...termsFields.entries,
  left: v.number(),
  claim_until: instant,
  use_within_days: v.number(),
})
const listing = <Row extends v.GenericSchema>(row: Row) =>
  v.object({ list: v.array(row), count: v.number(), page: v.number(), limit: v.number() })

export const promotionRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/vip',
    summary: 'VIP levels: volume of thirty days, discount on fees, share of rebates',
    tag: 'Promotion',
    input: v.object({}),
    output: v.array(levelFields),
    handler: () => done(VIP_LEVELS.map(levelRow)),
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/fee-schedule',
    summary: 'Own level and the fees of every pair as this account pays them now',
    tag: 'Promotion',
    input: v.object({ symbol: v.optional(symbol) }),
    output: v.object({
      level: levelFields,
      next_level: v.nullable(levelFields),
      volume: usdt,
      coupon: v.nullable(v.object({ ref: v.string(), discount: share, left: v.nullable(usdt), ends_at: instant })),
      pairs: v.array(v.object({ symbol: v.string(), maker: share, taker: share })),
    }),
    handler: async ({ env, session, input }) => {
      const schedule = await loadFeeSchedule(env, session, Date.now())
      if (!schedule.ok) return schedule
      const { level, next, volume, coupon, pairs } = schedule.value
      const chosen = input.symbol ? pairs.filter(({ pair }) => pair.symbol === input.symbol) : pairs
      if (input.symbol && chosen.length === 0) return refuse('pair_not_found')
      return done({
        level: levelRow(level),
        next_level: next && levelRow(next),
        volume: usdtText(volume),
        coupon: coupon && {
          ref: coupon.ref,
          discount: rateText(coupon.discount),
          left: coupon.left === null ? null : usdtText(decodeAmount(coupon.left)),
          ends_at: coupon.endsAt,
        },
        pairs: chosen.map(({ pair, maker, taker }) => ({
          symbol: pair.symbol,
          maker: formatRate(maker),
          taker: formatRate(taker),
        })),
      })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/team',
    summary: 'People invited, newest first, with their volume and the rebates from them',
    tag: 'Promotion',
    input: v.object({ page, limit: limit(20) }),
    output: listing(v.object({ name: v.string(), joined_at: instant, volume: usdt, rebate: usdt })),
    handler: async ({ env, session, input }) => {
      const team = await loadTeam(env, session, input)
      if (!team.ok) return team
      const list = team.value.rows.map(({ name, joinedAt, volume, rebate }) => ({
        name,
        joined_at: joinedAt,
        volume: usdtText(volume),
        rebate: usdtText(rebate),
      }))
      return done({ list, count: team.value.total, page: input.page, limit: input.limit })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/rebates',
    scope: 'read',
    summary: 'Rebates as they were paid, newest first, and their sums by currency',
    tag: 'Promotion',
    input: v.object(listFields),
    output: v.object({
      ...listOf(v.object({ id: wireId, at: instant, currency_name: v.string(), amount: wireDecimal })).entries,
      totals: v.array(v.object({ currency_name: v.string(), amount: wireDecimal })),
    }),
    handler: async ({ env, session, input }) => {
      const [team, bills] = await Promise.all([
        loadTeam(env, session, { page: 1, limit: 1 }),
        listBills(env, session, { reason: 'rebate', ...partOf(input) }),
      ])
      if (!team.ok) return team
      if (!bills.ok) return bills
      const { rows, end } = endOf(bills.value, input, ({ id: lineId }) => lineId)
      const list = rows.map((row) => ({
        id: row.id,
        at: row.at,
        currency_name: row.code,
        amount: row.value,
      }))
      const totals = team.value.earned.map(({ asset, amount }) => ({
        currency_name: asset.code,
        amount: formatAmount(asset, amount),
      }))
      return done({ list, ...end, totals })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/coupons',
    summary: 'Own coupons, newest first, and those that may be claimed',
    tag: 'Promotion',
    input: v.object({}),
    output: v.object({ list: v.array(couponFields), open: v.array(offerFields) }),
    handler: async ({ env, session }) => {
      const [catalogue, coupons] = await Promise.all([loadCatalogue(env), loadCoupons(env, session, Date.now())])
      if (!coupons.ok) return coupons
      const assetOf: AssetOf = (assetId) => findAsset(catalogue, assetId)
      return done({
        list: coupons.value.own.map((row) => couponRow(row, assetOf)),
        open: coupons.value.open.map((offer) => offerRow(offer, assetOf)),
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/coupons/claim',
    summary: 'Claim a coupon, by its code or by its number from the list; claiming again is the same claim',
    tag: 'Promotion',
    input: v.object({ coupon_code: v.optional(text(32)), coupon_id: v.optional(id) }),
    output: v.object({ ref: v.string(), coupon_id: wireId, is_new: v.boolean() }),
    handler: async ({ env, session, commandId, input }) => {
      const name = readName(input)
      if (!name.ok) return name
      const claimed = await claim(env, session, { ...name.value, commandId }, Date.now())
      if (!claimed.ok) return claimed
      const { ref, couponId, isNew } = claimed.value
      return done({ ref, coupon_id: couponId, is_new: isNew })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/coupons/use',
    summary: 'Use a coupon: a discount counts from now on, a bonus is paid into the spot wallet at once',
    tag: 'Promotion',
    input: v.object({ ref: text(64) }),
    output: couponFields,
    handler: async ({ env, session, commandId, input }) => {
      const [catalogue, used] = await Promise.all([
        loadCatalogue(env),
        takeCoupon(env, session, { commandId, ref: input.ref }),
      ])
      return used.ok ? done(couponRow(used.value, (assetId) => findAsset(catalogue, assetId))) : used
    },
  }),
]

type AssetOf = (assetId: number) => { readonly code: string; readonly scale: number } | undefined

const usdtText = (value: Amount): string => formatAmount({ scale: VALUE_SCALE }, value)
const rateText = (stored: string): string => formatRate(rate(BigInt(stored)))

const levelRow = ({ level, volumeMin, feeDiscount, rebateShare }: VipLevel) => ({
  level,
  volume_min: usdtText(volumeMin),
  fee_discount: formatRate(feeDiscount),
  rebate_share: formatRate(rebateShare),
})

/** The id wins if both are given. */
function readName(input: {
  readonly coupon_code?: string | undefined
  readonly coupon_id?: number | undefined
}): Outcome<CouponName> {
  if (input.coupon_id !== undefined) return done({ couponId: input.coupon_id })
  if (input.coupon_code !== undefined) return done({ code: input.coupon_code })
  return refuse('field_missing', { field: 'coupon_code' })
}

function termsRow(terms: CouponTerms, assetOf: AssetOf) {
  const money = (sum: { readonly assetId: number; readonly amount: string } | null) => {
    const asset = sum === null ? undefined : assetOf(sum.assetId)
    return {
      amount: sum && asset ? formatAmount(asset, decodeAmount(sum.amount)) : null,
      currency_name: asset?.code ?? null,
    }
  }
  switch (terms.kind) {
    case 'fee_discount': {
      const amount = terms.savingMax === null ? null : usdtText(decodeAmount(terms.savingMax))
      return { kind: terms.kind, share: rateText(terms.discount), days: terms.days, amount, currency_name: 'USDT' }
    }
    case 'trial_bonus':
      return { kind: terms.kind, share: null, days: null, ...money(terms) }
    case 'rate_boost':
      return { kind: terms.kind, share: rateText(terms.boost), days: terms.days, ...money(terms.principalMax) }
  }
}

const couponRow = ({ ref, couponId, terms, state, ...row }: CouponRow, assetOf: AssetOf) => ({
  ref,
  coupon_id: couponId,
  ...termsRow(terms, assetOf),
  state,
  granted_at: row.grantedAt,
  expires_at: row.expiresAt,
  used_at: row.usedAt,
  ends_at: row.endsAt,
  saved: usdtText(decodeAmount(row.saved)),
})

const offerRow = (
  { id: couponId, terms, stock, claimed, claimUntil, useWithinDays }: CouponOffer,
  assetOf: AssetOf,
) => ({
  coupon_id: couponId,
  ...termsRow(terms, assetOf),
  left: stock - claimed,
  claim_until: claimUntil,
  use_within_days: useWithinDays,
})
