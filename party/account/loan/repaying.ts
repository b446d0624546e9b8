// Repayments: by the owner from the margin wallet, by a liquidation sale, or by the insurance fund when the wallet is empty.

import { findKnownAsset } from '#domain/catalogue'
import { type Amount, ZERO, add, decodeAmount, formatTrimmed, minimum, negate, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { repay } from '#domain/loan/interest'
import { LOAN_WALLET } from '#domain/loan/terms'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { LoanRow } from '#party/protocol/loan'
import type { Turn } from '../feature'
import type { Line } from '../ledger'
import { DUE, HOUSE, INSURANCE, type Loans, change, isLongOverdue } from './state'
import { advance, proveDay } from './hours'
import { toRow } from './rows'
import { type Loan, debtOf, isRunning, loanRef, owed } from './store'

type RepayRefusal =
  | 'loan_not_found'
  | 'loan_not_running'
  | 'loan_above_owed'
  | 'asset_not_found'
  | 'insufficient_available'

/** `amount` null: the whole debt, or the available part of it. */
export function repayLoan(
  loans: Loans,
  { loanId, amount: text }: { readonly loanId: number; readonly amount: string | null },
  { now }: Turn,
): Outcome<LoanRow, RepayRefusal> {
  const each = loans.store.find(loanId)
  if (!each) return refuse('loan_not_found')
  if (!isRunning(each)) return refuse('loan_not_running')
  const asset = findKnownAsset(loans.account.catalogue, each.assetId)
  if (!asset) return refuse('asset_not_found')
  // Hours that have begun are charged first, even if the timer hasn't fired yet.
  advance(loans, now)
  const value = text === null ? owed(each) : decodeAmount(text)
  if (value > owed(each))
    return refuse('loan_above_owed', { owed: formatTrimmed(asset, owed(each)), asset: asset.code })
  const covered = checkAvailable(asset, {
    available: loans.account.ledger.available(LOAN_WALLET, asset.id),
    needed: value,
  })
  if (!covered.ok) return covered
  bringBack(loans, each, { value, from: 'wallet', fee: ZERO, receiptId: null, at: now })
  return done(toRow(each))
}

interface Return {
  readonly value: Amount
  readonly from: 'wallet' | 'sale' | 'insurance'
  /** Sale fee for the insurance fund. */
  readonly fee: Amount
  readonly receiptId: string | null
  readonly at: number
}

/** Late interest is paid first, then interest, then the principal. */
function bringBack(loans: Loans, each: Loan, { value, from, fee, receiptId, at }: Return): void {
  const { loanId, assetId } = each
  const { debt, paid } = repay(debtOf(each), value)
  const interest = add(paid.late, paid.interest)
  const source = from === 'insurance' ? INSURANCE : (`${LOAN_WALLET}:available` as const)
  const lines: Line[] = [
    { account: source, assetId, amount: negate(value) },
    { account: HOUSE, assetId, amount: subtract(value, interest) },
    { account: DUE, assetId, amount: interest },
    { account: source, assetId, amount: negate(fee), reason: 'loan_liquidation_fee' },
    { account: INSURANCE, assetId, amount: fee },
  ]
  const reason = from === 'insurance' ? 'loan_insured' : 'loan_repaid'
  loans.account.ledger.post({ reason, ref: loanRef(loanId), lines }, at)
  const taken = subtract(fee, from === 'insurance' ? value : ZERO)
  if (receiptId !== null && taken !== 0n)
    loans.account.capabilities.receipts.insure(receiptId, { assetId, value: taken })
  const kind = from === 'wallet' ? 'repaid' : from === 'sale' ? 'seized' : 'insured'
  loans.store.addEvent({ loanId, kind, amount: value, receiptId, at })
  if (fee > 0n) loans.store.addEvent({ loanId, kind: 'fee', amount: fee, receiptId, at })
  const { principal, interest: left, late, carry } = debt
  const isOver = principal + left + late === 0n
  const isForced = from !== 'wallet'
  // Before the carried fraction is dropped.
  if (isOver) proveDay(loans, each, at)
  change(loans, each, {
    principal,
    interest: left,
    late,
    carry: carry.toString(),
    repaid: add(each.repaid, value),
    ...(isOver && { state: isForced ? ('seized' as const) : ('repaid' as const), endedAt: at }),
  })
}

/** Distributes a sale's proceeds over the loans of one asset: past the grace period first, then the oldest. The fee goes with the last payment. */
export function bringBackIn(
  loans: Loans,
  { assetId, value, fee }: { readonly assetId: number; readonly value: Amount; readonly fee: Amount },
  {
    receiptId,
    at,
    from = 'sale',
  }: { readonly receiptId: string; readonly at: number; readonly from?: 'sale' | 'insurance' },
): void {
  const all = loans.store.running().filter((each) => each.assetId === assetId)
  const inOrder = [...all.filter((each) => isLongOverdue(each, at)), ...all.filter((each) => !isLongOverdue(each, at))]
  let left: bigint = value
  for (const each of inOrder) {
    const part = minimum(owed(each), left as Amount)
    if (part === 0n) continue
    left -= part
    bringBack(loans, each, { value: part, from, fee: left === 0n ? fee : ZERO, receiptId, at })
  }
}
