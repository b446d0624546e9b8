// Rows that a sweep works through, each alone: one that fails is reported and keeps none of the others waiting. Whatever made it a row
// of the sweep still holds, so that it comes again with the next one.

/** Each is some calls to a room and to the directory: quick enough together, and few beside those of people who wait for a page. */
const AT_ONCE = 8

interface Work<Row, Result> {
  readonly work: (row: Row) => Promise<Result>
  /** What the log says of a row that failed. */
  readonly failed: (row: Row) => string
  /** With 1 they go in their order, where what one does may hang on another. */
  readonly atOnce?: number
}

/** Answers what came of those that did not fail, as they ended. */
export async function eachAlone<Row, Result>(
  rows: readonly Row[],
  { work, failed, atOnce = AT_ONCE }: Work<Row, Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = rows.values()
  const workThrough = async () => {
    for (const row of waiting) {
      try {
        results.push(await work(row))
      } catch (failure) {
        console.error(failed(row), failure)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, workThrough))
  return results
}
