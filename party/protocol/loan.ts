// Words of an Account room about loans and the margin wallet. Instants are milliseconds, amounts and rates canonical integer text.

import type { LoanEventKind, LoanState, StoredLoanTerms } from '#domain/loan/terms'
import type { BalanceRow } from './account-rows'

/** A loan since its credit. */
export interface LoanRow {
  readonly loanId: number
  readonly assetId: number
  readonly amount: string
  readonly terms: StoredLoanTerms
  readonly state: LoanState
  readonly openedAt: number
  readonly dueAt: number
  /** What is owed now. */
  readonly principal: string
  readonly interest: string
  readonly late: string
  readonly owed: string
  readonly charged: string
  readonly repaid: string
  readonly endedAt: number | null
}

export interface LoanEventRow {
  readonly id: number
  readonly loanId: number
  readonly kind: LoanEventKind
  readonly amount: string
  readonly receiptId: string | null
  readonly at: number
}

export interface LoanHourRow {
  readonly hour: number
  readonly amount: string
  readonly isLate: boolean
  /** Receipt of the day that ends with this hour. */
  readonly receiptId: string | null
}

/** The margin wallet and the loans that it secures. */
export interface MarginStatus {
  readonly loans: readonly LoanRow[]
  readonly balances: readonly BalanceRow[]
  /** The last call, in hundredths of a percent; 0: none. */
  readonly called: number
  readonly sellingSince: number | null
}

/** A loan in the directory; a lower revision changes nothing. */
export interface ShownLoan {
  readonly loanId: number
  readonly revision: number
  readonly state: LoanState
  readonly owed: string
  readonly called: number
  /** Since when the desk must handle the wallet, which has no prices or can't be sold; null: no problem. */
  readonly stuckAt: number | null
  readonly openedAt: number
  readonly dueAt: number
  readonly endedAt: number | null
}
