// A user's deposits and withdrawals as one list, newest first, read in one round.

import { type DepositRow, type RecordFilter, listDepositsStatements } from './deposit'
import { openDirectory } from './directory'
import { type WithdrawalRow, listWithdrawalsStatements } from './withdrawal'

export type FundsRow =
  { readonly type: 'deposit'; readonly row: DepositRow } | { readonly type: 'withdrawal'; readonly row: WithdrawalRow }

export interface FundsRows {
  readonly rows: readonly FundsRow[]
  readonly total: number
}

export async function listDeposits(db: D1Database, filter: RecordFilter): Promise<FundsRows> {
  const [rows, totals] = await openDirectory(db).batch(listDepositsStatements(db, filter))
  return { rows: rows.map((row) => ({ type: 'deposit', row })), total: totals[0]?.total ?? 0 }
}

export async function listWithdrawals(db: D1Database, filter: RecordFilter): Promise<FundsRows> {
  const [rows, totals] = await openDirectory(db).batch(listWithdrawalsStatements(db, filter))
  return { rows: rows.map((row) => ({ type: 'withdrawal', row })), total: totals[0]?.total ?? 0 }
}

/** Both together: each list may have the whole page, so both are read as far as the page ends. */
export async function listFundsRows(db: D1Database, filter: RecordFilter): Promise<FundsRows> {
  const upTo = { ...filter, offset: 0, limit: filter.offset + filter.limit }
  const [deposits, depositTotal, withdrawals, withdrawalTotal] = await openDirectory(db).batch([
    ...listDepositsStatements(db, upTo),
    ...listWithdrawalsStatements(db, upTo),
  ])
  const merged: FundsRow[] = [
    ...deposits.map((row) => ({ type: 'deposit' as const, row })),
    ...withdrawals.map((row) => ({ type: 'withdrawal' as const, row })),
  ].sort((left, right) => right.row.createdAt - left.row.createdAt)
  return {
    rows: merged.slice(filter.offset, filter.offset + filter.limit),
    total: (depositTotal[0]?.total ?? 0) + (withdrawalTotal[0]?.total ?? 0),
  }
}
