// Audit of loans: the accounts of the house show the principal and the interest that are owed, and the interest of all charged hours.

import { type Amount, ZERO, add, negate, subtract } from '#domain/money/amount'
import { loan, loanHour } from '#db/account/loan'
import { tableOf } from '#party/lib/table'
import type { Turn } from '../feature'
import { DUE, EARNED, HOUSE, type Loans } from './state'

const LOANS = tableOf(loan)
const HOURS = tableOf(loanHour)

export function verifyLoans({ account }: Loans, _turn: Turn, sums: ReadonlyMap<string, Amount>): string[] {
  const problems: string[] = []
  const charged = new Map<number, { sum: Amount; hours: number }>()
  for (const { loanId, amount } of HOURS.rows(account.store)) {
    const before = charged.get(loanId) ?? { sum: ZERO, hours: 0 }
    charged.set(loanId, { sum: add(before.sum, amount), hours: before.hours + 1 })
  }
  const expected = new Map<string, Amount>()
  const expect = (account: string, assetId: number, value: Amount) =>
    expected.set(`${account}/${assetId}`, add(expected.get(`${account}/${assetId}`) ?? ZERO, value))
  for (const each of LOANS.rows(account.store)) {
    const { loanId, assetId, amount, principal, interest, late, repaid } = each
    const { sum, hours } = charged.get(loanId) ?? { sum: ZERO, hours: 0 }
    if (sum !== each.charged || hours !== each.hoursCharged)
      problems.push(`loan ${loanId} was charged ${each.charged} in ${each.hoursCharged} hours, its hours say ${sum}`)
    const due = add(interest, late)
    if (subtract(add(amount, sum), repaid) !== add(principal, due))
      problems.push(`loan ${loanId} owes ${add(principal, due)}, and by its hours and repayments another amount`)
    expect(HOUSE, assetId, negate(principal))
    expect(DUE, assetId, negate(due))
    expect(EARNED, assetId, sum)
  }
  for (const [account, value] of expected) {
    const posted = sums.get(account) ?? ZERO
    if (posted !== value) problems.push(`${account} has ${posted}, and the loans say ${value}`)
  }
  return problems
}
