// Terms of locked deposits, and limits of an amount.

import { type Amount, formatTrimmed } from '../money/amount'
import type { Rate } from '../money/rate'
import { type Outcome, done, refuse } from '../outcome'

/** Wallet of the principal and yields before and after; and wallet of the locked amount. */
export const MINING_SOURCE = 'change'
export const EARN_WALLET = 'earn'

/** Paused and ended products accept no deposits; ended ones aren't listed. Existing deposits continue. */
type MiningStatus = 'open' | 'paused' | 'ended'

/** Daily rate for deposits of at least `from`. */
export interface MiningTier {
  readonly from: Amount
  readonly dailyRate: Rate
}

export interface MiningTerms {
  readonly id: number
  /** Changes with each of the terms. */
  readonly version: string
  readonly asset: { readonly id: number; readonly code: string; readonly scale: number; readonly logo: string }
  readonly days: number
  /** Minimum per deposit, and maximum per user in the product. */
  readonly min: Amount
  readonly max: Amount
  /** Deposits are multiples of it. */
  readonly step: Amount
  /** Total number of steps. */
  readonly quota: number
  /** Part of the amount per remaining day at an early redemption. */
  readonly penaltyRatio: Rate
  /** Minute of the UTC day at which the yield is paid. */
  readonly payMinute: number
  readonly status: MiningStatus
  /** Ascending; never empty. */
  readonly tiers: readonly MiningTier[]
}

/** Terms stored with a deposit: later edits don't affect it. Rates as integer text. */
export interface StoredMiningTerms {
  readonly version: string
  readonly days: number
  readonly dailyRate: string
  readonly penaltyRatio: string
  readonly payMinute: number
}

/** A coupon's boost as the deposit keeps it; amounts and rates as integer text. */
export interface StoredBoost {
  readonly ref: string
  readonly boost: string
  readonly days: number
  readonly principalMax: string | null
}

/** Tier of an amount, which earns its rate on the whole amount. */
export function tierOf({ tiers }: Pick<MiningTerms, 'tiers'>, amount: Amount): MiningTier | undefined {
  return tiers.findLast(({ from }) => from <= amount) ?? tiers[0]
}

export type LockRefusal = 'mining_amount_out_of_bounds' | 'mining_amount_step' | 'mining_not_offered'

/** Number of steps and tier of an amount; or the refusal with its limit. */
export function checkLock(
  terms: Pick<MiningTerms, 'tiers' | 'asset' | 'min' | 'max' | 'step'>,
  amount: Amount,
): Outcome<{ readonly steps: number; readonly tier: MiningTier }, LockRefusal> {
  const { asset, min, max, step } = terms
  const text = (value: Amount) => formatTrimmed(asset, value)
  if (amount < min || amount > max)
    return refuse('mining_amount_out_of_bounds', { min: text(min), max: text(max), asset: asset.code })
  if (amount % step !== 0n) return refuse('mining_amount_step', { step: text(step), asset: asset.code })
  const tier = tierOf(terms, amount)
  // The quota is a safe integer of steps, and the directory checks the remaining supply.
  return tier ? done({ steps: parseInt((amount / step).toString(), 10), tier }) : refuse('mining_not_offered')
}
