// Schedule of a locked deposit. It starts on the next UTC day and earns per whole day; each day's yield is paid within that day, and the
// principal returns after the last one. An early redemption costs a penalty per remaining day.

import { type Amount, amount as toAmount, minimum, subtract } from '../money/amount'
import { type Rate, applyRateDown, applyRateUp, rate } from '../money/rate'
import { type RateBoost, boostedYield } from '../promotion/coupon'
import { DAY_MS, MINUTE_MS } from '../time'

/** `called_off`: the product was sold out, so the deposit never started. */
const DEPOSIT_STATES = ['pending', 'running', 'redeemed', 'returned', 'called_off'] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]

/** A term of a deposit: after a renewal the next one begins where the last ended. */
export interface Term {
  readonly startsAt: number
  readonly days: number
}

export const nextMidnight = (at: number): number => (Math.floor(at / DAY_MS) + 1) * DAY_MS

export const maturesAt = ({ startsAt, days }: Term): number => startsAt + days * DAY_MS

/** When the yield of a day is paid; days count from 0. */
export const paysAt = ({ startsAt }: Pick<Term, 'startsAt'>, day: number, payMinute: number): number =>
  startsAt + day * DAY_MS + payMinute * MINUTE_MS

/** Boost by a coupon, and its number of days. */
export interface DepositBoost extends RateBoost {
  readonly days: number
}

/** One day's yield; fractions of a unit are dropped. */
export const dayYield = (amount: Amount, dailyRate: Rate, boost: RateBoost | null): Amount =>
  boost === null ? applyRateDown(amount, dailyRate) : boostedYield(amount, dailyRate, boost)

interface YieldTerms {
  readonly amount: Amount
  readonly dailyRate: Rate
  readonly days: number
  readonly boost: DepositBoost | null
}

/** Total yield of one term. */
export function termYield({ amount, dailyRate, days, boost }: YieldTerms): Amount {
  const boosted = boost === null ? 0 : Math.min(days, boost.days)
  const plain = dayYield(amount, dailyRate, null) * BigInt(days - boosted)
  return toAmount(plain + dayYield(amount, dailyRate, boost) * BigInt(boosted))
}

export interface Redemption {
  /** Remaining days of the term, including the current one. */
  readonly daysLeft: number
  readonly penalty: Amount
  readonly back: Amount
}

/** Penalty = ratio × days left × amount, rounded up, and never more than the amount. */
export function redemptionOf(
  { amount, penaltyRatio, ...term }: Term & { readonly amount: Amount; readonly penaltyRatio: Rate },
  now: number,
): Redemption {
  const daysLeft = Math.min(term.days, Math.max(0, Math.ceil((maturesAt(term) - now) / DAY_MS)))
  const penalty = minimum(amount, applyRateUp(amount, rate(penaltyRatio * BigInt(daysLeft))))
  return { daysLeft, penalty, back: subtract(amount, penalty) }
}
