// The terms of a locked deposit, and what may be locked under them.

import { type Amount, formatTrimmed } from '../money/amount'
import type { Rate } from '../money/rate'
import { type Outcome, done, refuse } from '../outcome'

/** Where a deposit comes from, its yields and what comes back go to; and where it stays meanwhile. */
export const MINING_SOURCE = 'change'
export const EARN_WALLET = 'earn'

/** Paused and ended ones take nothing new; an ended one is no longer listed. What was locked before goes on. */
export type MiningStatus = 'open' | 'paused' | 'ended'

/** What a deposit of at least so much yields a day. */
export interface MiningTier {
  readonly from: Amount
  readonly dailyRate: Rate
}

export interface MiningTerms {
  readonly id: number
  /** Changes with every number of it. */
  readonly version: string
  readonly asset: { readonly id: number; readonly code: string; readonly scale: number; readonly logo: string }
  readonly days: number
  /** The least of one deposit, and the most that one user may have locked in the product. */
  readonly min: Amount
  readonly max: Amount
  /** Deposits are a whole number of these. */
  readonly step: Amount
  /** How many steps there are for everybody. */
  readonly quota: number
  /** Of the amount, for each day that is left at an early redemption. */
  readonly penaltyRatio: Rate
  /** The minute of the day (UTC) at which its yield is paid. */
  readonly payMinute: number
  readonly status: MiningStatus
  /** Ascending; never empty. */
  readonly tiers: readonly MiningTier[]
}

/** What a deposit keeps of the terms under which it was made: later edits never reach it. Rates as integer text. */
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

/** The tier that an amount earns, the whole of it. */
export function tierOf({ tiers }: Pick<MiningTerms, 'tiers'>, amount: Amount): MiningTier | undefined {
  return tiers.findLast(({ from }) => from <= amount) ?? tiers[0]
}

export type LockRefusal = 'mining_amount_out_of_bounds' | 'mining_amount_step' | 'mining_not_offered'

/** How many steps an amount is, and at which tier; or why it may not be locked, with the bound. */
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
  // The quota is a safe integer of steps, and the directory decides whether so many are left.
  return tier ? done({ steps: parseInt((amount / step).toString(), 10), tier }) : refuse('mining_not_offered')
}
