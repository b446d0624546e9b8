// State of loans in an account, and the types that all their modules use.

import { IN_FORCE_MS } from '#domain/quotes/next-round'
import { type Amount, ZERO, add, decodeAmount } from '#domain/money/amount'
import { GRACE_MS } from '#domain/loan/liquidation'
import { type MarginLine, marginLines } from '#domain/loan/risk'
import { LOAN_WALLET } from '#domain/loan/terms'
import type { AccountState } from '../state'
import { type Loan, type LoanStore, owed } from './store'

export const FEATURE_NAME = 'loan'
/** Minus the principal that is owed. */
export const HOUSE = '@house:loan'
/** Minus the interest that is owed. */
export const DUE = '@house:loan_due'
/** All interest ever charged. */
export const EARNED = '@house:loan_interest'
export const INSURANCE = '@insurance'

export interface Loans {
  readonly account: AccountState
  readonly store: LoanStore
  /** Bands and timer are recomputed at the end of the turn. */
  isStale: boolean
  /** When the next attempt to update the directory is due. */
  notifyAfter: number
}

/** Changes that the directory shows are counted. */
export function change(loans: Loans, each: Loan, changes: Partial<Loan>): void {
  Object.assign(each, changes, { revision: each.revision + 1 })
  loans.store.touch(each)
  loans.isStale = true
}

/** Notes a change of the wallet or its debts: rounds from long before it decide nothing. */
export const noteChange = ({ store }: Loans, at: number): void =>
  store.setMargin({ changedAt: Math.max(store.margin.changedAt, at) })

/**
 * The first round that may decide. A price in force may be older than the wallet, and a user who changes the wallet every second must not stay
 * ahead of every round.
 */
export const decidedFrom = ({ store: { margin } }: Loans): number =>
  Math.max(margin.actedAt + 1, margin.changedAt - IN_FORCE_MS)

export const marginBalances = ({ account }: Loans) =>
  account.ledger.balances().filter(({ wallet }) => wallet === LOAN_WALLET)

export const isLongOverdue = ({ dueAt }: Loan, at: number): boolean => at >= dueAt + GRACE_MS

interface Priced {
  readonly at: number
  readonly priceOf: (symbol: string) => number | undefined
}

/** The wallet and its debts; null when a relevant price is missing. */
export function linesAt(
  loans: Loans,
  { at, priceOf }: Priced,
  also: readonly number[] = [],
): readonly MarginLine[] | null {
  const owes = new Map<number, { owed: Amount; overdue: Amount }>()
  for (const each of loans.store.running()) {
    const { owed: before, overdue } = owes.get(each.assetId) ?? { owed: ZERO, overdue: ZERO }
    const value = owed(each)
    owes.set(each.assetId, {
      owed: add(before, value),
      overdue: isLongOverdue(each, at) ? add(overdue, value) : overdue,
    })
  }
  const has = new Map(
    marginBalances(loans).map(({ assetId, available, held }) => [
      assetId,
      { available: decodeAmount(available), held: decodeAmount(held) },
    ]),
  )
  return marginLines({ catalogue: loans.account.catalogue, has, owes, priceOf }, also)
}

export const pricesOf = (prices: readonly { readonly symbol: string; readonly priceSteps: number }[]) => {
  const fresh = new Map(prices.map(({ symbol, priceSteps }) => [symbol, priceSteps]))
  return (symbol: string) => fresh.get(symbol)
}
