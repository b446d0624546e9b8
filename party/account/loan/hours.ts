// Hourly interest and due dates of loans: each hour is charged at its start and dated so, however late the room wakes. Messages go out one
// day before the due date and on every day past it.

import { findKnownAsset } from '#domain/catalogue'
import { add, encodeAmount, formatTrimmed, negate } from '#domain/money/amount'
import { HOURS_A_DAY, PER_UNIT, chargeHour, hourAt } from '#domain/loan/interest'
import { interestReceipt } from '#domain/loan/interest-receipt'
import { DAY_MS } from '#domain/time'
import { DUE, EARNED, type Loans, isLongOverdue, noteChange } from './state'
import { type Loan, debtOf, loanRef, owed } from './store'

export const nextHourAt = ({ openedAt, hoursCharged }: Loan): number => hourAt(openedAt, hoursCharged)

/** Charges every hour that has begun by `now`. */
export function advance(loans: Loans, now: number): void {
  for (const each of loans.store.running()) {
    while (nextHourAt(each) <= now) charge(loans, each)
  }
}

function charge(loans: Loans, each: Loan): void {
  const { loanId, assetId, terms, hoursCharged: hour } = each
  const at = nextHourAt(each)
  const { debt, base, charged, isLate } = chargeHour(debtOf(each), terms, hour)
  const lines = [
    { account: DUE, assetId, amount: negate(charged) },
    { account: EARNED, assetId, amount: charged },
  ] as const
  if (charged > 0n) loans.account.ledger.post({ reason: 'loan_interest', ref: loanRef(loanId), lines }, at)
  loans.store.addHour({ loanId, hour, amount: charged, isLate, base })
  Object.assign(each, {
    principal: debt.principal,
    interest: debt.interest,
    late: debt.late,
    carry: debt.carry.toString(),
    hoursCharged: hour + 1,
    charged: add(each.charged, charged),
    // Updates the directory once a day, and at the due date.
    revision: hour % HOURS_A_DAY === 0 ? each.revision + 1 : each.revision,
  })
  if (each.hoursCharged % HOURS_A_DAY === 0) proveDay(loans, each, at)
  loans.store.touch(each)
  noteChange(loans, at)
  loans.isStale = true
  const last = terms.days * HOURS_A_DAY
  if (hour === last - HOURS_A_DAY) notifyLoan(loans, each, 'loan_due_soon', at)
  if (hour >= last && (hour - last) % HOURS_A_DAY === 0 && !isLongOverdue(each, at - DAY_MS))
    notifyLoan(loans, each, 'loan_overdue', at)
}

/** Issues the receipt of the day's interest: at its last hour, or when the loan ends within it. */
export function proveDay(loans: Loans, { loanId, assetId, terms, openedAt, carry }: Loan, at: number): void {
  const rows = loans.store.hoursOfDay(loanId)
  const [first] = rows
  const asset = findKnownAsset(loans.account.catalogue, assetId)
  if (!first || !asset) return
  const { days, dailyRate, lateRate } = terms
  const hours = rows.map(({ base, amount: charged }) => ({ base, charged }))
  const rateOfDay = BigInt(first.isLate ? lateRate : dailyRate)
  const added = hours.reduce((sum, { base, charged }) => sum + base * rateOfDay - charged * PER_UNIT, 0n)
  const receipt = interestReceipt({
    loan: { ...{ no: loanId, asset: asset.code, scale: asset.scale, openedAt }, days, dailyRate, lateRate },
    ...{ day: Math.floor(first.hour / HOURS_A_DAY), hours, carry: BigInt(carry) - added },
  })
  loans.store.proveDay(loanId, loans.account.capabilities.receipts.issue(receipt, at))
}

export function notifyLoan(
  loans: Loans,
  each: Loan,
  kind: 'loan_credited' | 'loan_due_soon' | 'loan_overdue',
  at: number,
) {
  const asset = findKnownAsset(loans.account.catalogue, each.assetId)
  const value = kind === 'loan_credited' ? each.amount : owed(each)
  const facts = {
    order: String(each.loanId),
    amount: asset ? formatTrimmed(asset, value) : encodeAmount(value),
    asset: asset?.code ?? '',
  }
  loans.account.capabilities.notices.add({ kind, facts, ref: `${loanRef(each.loanId)}:${kind}:${at}` }, at)
}
