// Deposits and withdrawals that passed since an instant, per asset, for the desk's overview.

import { and, eq, gte } from 'drizzle-orm'
import type { Amount } from '#domain/money/amount'
import { openDirectory } from './directory'
import { deposit, withdrawal } from './funds-schema'

export interface PassedMoney {
  readonly assetId: number
  readonly amount: Amount
  readonly settledAt: number
}

/** Newest of each that are read: above them a day's figures are lower bounds. */
const PASSED_MAX = 5_000

/** Read by indexes of state and time. */
export async function listPassedSince(
  db: D1Database,
  since: number,
): Promise<{ readonly deposits: PassedMoney[]; readonly withdrawals: PassedMoney[] }> {
  const directory = openDirectory(db)
  const read = (table: typeof deposit | typeof withdrawal) =>
    directory
      .select({ assetId: table.assetId, amount: table.amount, settledAt: table.settledAt })
      .from(table)
      .where(and(eq(table.state, 'passed'), gte(table.settledAt, since)))
      .limit(PASSED_MAX)
  const [deposits, withdrawals] = await Promise.all([read(deposit), read(withdrawal)])
  const settled = (rows: typeof deposits) => rows.map((row) => ({ ...row, settledAt: row.settledAt ?? since }))
  return { deposits: settled(deposits), withdrawals: settled(withdrawals) }
}
