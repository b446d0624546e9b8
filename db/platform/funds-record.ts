// A user's deposits and withdrawals as one list, newest first, each part read in one round.

import { type DepositRow, type RecordFilter, listDepositsStatements } from './deposit'
import { openDirectory } from './directory'
import { type WithdrawalRow, listWithdrawalsStatements } from './withdrawal'

export type FundsRow =
  | { readonly type: 'deposit'; readonly row: DepositRow }
  | { readonly type: 'withdrawal'; readonly row: WithdrawalRow }

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

/** Deposits and withdrawals merged, newest first, `most` at most: either list may fill the page, so both are read up to the page's end. */
export async function listFundsRows(db: D1Database, filter: RecordFilter, most: number): Promise<FundsRows> {
  const end = Math.min(filter.offset + filter.limit, most)
  const upTo = { ...filter, offset: 0, limit: end }
  const [deposits, depositTotal, withdrawals, withdrawalTotal] = await openDirectory(db).batch([
    ...listDepositsStatements(db, upTo),
    ...listWithdrawalsStatements(db, upTo),
  ])
  const total = (depositTotal[0]?.total ?? 0) + (withdrawalTotal[0]?.total ?? 0)
  return { rows: merge(deposits, withdrawals).slice(filter.offset, end), total: Math.min(total, most) }
}

/** Last sent row of each list. */
export type FundsPlaces = Readonly<Partial<Record<FundsRow['type'], RecordFilter['after']>>>

/** Rows after these places, newest first, of one or both lists: for an export, where rows that arrive meanwhile shift none. */
export async function listFundsRowsAfter(
  db: D1Database,
  filter: Omit<RecordFilter, 'after' | 'offset'>,
  { type, places }: { readonly type: FundsRow['type'] | undefined; readonly places: FundsPlaces },
): Promise<readonly FundsRow[]> {
  const next = (list: FundsRow['type']) => ({
    ...filter,
    after: places[list],
    offset: 0,
    limit: type === undefined || type === list ? filter.limit : 0,
  })
  const [deposits, withdrawals] = await openDirectory(db).batch([
    listDepositsStatements(db, next('deposit'))[0],
    listWithdrawalsStatements(db, next('withdrawal'))[0],
  ])
  return merge(deposits, withdrawals).slice(0, filter.limit)
}

const merge = (deposits: readonly DepositRow[], withdrawals: readonly WithdrawalRow[]): FundsRow[] =>
  [
    ...deposits.map((row) => ({ type: 'deposit' as const, row })),
    ...withdrawals.map((row) => ({ type: 'withdrawal' as const, row })),
  ].sort((left, right) => right.row.createdAt - left.row.createdAt)
