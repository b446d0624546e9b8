// Runs sweep work per row in isolation: a failed row is logged and does not block others. The row stays due, so the
// next sweep retries it.

import { logError } from '#lib/log-line'

/** Concurrent rows. Each makes several room and directory calls; eight are fast enough without slowing page requests. */
const CONCURRENCY = 8

interface Work<Row, Result> {
  readonly work: (row: Row) => Promise<Result>
  /** Log text of a failed row. */
  readonly failed: (row: Row) => string
  /** 1 processes rows in order, for rows that depend on each other. */
  readonly concurrency?: number
}

/** Results of the successful rows, in completion order. */
export async function eachAlone<Row, Result>(
  rows: readonly Row[],
  { work, failed, concurrency = CONCURRENCY }: Work<Row, Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = rows.values()
  const workThrough = async () => {
    for (const row of waiting) {
      try {
        results.push(await work(row))
      } catch (failure) {
        logError(failed(row), failure)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, workThrough))
  return results
}
