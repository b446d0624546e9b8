// Receipt of a loan's interest over one of its days: what each hour was charged on, the carried fraction and the sum.

import * as v from 'valibot'
import { ZERO, amount, encodeAmount, total } from '../money/amount'
import { count, listOf, name, receiptSalt, units } from '../published-forms'
import type { ReceiptKind } from '../receipt-kind'
import { type Debt, HOURS_A_DAY, PER_UNIT, chargeHour, hourAt } from './interest'

export const LOAN_INTEREST_RULE = 'loan-interest-1'

const SHAPE = v.strictObject({
  rule: v.literal(LOAN_INTEREST_RULE),
  ...{ at: count, day: count, carry: units, charged: units, salt: receiptSalt },
  loan: v.strictObject({
    ...{ no: count, asset: name, scale: count, openedAt: count, days: count, dailyRate: units, lateRate: units },
  }),
  hours: listOf(v.strictObject({ base: units, charged: units }), HOURS_A_DAY),
})
export type LoanInterestReceipt = v.InferOutput<typeof SHAPE>

export const LOAN_INTEREST: ReceiptKind<LoanInterestReceipt> = { shape: SHAPE, check: checkInterest }

export interface ChargedHour {
  readonly base: bigint
  readonly charged: bigint
}

interface ChargedDay {
  readonly loan: LoanInterestReceipt['loan']
  /** Counted from 0. */
  readonly day: number
  readonly hours: readonly ChargedHour[]
  /** Carried fraction before the day's first hour. */
  readonly carry: bigint
}

export const interestReceipt = ({ loan, day, hours, carry }: ChargedDay): LoanInterestReceipt => ({
  ...{ rule: LOAN_INTEREST_RULE, loan, day, carry: carry.toString() },
  at: hourAt(loan.openedAt, day * HOURS_A_DAY + hours.length - 1),
  hours: hours.map(({ base, charged }) => ({ base: base.toString(), charged: charged.toString() })),
  charged: encodeAmount(total(hours.map(({ charged }) => amount(charged)))),
})

function checkInterest({ loan, day, hours, carry, charged, at }: LoanInterestReceipt): string[] {
  if (hours.length === 0) return ['no hour was charged']
  const first = day * HOURS_A_DAY
  const problems: string[] = []
  if (at !== hourAt(loan.openedAt, first + hours.length - 1)) problems.push('it is not of the time of its last hour')
  if (BigInt(carry) >= PER_UNIT) problems.push('what is carried is less than a unit')
  if (day === 0 && carry !== '0') problems.push('nothing was carried before the first hour')
  let debt: Debt = { principal: ZERO, interest: ZERO, late: ZERO, carry: BigInt(carry) }
  for (const [index, hour] of hours.entries()) {
    const before = hours[index - 1]
    if (before && BigInt(hour.base) > BigInt(before.base)) problems.push('a debt grew within the day')
    const now = chargeHour({ ...debt, principal: amount(BigInt(hour.base)), interest: ZERO }, loan, first + index)
    if (encodeAmount(now.charged) !== hour.charged)
      problems.push(`hour ${first + index} was charged ${hour.charged} and should be ${now.charged}`)
    debt = now.debt
  }
  const sum = encodeAmount(total(hours.map((hour) => amount(BigInt(hour.charged)))))
  if (sum !== charged) problems.push(`the sum is ${charged} and should be ${sum}`)
  return problems
}
