// VIP levels: thresholds on thirty days' volume, fee discounts, and rebate rates. A published rule, so it is code and not a setting: equal
// fills give an equal level, whenever they are counted.

import { assert } from '../assert'
import { type Amount, amount } from '../money/amount'
import { type Rate, rate } from '../money/rate'
import { VALUE_SCALE } from '../money/valuation'
import { DAY_MS, HOUR_MS } from '../time'

export interface VipLevel {
  readonly level: number
  /** Least volume of the last thirty days, a value in USDT (VALUE_SCALE). */
  readonly volumeMin: Amount
  /** Discount rate on fees. */
  readonly feeDiscount: Rate
  /** Share of invited users' fees paid to an inviter of this level. */
  readonly rebateShare: Rate
}

/** Days of a volume, the running one included. Days are those of UTC. */
export const VOLUME_DAYS = 30

const level = (number: number, usdt: bigint, discountPercent: bigint, rebatePercent: bigint): VipLevel => ({
  level: number,
  volumeMin: amount(usdt * 10n ** BigInt(VALUE_SCALE)),
  feeDiscount: rate(discountPercent * 1_000_000n),
  rebateShare: rate(rebatePercent * 1_000_000n),
})

/** Ascending; the first asks for nothing. */
export const VIP_LEVELS: readonly VipLevel[] = [
  level(0, 0n, 0n, 20n),
  level(1, 50_000n, 10n, 22n),
  level(2, 250_000n, 20n, 25n),
  level(3, 1_000_000n, 30n, 30n),
  level(4, 5_000_000n, 40n, 35n),
  level(5, 25_000_000n, 50n, 40n),
]

/** The terms of a level; one above the highest, from an older or newer rule, counts as the highest. */
export function vipLevel(number: number): VipLevel {
  const found = VIP_LEVELS[Math.min(Math.max(number, 0), VIP_LEVELS.length - 1)]
  assert(found !== undefined, 'there is a first level')
  return found
}

/** Level of a thirty days' volume. */
export const levelOfVolume = (volume: Amount): number =>
  VIP_LEVELS.reduce((reached, { level: number, volumeMin }) => (volume >= volumeMin ? number : reached), 0)

/** The level above, or null at the top. */
export const nextLevel = (number: number): VipLevel | null => VIP_LEVELS[number + 1] ?? null

export const dayOf = (at: number): number => Math.floor(at / DAY_MS)
/**
 * Time of the next level review: in the first hour of the next day, with the same offset as `at` has in its hour. One common instant would
 * wake all accounts with trades at once.
 */
export const nextReviewAt = (at: number): number => (dayOf(at) + 1) * DAY_MS + (at % HOUR_MS)
