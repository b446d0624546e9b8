// Loans: eligible borrowers, durations and rates. The desk sets rates by asset and duration; a loan keeps its terms. Risk thresholds are a
// published rule and not a setting.

import { type Amount, amount } from '../money/amount'
import { VALUE_SCALE } from '../money/valuation'
import type { Rate } from '../money/rate'
import { type Outcome, done, refuse } from '../outcome'

export const LOAN_WALLET = 'margin'
export const LOAN_CODES = ['BTC', 'ETH', 'USDT', 'USDC'] as const
export const LOAN_DAYS_MIN = 7
export const LOAN_DAYS_MAX = 365
export const LOAN_DAYS_PRESET = 30
export const LOAN_VIP_MIN = 2
/** Requests and running loans of one user at once. */
export const LOANS_LIVE_MAX = 20

/** review: the desk looks at it. lapsed: agreed, but there was not enough in the margin wallet. seized: paid by selling what stood against it. */
export const LOAN_STATES = ['review', 'cancelled', 'refused', 'lapsed', 'running', 'repaid', 'seized'] as const
export type LoanState = (typeof LOAN_STATES)[number]

/** Events of a credited loan. */
export type LoanEventKind = 'credited' | 'called' | 'repaid' | 'seized' | 'insured' | 'fee'

/** A row of the desk's sheet. Worth in USDT (VALUE_SCALE). */
export interface LoanTerms {
  readonly id: number
  readonly version: string
  readonly asset: { readonly id: number; readonly code: string; readonly scale: number; readonly logo: string }
  readonly days: number
  /** Daily rate on the principal. */
  readonly dailyRate: Rate
  /** Daily rate past due, instead of the normal one. */
  readonly lateRate: Rate
  readonly worthMin: Amount
  readonly worthMax: Amount
  readonly isOpen: boolean
}

/** Terms stored with a loan; rates as integer text. */
export interface StoredLoanTerms {
  readonly version: string
  readonly days: number
  readonly dailyRate: string
  readonly lateRate: string
}

export const storeTerms = ({
  version,
  days,
  dailyRate,
  lateRate,
}: Pick<LoanTerms, 'version' | 'days' | 'dailyRate' | 'lateRate'>): StoredLoanTerms => ({
  version,
  days,
  dailyRate: dailyRate.toString(),
  lateRate: lateRate.toString(),
})

/** Attributes that give the right to borrow. */
export interface Borrower {
  /** VIP. */
  readonly level: number
  readonly isMarketMaker: boolean
  readonly isProfessional: boolean
}

export const mayBorrow = ({ level, isMarketMaker, isProfessional }: Borrower): boolean =>
  level >= LOAN_VIP_MIN || isMarketMaker || isProfessional

export type BorrowerRefusal = 'identity_check_needed' | 'loan_not_entitled'

/** Asked when a loan is requested, and again before it is credited: levels fall and flags are taken back. */
export function checkBorrower(borrower: Borrower & { readonly identity: number }): Outcome<null, BorrowerRefusal> {
  if (borrower.identity === 0) return refuse('identity_check_needed')
  return mayBorrow(borrower) ? done(null) : refuse('loan_not_entitled', { level: String(LOAN_VIP_MIN) })
}

export type LoanSizeRefusal = 'loan_below_min' | 'loan_above_max' | 'loan_closed'

/** `worth` is the value of the request, `owed` of the user's debts and open requests; both in USDT (VALUE_SCALE). */
export function checkLoanSize(
  { isOpen, worthMin, worthMax }: Pick<LoanTerms, 'isOpen' | 'worthMin' | 'worthMax'>,
  { worth, owed }: { readonly worth: Amount; readonly owed: Amount },
): Outcome<null, LoanSizeRefusal> {
  if (!isOpen) return refuse('loan_closed')
  if (worth < worthMin) return refuse('loan_below_min', { min: wholeUsdt(worthMin) })
  const left = amount(worthMax > owed ? worthMax - owed : 0n)
  return worth > left ? refuse('loan_above_max', { max: wholeUsdt(worthMax), left: wholeUsdt(left) }) : done(null)
}

const wholeUsdt = (worth: Amount): string => (worth / 10n ** BigInt(VALUE_SCALE)).toString()
