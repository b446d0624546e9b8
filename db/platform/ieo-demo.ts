// Writes the sales of play money.

import { count, inArray } from 'drizzle-orm'
import { openDirectory } from './directory'
import { ieoProject } from './ieo-schema'

/** Whether all of them exist. */
export async function hasIeoProjects(db: D1Database, ids: readonly number[]): Promise<boolean> {
  const [row] = await openDirectory(db)
    .select({ found: count() })
    .from(ieoProject)
    .where(inArray(ieoProject.id, [...ids]))
  return row?.found === ids.length
}

/** Runs seed statements, which are repeatable. */
export const putStatements = (db: D1Database, statements: readonly string[]): Promise<unknown> =>
  db.batch(statements.map((statement) => db.prepare(statement)))
