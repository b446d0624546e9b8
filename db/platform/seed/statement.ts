// Converts seed rows to repeatable SQL text. Values that operators decide are inserted once and never updated; the product's own values,
// and texts that operators haven't rewritten, follow the product.

import { hashText } from '#domain/text-hash'

type SeedValue = string | number | boolean | null
export type SeedRow = Readonly<Record<string, SeedValue>>

const ROWS_PER_STATEMENT = 40

/** INSERT statements for rows of one table; all rows have equal columns in equal order. */
export const insertMissing = (table: string, rows: readonly SeedRow[]): string[] =>
  inserts(table, rows, 'ON CONFLICT DO NOTHING')

/** Same for texts: a text unchanged since its seeding is updated to the product's current one. Needs a column `seeded`. */
export function insertOrFollow(table: string, keys: readonly string[], rows: readonly SeedRow[]): string[] {
  const marked = rows.map((row) => ({ ...row, seeded: hashText(JSON.stringify(row)) }))
  const columns = Object.keys(marked[0] ?? {}).filter((column) => !keys.includes(column))
  const isBehind = `${table}.seeded <> excluded.seeded`
  return inserts(table, marked, `ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${setTo(columns)} WHERE ${isBehind}`)
}

/**
 * A row known by a name, with the next free number as its id: numbers that the product gave out would meet those that a store has given.
 * `follows` are the columns that are the product's alone.
 */
export function insertNamed(table: string, key: string, row: SeedRow, follows: readonly string[] = []): string {
  const columns = Object.keys(row)
  const values = columns.map((column) => literal(row[column] ?? null))
  const select = `SELECT coalesce(max(id), 0) + 1, ${values.join(', ')} FROM ${table}`
  const isOther = follows.map((column) => `${table}.${column} IS NOT excluded.${column}`).join(' OR ')
  const then = follows.length > 0 ? `UPDATE SET ${setTo(follows)} WHERE ${isOther}` : 'NOTHING'
  // SQLite requires a WHERE between a SELECT and an ON CONFLICT.
  return `INSERT INTO ${table} (id, ${columns.join(', ')}) ${select} WHERE true ON CONFLICT (${key}) DO ${then}`
}

/** "7.11" at scale 8 as "711000000". */
export function decimalUnits(text: string, scale: number): string {
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(scale, '0')).toString()
}

const setTo = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = excluded.${column}`).join(', ')

function inserts(table: string, rows: readonly SeedRow[], end: string): string[] {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first)
  const tuples = rows.map((row) => `(${columns.map((column) => literal(row[column] ?? null)).join(', ')})`)
  const statements: string[] = []
  for (let start = 0; start < tuples.length; start += ROWS_PER_STATEMENT) {
    const values = tuples.slice(start, start + ROWS_PER_STATEMENT).join(', ')
    statements.push(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values} ${end}`)
  }
  return statements
}

function literal(value: SeedValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  // Seed text lives on one line: tools that split SQL files by line must not meet a line break inside a literal.
  return `'${value.replaceAll("'", "''").replaceAll(/\s*\n\s*/g, ' ')}'`
}
