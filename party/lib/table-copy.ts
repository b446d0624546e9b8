// Copies all tables of a database out as JSON lines, and in again. Works on the raw SQL of a room. A table is read in the order of its
// row numbers, so a part begins where the last one ended.

import type { CopyCursor, CopyPart } from '#domain/copy-part'

/** Characters of a part; a single row may exceed it. */
const PART_LENGTH = 400_000

type Value = string | number | null | ArrayBuffer
/** A value in a line; bytes as base64. */
type Written = string | number | null | { readonly bytes: string }

export interface CopySql {
  exec(
    statement: string,
    ...values: Value[]
  ): {
    raw(): Iterable<Value[]>
    readonly columnNames: string[]
  }
}

/** First line of a table's rows. */
interface TableLine {
  readonly table: string
  readonly columns: readonly string[]
}

/** Migrations are compared and not copied; names with an underscore belong to the runtime. */
const OWN_TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migration' AND name NOT GLOB '_*' ORDER BY name`
const tablesOf = (sql: CopySql): string[] => texts(sql, OWN_TABLES).filter((name) => !name.startsWith('sqlite_'))

/** Texts of a query's only column. */
const texts = (sql: CopySql, query: string): string[] =>
  [...sql.exec(query).raw()].flatMap(([text]) => (typeof text === 'string' ? [text] : []))

export function copyOut(sql: CopySql, left: ReadonlySet<string>, from: CopyCursor | null): CopyPart {
  const lines: string[] = []
  let length = 0
  for (const table of tablesOf(sql)) {
    if (left.has(table) || (from && table < from.table)) continue
    const after = from?.table === table ? from.row : Number.MIN_SAFE_INTEGER
    const cursor = sql.exec(`SELECT rowid, * FROM "${table}" WHERE rowid > ? ORDER BY rowid`, after)
    let isOpened = false
    for (const [row, ...values] of cursor.raw()) {
      if (!isOpened) lines.push(JSON.stringify({ table, columns: cursor.columnNames.slice(1) } satisfies TableLine))
      isOpened = true
      const line = JSON.stringify(values.map(writeValue))
      lines.push(line)
      length += line.length
      if (length > PART_LENGTH) return { text: lines.join('\n'), next: { table, row: Number(row) } }
    }
  }
  return { text: lines.join('\n'), next: null }
}

const writeValue = (value: Value): Written =>
  value instanceof ArrayBuffer ? { bytes: Buffer.from(value).toString('base64') } : value

function readValue(written: Written): Value {
  if (typeof written !== 'object' || written === null) return written
  const bytes = Buffer.from(written.bytes, 'base64')
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}

/** Deletes every row. Triggers must be set aside. */
export function emptyTables(sql: CopySql): void {
  for (const table of tablesOf(sql)) sql.exec(`DELETE FROM "${table}"`)
}

/** Can be repeated: a part whose answer was lost is sent again. */
export function copyIn(sql: CopySql, text: string, makeTable: (table: string) => void): void {
  let statement = ''
  for (const line of text.split('\n')) {
    if (line === '') continue
    // Written by copyOut.
    const read = JSON.parse(line) as TableLine | Written[]
    if (Array.isArray(read)) {
      sql.exec(statement, ...read.map(readValue))
      continue
    }
    makeTable(read.table)
    const names = read.columns.map((name) => `"${name}"`).join(', ')
    statement = `INSERT OR REPLACE INTO "${read.table}" (${names}) VALUES (${read.columns.map(() => '?').join(', ')})`
  }
}

/** Drops the triggers and answers their text, by which they are made again. */
export function takeTriggers(sql: CopySql): string[] {
  const [names, found] = [
    texts(sql, "SELECT name FROM sqlite_master WHERE type = 'trigger'"),
    texts(sql, "SELECT sql FROM sqlite_master WHERE type = 'trigger'"),
  ]
  for (const name of names) sql.exec(`DROP TRIGGER "${name}"`)
  return found
}
