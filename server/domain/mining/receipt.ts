// Receipt of a locked deposit: the yield of each of its days, named by every yield's bill; and the penalty of an early redemption.

import * as v from 'valibot'
import { type Amount, amount as toAmount, encodeAmount } from '../money/amount'
import { type Rate, rate } from '../money/rate'
import { count, name, orNull, receiptSalt, units } from '../published-forms'
import type { ReceiptKind } from '../receipt-kind'
import { DAY_MS } from '../time'
import { type DepositBoost, dayYield, nextMidnight, redemptionOf } from './deposit'

export const MINING_RULE = 'mining-1'

const MINUTES_A_DAY = 1_440

const SHAPE = v.strictObject({
  rule: v.literal(MINING_RULE),
  at: count,
  deposit: v.strictObject({
    ...{ no: count, asset: name, scale: count, amount: units, acceptedAt: count, startsAt: count, days: count },
    ...{ dailyRate: units, penaltyRatio: units, payMinute: count },
    boost: orNull(v.strictObject({ rate: units, days: count, principalMax: orNull(units) })),
  }),
  ...{ daily: units, boosted: orNull(units) },
  redemption: orNull(v.strictObject({ daysLeft: count, penalty: units, back: units })),
  salt: receiptSalt,
})
export type MiningReceipt = v.InferOutput<typeof SHAPE>

export const MINING: ReceiptKind<MiningReceipt> = { shape: SHAPE, check: checkMining }

export interface LockedDeposit {
  readonly no: number
  readonly asset: { readonly code: string; readonly scale: number }
  readonly amount: Amount
  readonly acceptedAt: number
  /** Of the current term. */
  readonly startsAt: number
  readonly days: number
  readonly dailyRate: Rate
  readonly penaltyRatio: Rate
  readonly payMinute: number
  readonly boost: DepositBoost | null
}

/** `way`: a deposit begins, or is redeemed before its end. */
export function miningReceipt(locked: LockedDeposit, at: number, way: 'begins' | 'redeemed'): MiningReceipt {
  const { asset, amount, dailyRate, penaltyRatio, boost, ...rest } = locked
  const { daysLeft, penalty, back } = redemptionOf({ ...rest, amount, penaltyRatio }, at)
  return {
    ...{ rule: MINING_RULE, at },
    deposit: {
      ...{ no: rest.no, asset: asset.code, scale: asset.scale, amount: encodeAmount(amount) },
      ...{ acceptedAt: rest.acceptedAt, startsAt: rest.startsAt, days: rest.days },
      ...{ dailyRate: dailyRate.toString(), penaltyRatio: penaltyRatio.toString(), payMinute: rest.payMinute },
      boost: boost && {
        ...{ rate: boost.boost.toString(), days: boost.days },
        principalMax: boost.principalMax === null ? null : encodeAmount(boost.principalMax),
      },
    },
    daily: encodeAmount(dayYield(amount, dailyRate, null)),
    boosted: boost && encodeAmount(dayYield(amount, dailyRate, boost)),
    redemption: way === 'begins' ? null : { daysLeft, penalty: encodeAmount(penalty), back: encodeAmount(back) },
  }
}

const readBoost = (boost: MiningReceipt['deposit']['boost']): DepositBoost | null =>
  boost && {
    boost: rate(BigInt(boost.rate)),
    days: boost.days,
    principalMax: boost.principalMax === null ? null : toAmount(BigInt(boost.principalMax)),
  }

function checkMining(receipt: MiningReceipt): string[] {
  const { at, deposit, redemption } = receipt
  const { asset: code, scale, startsAt, days, acceptedAt, payMinute } = deposit
  if (days === 0 || payMinute >= MINUTES_A_DAY) return ['a term has days, and a day has 1,440 minutes']
  const problems: string[] = []
  const first = nextMidnight(acceptedAt)
  // A renewal begins where the last term ended.
  const isOfTerm = startsAt >= first && (startsAt - first) % (days * DAY_MS) === 0
  if (redemption ? !isOfTerm : startsAt !== first) problems.push('a term begins at another midnight')
  if (at < acceptedAt) problems.push('it is from before the deposit')
  const expected = miningReceipt(
    {
      ...deposit,
      asset: { code, scale },
      amount: toAmount(BigInt(deposit.amount)),
      dailyRate: rate(BigInt(deposit.dailyRate)),
      penaltyRatio: rate(BigInt(deposit.penaltyRatio)),
      boost: readBoost(deposit.boost),
    },
    at,
    redemption ? 'redeemed' : 'begins',
  )
  for (const field of ['daily', 'boosted'] as const)
    if (expected[field] !== receipt[field])
      problems.push(`${field} is ${receipt[field]} and should be ${expected[field]}`)
  for (const field of ['daysLeft', 'penalty', 'back'] as const)
    if (expected.redemption?.[field] !== redemption?.[field])
      problems.push(`${field} is ${redemption?.[field]} and should be ${expected.redemption?.[field]}`)
  return problems
}
