// Terms of options on one symbol, and limits of an order.

import { type Amount, formatTrimmed } from '../money/amount'
import type { Rate } from '../money/rate'
import { type Outcome, done, refuse } from '../outcome'

/** Wallet of stakes and payouts. */
export const OPTIONS_WALLET = 'micro'

/** The bet: a higher or lower price at the end than at the start. */
export type OptionDirection = 'rise' | 'fall'

/** Most decimals of a stake. */
const STAKE_DECIMALS = 2
/** Amounts that forms offer, in whole units of the stake's asset. */
const STAKE_CHIPS = [10, 50, 100, 500, 1_000]

export interface OptionDuration {
  readonly seconds: number
  /** Profit as a fraction of the stake; equal for both directions. */
  readonly ratio: Rate
  readonly min: Amount
  readonly max: Amount
}

export interface OptionTerms {
  readonly symbol: string
  readonly version: string
  readonly priceDecimals: number
  readonly stake: { readonly id: number; readonly code: string; readonly scale: number }
  /** Rate on the stake, in addition to it; refunded for a tie or void order. */
  readonly fee: Rate
  /** Largest sum of running stakes per user and direction. */
  readonly userMax: Amount
  /** The house's largest payout on one direction, over all users. */
  readonly exposureMax: Amount
  /** Closed for new orders by the desk; running ones still settle. */
  readonly isOpen: boolean
  /** Ascending by seconds. */
  readonly durations: readonly OptionDuration[]
}

/** Terms stored with an order: later edits don't affect it. Rates as integer text. */
export interface StoredOptionTerms {
  readonly version: string
  readonly priceDecimals: number
  readonly ratio: string
  readonly fee: string
}

export type StakeRefusal = 'options_duration_not_offered' | 'options_stake_decimals' | 'options_stake_out_of_bounds'

/** Duration of an order; or the refusal with its limit. */
export function checkStake(
  { durations, stake: asset }: Pick<OptionTerms, 'durations' | 'stake'>,
  { seconds, stake }: { readonly seconds: number; readonly stake: Amount },
): Outcome<OptionDuration, StakeRefusal> {
  const duration = durations.find((each) => each.seconds === seconds)
  if (!duration)
    return refuse('options_duration_not_offered', { offered: durations.map((each) => each.seconds).join(', ') })
  if (stake % 10n ** BigInt(Math.max(0, asset.scale - STAKE_DECIMALS)) !== 0n)
    return refuse('options_stake_decimals', { decimals: String(STAKE_DECIMALS) })
  const { min, max } = duration
  if (stake < min || stake > max)
    return refuse('options_stake_out_of_bounds', {
      min: formatTrimmed(asset, min),
      max: formatTrimmed(asset, max),
      asset: asset.code,
    })
  return done(duration)
}

/** Whole amounts within the bounds of a duration. */
export const stakeChips = ({ min, max }: OptionDuration, { scale }: { readonly scale: number }): readonly number[] =>
  STAKE_CHIPS.filter((chip) => {
    const value = BigInt(chip) * 10n ** BigInt(scale)
    return value >= min && value <= max
  })
