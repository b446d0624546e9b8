// CSV export of a desk list. Each read continues after the last key of the previous one, so concurrent inserts and
// deletes neither duplicate nor skip rows.

import { type Line, csvStream } from '../lists/csv.server'

const ROWS_PER_READ = 500

/** Page position after a key; null for the beginning. */
export interface After<Key = number> {
  readonly after: Key | null
  readonly limit: number
}

interface CsvList<Row, Key> {
  readonly name: string
  readonly heads: Line
  readonly read: (slice: After<Key>) => Promise<readonly Row[]>
  readonly keyOf: (row: Row) => Key
  /** One list row may produce several CSV lines. */
  readonly linesOf: (row: Row) => readonly Line[]
}

export function csvFile<Row, Key>({ name, heads, read, keyOf, linesOf }: CsvList<Row, Key>): Response {
  let after: Key | null = null
  let isOver = false
  return csvStream(name, [heads], async () => {
    const rows = isOver ? [] : await read({ after, limit: ROWS_PER_READ })
    const last = rows.at(-1)
    if (last === undefined) return null
    after = keyOf(last)
    isOver = rows.length < ROWS_PER_READ
    return rows.flatMap(linesOf)
  })
}
