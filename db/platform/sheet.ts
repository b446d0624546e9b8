// Rows of the sheets that the desk edits. Names of tables and columns come from the domain's list alone, values are always bound.

import { ARE_BETS_COMMITTED } from '#domain/desk/quiz-sheets'
import { type SQL, sql } from 'drizzle-orm'
import type { Sheet, StoredRow, StoredValue } from '#domain/desk/sheet-cell'
import { openDirectory, runBatch, contains } from './directory'
import { type Slice, offsetOf } from './slice'

const RAW_SAFE = /^[a-z_]+$/

const column = (name: string): SQL => {
  if (!RAW_SAFE.test(name)) throw new TypeError(`not a column of a sheet: ${name}`)
  return sql.raw(`"${name}"`)
}

const isRow = (sheet: Sheet, key: readonly string[]): SQL =>
  sql.join(
    sheet.keys.map((name, index) => sql`cast(${column(name)} as text) = ${key[index] ?? ''}`),
    sql` and `,
  )

/** Rows in the order of their keys; `text` narrows by any part of the key. A slice's key is the key's values in their order. */
export async function listRows(
  db: D1Database,
  sheet: Sheet,
  { text, ...slice }: Slice<readonly StoredValue[]> & { readonly text: string },
): Promise<{ rows: StoredRow[]; total: number }> {
  const keys = sql.join(sheet.keys.map(column), sql`, `)
  const found = text
    ? sql`(${sql.join(
        sheet.keys.map((name) => contains(sql`cast(${column(name)} as text)`, text)),
        sql` or `,
      )})`
    : sql`1`
  const after = 'after' in slice ? slice.after : null
  const rest = after === null ? sql`1` : sql`(${keys}) > (${sql.join(after.map((value) => sql`${value}`), sql`, `)})` // prettier-ignore
  const from = sql.raw(sheet.from)
  const [rows, totals] = await runBatch(db, [
    sql`select * from ${from} where ${found} and ${rest} order by ${keys} limit ${slice.limit} offset ${offsetOf(slice)}`,
    sql`select count(*) as total from ${from} where ${found}`,
  ])
  // The statements select these columns.
  const [counted] = (totals?.results ?? []) as { total: number }[]
  return { rows: (rows?.results ?? []) as StoredRow[], total: counted?.total ?? 0 }
}

export async function findRow(db: D1Database, sheet: Sheet, key: readonly string[]): Promise<StoredRow | null> {
  const rows = await openDirectory(db).all<StoredRow>(
    sql`select * from ${sql.raw(sheet.from)} where ${isRow(sheet, key)} limit 1`,
  )
  return rows[0] ?? null
}

/** Asset columns of a table's join: "base_scale", "base_code", "base_wallets". Empty for an unknown asset. */
export async function readAssetColumns(db: D1Database, idText: string, prefix: string): Promise<StoredRow> {
  const rows = await openDirectory(db).all<{ scale: number; code: string; wallets: string }>(
    sql`select scale, code, wallets from asset where cast(id as text) = ${idText} limit 1`,
  )
  const [found] = rows
  return found
    ? {
        [`${prefix}_scale`]: found.scale,
        [`${prefix}_code`]: found.code,
        [`${prefix}_wallets`]: found.wallets,
      }
    : {}
}

/** Number of options of a quiz event, and whether its bets are committed to; empty for an unknown event. */
export async function readEventColumns(db: D1Database, idText: string): Promise<StoredRow> {
  const rows = await openDirectory(db).all<{ event_options: number; are_bets_committed: number }>(
    sql`select option_count as event_options, ${sql.raw(ARE_BETS_COMMITTED)} as are_bets_committed from quiz_event where cast(id as text) = ${idText} limit 1`,
  )
  return rows[0] ?? {}
}

type Values = Readonly<Record<string, StoredValue>>

const assignments = (values: Values): SQL[] =>
  Object.entries(values).map(([name, value]) => sql`${column(name)} = ${value}`)

export const updateRowStatement = (sheet: Sheet, key: readonly string[], values: Values): SQL =>
  sql`update ${column(sheet.table)} set ${sql.join(assignments(values), sql`, `)} where ${isRow(sheet, key)}`

export function insertRowStatement(sheet: Sheet, values: Values): SQL {
  const names = Object.keys(values)
  const bound = names.map((name) => sql`${values[name] ?? ''}`)
  return sql`insert into ${column(sheet.table)} (${sql.join(names.map(column), sql`, `)}) values (${sql.join(bound, sql`, `)})`
}

/** True if the row is unchanged since the read. */
export const isRowUnchanged = (sheet: Sheet, key: readonly string[], seen: StoredRow, names: readonly string[]): SQL =>
  sql`exists (select 1 from ${column(sheet.table)} where ${sql.join(
    [isRow(sheet, key), ...names.map((name) => sql`${column(name)} is ${seen[name] ?? null}`)],
    sql` and `,
  )})`

export const isRowMissing = (sheet: Sheet, key: readonly string[]): SQL =>
  sql`not exists (select 1 from ${column(sheet.table)} where ${isRow(sheet, key)})`
