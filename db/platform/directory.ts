// The directory: D1 through drizzle, and what its queries share.

import { SQL, sql } from 'drizzle-orm'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { type SQLiteColumn, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'

/** Cheap enough for every query: nothing is read or kept. */
export const openDirectory = (db: D1Database): DrizzleD1Database => drizzle(db)

/** Behind every other character, so that keys of one prefix are one range. */
export const LAST_CHARACTER = '\u{10ffff}'

/** Case-insensitive for Latin letters. Not LIKE: D1 refuses patterns of more than fifty bytes. */
export const contains = (column: SQLiteColumn | SQL, text: string): SQL =>
  sql`instr(lower(${column}), lower(${text})) > 0`

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
