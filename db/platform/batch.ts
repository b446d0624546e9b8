// Statements of any kind in one transaction of D1. Drizzle's own batch does not bind the values of statements that are written as text.

import { SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'

/** A query of drizzle that has not been run, or text with its values. */
export type Statement = SQL | { toSQL(): { readonly sql: string; readonly params: readonly unknown[] } }

const dialect = new SQLiteSyncDialect()

/** All of them or none, in their order. */
export function runBatch(db: D1Database, statements: readonly Statement[]): Promise<D1Result[]> {
  return db.batch(
    statements.map((statement) => {
      const { sql, params } = statement instanceof SQL ? dialect.sqlToQuery(statement) : statement.toSQL()
      return db.prepare(sql).bind(...params)
    }),
  )
}
