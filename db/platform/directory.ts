// The directory: D1 through drizzle, with helpers for its queries.

import { assert } from '#domain/assert'
import { SQL, or, sql } from 'drizzle-orm'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { type SQLiteColumn, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'

/** What `batch` of drizzle's asks of a query: building its text is the most of its work. */
interface Built {
  _prepare(): { getQuery(): { readonly sql: string } }
}

/** Cheap enough for every query: nothing is read or kept. */
export function openDirectory(db: D1Database): DrizzleD1Database {
  const directory = drizzle(db)
  const batch = directory.batch.bind(directory)
  const checked = (queries: readonly Built[]) => {
    const built = queries.map((query): Built => {
      const prepared = query._prepare()
      checkNames(prepared.getQuery().sql)
      return { _prepare: () => prepared }
    })
    return batch(built as unknown as Parameters<typeof batch>[0])
  }
  return Object.assign(directory, { batch: checked as unknown as typeof batch })
}

/**
 * D1 returns batch rows as objects by column name: of two columns with the same name the first is lost, and all later columns shift. So a
 * join with such columns runs as a query of its own, or renames them.
 */
export function checkNames(text: string): void {
  const twin = /\bjoin\b/.test(text) ? twinIn(selectedIn(text)) : undefined
  assert(twin === undefined, `a batch selects two columns named ${twin}: ${text}`)
}

/** The names of the columns that a `select` of drizzle's answers. */
function selectedIn(text: string): string[] {
  const names: string[] = []
  let [depth, part] = [0, '']
  for (const token of text
    .replace(/^select (?:distinct )?/, '')
    .match(/"[^"]*"|[(),]|\bfrom\b|[^"(),]+?(?=\bfrom\b|["(),]|$)/g) ?? []) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    const isEnd = depth === 0 && (token === ',' || token === 'from')
    if (!isEnd) part += token
    else {
      names.push(/"([^"]*)"\s*$/.exec(part)?.[1] ?? part.trim())
      part = ''
    }
    if (isEnd && token === 'from') break
  }
  return names
}

const twinIn = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index)

/** Sorts after every other character, so keys with one prefix form a range. */
export const LAST_CHARACTER = '\u{10ffff}'

/** Case-insensitive for Latin letters. Not LIKE: D1 refuses patterns of more than fifty bytes. */
export const contains = (column: SQLiteColumn | SQL, text: string): SQL =>
  sql`instr(lower(${column}), lower(${text})) > 0`

/** `contains` for a keyword as typed or with full-width letters and digits converted. */
export const containsKeyword = (column: SQLiteColumn | SQL, keyword: string): SQL | undefined =>
  or(...[...new Set([keyword, keyword.normalize('NFKC')])].map((text) => contains(column, text)))

/** A drizzle query that has not run, or SQL text with its values. */
export type Statement = SQL | { toSQL(): { readonly sql: string; readonly params: readonly unknown[] } }

const dialect = new SQLiteSyncDialect()

/** Runs statements in one D1 transaction. Not drizzle's `batch`, which does not bind the values of SQL text. */
export function runBatch(db: D1Database, statements: readonly Statement[]): Promise<D1Result[]> {
  return db.batch(
    statements.map((statement) => {
      const { sql, params } = statement instanceof SQL ? dialect.sqlToQuery(statement) : statement.toSQL()
      return db.prepare(sql).bind(...params)
    }),
  )
}
