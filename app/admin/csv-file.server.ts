// A list as a file of comma-separated values, written while it is read, part after part. Each part goes on after the last row of the one
// before, by its key: what is added or goes meanwhile neither doubles a row nor leaves one out.

import { BYTE_ORDER_MARK, csvLine } from '../text/csv'

const ROWS_PER_READ = 500

type Line = readonly string[]

/** What follows a key; null for the beginning. */
export interface After<Key = number> {
  readonly after: Key | null
  readonly limit: number
}

interface CsvList<Row, Key> {
  readonly name: string
  readonly heads: Line
  readonly read: (slice: After<Key>) => Promise<readonly Row[]>
  readonly keyOf: (row: Row) => Key
  /** A row of the list may be several of the file. */
  readonly linesOf: (row: Row) => readonly Line[]
}

export function csvFile<Row, Key>({ name, heads, read, keyOf, linesOf }: CsvList<Row, Key>): Response {
  const encoder = new TextEncoder()
  let after: Key | null = null
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvLine(heads))),
    pull: async (controller) => {
      const rows = await read({ after, limit: ROWS_PER_READ })
      const last = rows.at(-1)
      if (last !== undefined) {
        after = keyOf(last)
        controller.enqueue(encoder.encode(rows.flatMap(linesOf).map(csvLine).join('')))
      }
      if (rows.length < ROWS_PER_READ) controller.close()
    },
  })
  return csvResponse(name, body)
}

/** The same for what is read at once. */
export const csvOf = (name: string, heads: Line, lines: readonly Line[]): Response =>
  csvResponse(name, BYTE_ORDER_MARK + [heads, ...lines].map(csvLine).join(''))

const csvResponse = (name: string, body: BodyInit): Response =>
  new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
