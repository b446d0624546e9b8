// Hourly interest of a loan from the instant of its credit. An hour is charged at its start. Fractions of a unit carry over, so the charged
// total is the exact sum rounded down once, over any number of hours.

import { type Amount, ZERO, add, minimum, subtract } from '../money/amount'
import { RATE_SCALE, rate } from '../money/rate'
import { divideDown } from '../money/rounding'
import { amount } from '../money/amount'
import { DAY_MS, HOUR_MS } from '../time'
import type { StoredLoanTerms } from './terms'

export const HOURS_A_DAY = 24
/** Denominator of the carried fraction: a daily rate, applied to one hour. */
export const PER_UNIT = BigInt(HOURS_A_DAY) * 10n ** BigInt(RATE_SCALE)

/** Debt in the smallest unit of the borrowed asset. `late` is interest after the due date. */
export interface Debt {
  readonly principal: Amount
  readonly interest: Amount
  readonly late: Amount
  /** Fraction of a unit, in counts of 1/PER_UNIT. */
  readonly carry: bigint
}

export const owedOf = ({ principal, interest, late }: Debt): Amount => add(add(principal, interest), late)

export const dueAt = ({ openedAt, days }: { readonly openedAt: number; readonly days: number }): number =>
  openedAt + days * DAY_MS

/** When an hour of a loan begins; the first is number 0. */
export const hourAt = (openedAt: number, hour: number): number => openedAt + hour * HOUR_MS

export const isLateHour = ({ days }: Pick<StoredLoanTerms, 'days'>, hour: number): boolean => hour >= days * HOURS_A_DAY

/**
 * Charges the hour that begins now: the daily rate on the principal; past due, the late rate on the amount owed at the due date, less
 * repayments. Interest earns no interest before the due date, and late interest never does.
 */
export function chargeHour(
  debt: Debt,
  { days, dailyRate, lateRate }: Pick<StoredLoanTerms, 'days' | 'dailyRate' | 'lateRate'>,
  hour: number,
): { readonly debt: Debt; readonly base: Amount; readonly charged: Amount; readonly isLate: boolean } {
  const isLate = isLateHour({ days }, hour)
  const base = isLate ? add(debt.principal, debt.interest) : debt.principal
  const sum = debt.carry + base * rate(BigInt(isLate ? lateRate : dailyRate))
  const charged = amount(divideDown(sum, PER_UNIT))
  const carry = sum - charged * PER_UNIT
  const grown = isLate ? { late: add(debt.late, charged) } : { interest: add(debt.interest, charged) }
  return { debt: { ...debt, ...grown, carry }, base, charged, isLate }
}

/** Parts of a payment, in order: late interest, interest, principal. */
export interface Paid {
  readonly late: Amount
  readonly interest: Amount
  readonly principal: Amount
}

/** `value` is at most the debt. A full repayment drops the carried fraction. */
export function repay(debt: Debt, value: Amount): { readonly debt: Debt; readonly paid: Paid } {
  const late = minimum(value, debt.late)
  const interest = minimum(subtract(value, late), debt.interest)
  const principal = minimum(subtract(subtract(value, late), interest), debt.principal)
  const left: Debt = {
    late: subtract(debt.late, late),
    interest: subtract(debt.interest, interest),
    principal: subtract(debt.principal, principal),
    carry: debt.carry,
  }
  return { debt: owedOf(left) === ZERO ? { ...left, carry: 0n } : left, paid: { late, interest, principal } }
}

/** Interest of the whole term without early repayment. */
export const interestOfTerm = (principal: Amount, { days, dailyRate }: StoredLoanTerms): Amount =>
  amount(divideDown(principal * BigInt(dailyRate) * BigInt(days * HOURS_A_DAY), PER_UNIT))
