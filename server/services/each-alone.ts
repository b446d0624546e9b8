// Runs queue work per row in isolation: a failed row is logged and does not block others. The row stays due, so the
// next slice retries it.

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

/** Result of one slice of a queue. */
export interface Swept {
  /** Rows that were worked without a failure. */
  readonly settled: number
  /** True for a full slice: the queue may have further rows. */
  readonly isFull: boolean
  /** Names of its rows: a next slice of the same rows means that nothing leaves the queue. Null where `isFull` means progress. */
  readonly rows: string | null
}

/** Works through the first rows of a queue, `limit` at most. */
export async function sweepRows<Row>(rows: readonly Row[], limit: number, work: Work<Row, unknown>): Promise<Swept> {
  const settled = await eachAlone(rows, work)
  return { settled: settled.length, isFull: rows.length >= limit, rows: rows.map(work.failed).join('\n') }
}

/** Queues that are swept together. */
export const sweptTogether = (parts: readonly Swept[]): Swept => ({
  settled: parts.reduce((sum, { settled }) => sum + settled, 0),
  isFull: parts.some(({ isFull }) => isFull),
  rows: parts.some(({ rows }) => rows === null) ? null : parts.map(({ rows }) => rows).join('\n'),
})

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
