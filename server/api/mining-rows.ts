// Response rows of locked deposits in exact decimal text: the old contract's row, and the fuller one of /v1.

import * as v from 'valibot'
import type { Asset } from '#domain/catalogue'
import { redemptionOf, termYield } from '#domain/mining/deposit'
import type { MiningTerms } from '#domain/mining/terms'
import { type Amount, decodeAmount, formatAmount, formatTrimmed } from '#domain/money/amount'
import { formatRate, formatPercentTrimmed, rate } from '#domain/money/rate'
import { dayText } from '#domain/time'
import type { DepositRow } from '#party/protocol/mining'
import { wireDecimal, wireId } from './fields'
import { wireDecimals } from './format'

type DepositAsset = Pick<Asset, 'code' | 'scale'>

export const wireDay = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/), v.description('of UTC'))

const percent = (text: string): string => formatPercentTrimmed(rate(BigInt(text)))

/** Rate range over the tiers: "0.3-0.4%". */
export function rateRange({ tiers }: Pick<MiningTerms, 'tiers'>): string {
  const texts = [...new Set(tiers.map(({ dailyRate }) => percent(dailyRate.toString())))]
  return `${texts.length > 1 ? `${texts[0]}-${texts.at(-1)}` : texts[0]}%`
}

export const lockOrder = v.object({
  id: wireId,
  currency_name: v.string(),
  amount: wireDecimal,
  day_rate: v.pipe(wireDecimal, v.description('percent')),
  total_interest: v.pipe(wireDecimal, v.description('of the term while it runs; what was paid, once it is over')),
  start_at: wireDay,
  end_at: wireDay,
  status: v.pipe(v.picklist([1, 2]), v.description('1 runs, 2 is over')),
  cancel_fee: v.pipe(v.number(), v.description('penalty of a redemption now, or the one that was taken')),
})

/** Penalty of a redemption at an instant. */
export const redemptionNow = ({ amount, startsAt, terms }: DepositRow, now: number) =>
  redemptionOf(
    {
      amount: decodeAmount(amount),
      startsAt,
      days: terms.days,
      penaltyRatio: rate(BigInt(terms.penaltyRatio)),
    },
    now,
  )

/** All yields of the running term. */
const termYieldOf = ({ amount, terms, boost, term }: DepositRow): Amount =>
  termYield({
    amount: decodeAmount(amount),
    dailyRate: rate(BigInt(terms.dailyRate)),
    days: terms.days,
    boost:
      boost && term === 1
        ? {
            boost: rate(BigInt(boost.boost)),
            days: boost.days,
            principalMax: boost.principalMax === null ? null : decodeAmount(boost.principalMax),
          }
        : null,
  })

export function lockOrderRow(
  row: DepositRow,
  { asset, now }: { readonly asset: DepositAsset; readonly now: number },
): v.InferOutput<typeof lockOrder> {
  const isRunning = row.state === 'running'
  const penalty = isRunning ? redemptionNow(row, now).penalty : decodeAmount(row.penalty)
  const interest = isRunning ? termYieldOf(row) : decodeAmount(row.yielded)
  return {
    id: row.orderNo,
    currency_name: asset.code,
    amount: wireDecimals(formatAmount(asset, decodeAmount(row.amount))),
    day_rate: percent(row.terms.dailyRate),
    total_interest: wireDecimals(formatAmount(asset, interest)),
    start_at: dayText(row.startsAt),
    end_at: dayText(row.maturesAt),
    status: isRunning ? 1 : 2,
    // Clients call toFixed on it.
    cancel_fee: Number(formatTrimmed(asset, penalty)),
  }
}

export const miningDeposit = v.object({
  deposit_id: wireId,
  product_id: wireId,
  asset: v.string(),
  amount: wireDecimal,
  days: v.number(),
  daily_rate: v.pipe(wireDecimal, v.description('fraction of the amount')),
  boost: v.nullable(v.object({ rate: wireDecimal, days: v.number(), principal_max: v.nullable(wireDecimal) })),
  penalty_ratio: v.pipe(wireDecimal, v.description('fraction of the amount, for each day left')),
  auto_renew: v.boolean(),
  state: v.picklist(['pending', 'running', 'redeemed', 'returned', 'called_off']),
  accepted_at: v.number(),
  starts_at: v.number(),
  matures_at: v.number(),
  term: v.pipe(v.number(), v.description('1, and one more with each renewal')),
  days_paid: v.pipe(v.number(), v.description('of this term')),
  yielded: v.pipe(wireDecimal, v.description('paid so far, over all terms')),
  penalty: wireDecimal,
  ended_at: v.nullable(v.number()),
  receipt_id: v.nullable(v.pipe(v.string(), v.description('the newest: of the deposit, or of its redemption'))),
})

export function depositRow(row: DepositRow, asset: DepositAsset): v.InferOutput<typeof miningDeposit> {
  const money = (text: string) => formatAmount(asset, decodeAmount(text))
  return {
    deposit_id: row.orderNo,
    product_id: row.productId,
    asset: asset.code,
    amount: money(row.amount),
    days: row.terms.days,
    daily_rate: formatRate(rate(BigInt(row.terms.dailyRate))),
    boost: row.boost && {
      rate: formatRate(rate(BigInt(row.boost.boost))),
      days: row.boost.days,
      principal_max: row.boost.principalMax === null ? null : money(row.boost.principalMax),
    },
    penalty_ratio: formatRate(rate(BigInt(row.terms.penaltyRatio))),
    auto_renew: row.isRenewed,
    state: row.state,
    accepted_at: row.acceptedAt,
    starts_at: row.startsAt,
    matures_at: row.maturesAt,
    term: row.term,
    days_paid: row.daysPaid,
    yielded: money(row.yielded),
    penalty: money(row.penalty),
    ended_at: row.endedAt,
    receipt_id: row.receiptId,
  }
}
