// Counters in windows, each raised by one atomic statement, so that parallel guesses cannot share a count.

import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { openDirectory } from './directory'
import { attemptCounter } from './identity-schema'

export interface Count {
  readonly key: string
  readonly count: number
  readonly expiresAt: number
}

/** Adds one to each key and answers the counts. A counter whose window has ended starts again. */
export async function raiseCounters(
  db: D1Database,
  windows: readonly { readonly key: string; readonly windowMs: number }[],
  now: number,
): Promise<Count[]> {
  const directory = openDirectory(db)
  const [first, ...rest] = windows.map(({ key, windowMs }) =>
    directory
      .insert(attemptCounter)
      .values({ key, count: 1, expiresAt: now + windowMs })
      .onConflictDoUpdate({
        target: attemptCounter.key,
        set: {
          count: sql`case when ${attemptCounter.expiresAt} <= ${now} then 1 else ${attemptCounter.count} + 1 end`,
          expiresAt: sql`case when ${attemptCounter.expiresAt} <= ${now} then ${now + windowMs} else ${attemptCounter.expiresAt} end`,
        },
      })
      .returning(),
  )
  if (!first) return []
  return (await directory.batch([first, ...rest])).flat()
}

/** Takes one back from each key, never below zero. */
export async function lowerCounters(db: D1Database, keys: readonly string[]): Promise<void> {
  await openDirectory(db)
    .update(attemptCounter)
    .set({ count: sql`max(${attemptCounter.count} - 1, 0)` })
    .where(inArray(attemptCounter.key, [...keys]))
}

export async function clearCounters(db: D1Database, keys: readonly string[]): Promise<void> {
  await openDirectory(db)
    .delete(attemptCounter)
    .where(inArray(attemptCounter.key, [...keys]))
}

/** Writes down that something happened, for so long from now on. */
export async function keepMark(db: D1Database, key: string, expiresAt: number): Promise<void> {
  await openDirectory(db)
    .insert(attemptCounter)
    .values({ key, count: 1, expiresAt })
    .onConflictDoUpdate({ target: attemptCounter.key, set: { expiresAt } })
}

export async function hasMark(db: D1Database, key: string, now: number): Promise<boolean> {
  const [row] = await openDirectory(db)
    .select({ key: attemptCounter.key })
    .from(attemptCounter)
    .where(and(eq(attemptCounter.key, key), gt(attemptCounter.expiresAt, now)))
  return row !== undefined
}

export async function pruneCounters(db: D1Database, now: number): Promise<void> {
  await openDirectory(db).delete(attemptCounter).where(lte(attemptCounter.expiresAt, now))
}
