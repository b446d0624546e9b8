// Interest of a loan, hour by hour from the instant of its credit. An hour is charged as it begins. The fractions of a unit are carried on, so
// that what was charged is the exact sum, rounded down once, however many hours it was charged in.

import { type Amount, ZERO, add, minimum, subtract } from '../money/amount'
import { RATE_SCALE, rate } from '../money/rate'
import { divideDown } from '../money/rounding'
import { amount } from '../money/amount'
import { DAY_MS, HOUR_MS } from '../time'
import type { StoredLoanTerms } from './terms'

const HOURS_A_DAY = 24n
/** What a carried fraction is a fraction of: a rate a day, for an hour. */
const PER_UNIT = HOURS_A_DAY * 10n ** BigInt(RATE_SCALE)

/** What is owed, in the smallest unit of the borrowed asset. `late` is the interest since it was due. */
export interface Debt {
  readonly principal: Amount
  readonly interest: Amount
  readonly late: Amount
  /** Less than one unit: counts of 1/PER_UNIT. */
  readonly carry: bigint
}

export const owedOf = ({ principal, interest, late }: Debt): Amount => add(add(principal, interest), late)

export const dueAt = ({ openedAt, days }: { readonly openedAt: number; readonly days: number }): number =>
  openedAt + days * DAY_MS

/** When an hour of a loan begins; the first is number 0. */
export const hourAt = (openedAt: number, hour: number): number => openedAt + hour * HOUR_MS

export const isLateHour = ({ days }: Pick<StoredLoanTerms, 'days'>, hour: number): boolean => hour >= days * 24

/**
 * Charges one hour that begins now: the ordinary rate on the principal, or past due the late rate on what was owed as it fell due, less
 * what was repaid of that. Interest bears none before it is due, and late interest never.
 */
export function chargeHour(
  debt: Debt,
  { days, dailyRate, lateRate }: StoredLoanTerms,
  hour: number,
): { readonly debt: Debt; readonly charged: Amount; readonly isLate: boolean } {
  const isLate = isLateHour({ days }, hour)
  const base = isLate ? add(debt.principal, debt.interest) : debt.principal
  const sum = debt.carry + base * rate(BigInt(isLate ? lateRate : dailyRate))
  const charged = amount(divideDown(sum, PER_UNIT))
  const carry = sum - charged * PER_UNIT
  const grown = isLate ? { late: add(debt.late, charged) } : { interest: add(debt.interest, charged) }
  return { debt: { ...debt, ...grown, carry }, charged, isLate }
}

/** Part of a payment by what it is for: late interest first, then interest, then the principal. */
export interface Paid {
  readonly late: Amount
  readonly interest: Amount
  readonly principal: Amount
}

/** `value` is at most what is owed. Who has paid all owes no fraction. */
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

/** What the whole term costs when nothing is repaid before it is due. */
export const interestOfTerm = (principal: Amount, { days, dailyRate }: StoredLoanTerms): Amount =>
  amount(divideDown(principal * BigInt(dailyRate) * BigInt(days) * HOURS_A_DAY, PER_UNIT))
