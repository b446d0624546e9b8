// Counters in windows, each raised by one atomic statement, so that parallel guesses cannot share a count.

import { and, eq, gt, gte, inArray, lt, lte, or, sql } from 'drizzle-orm'
import { LAST_CHARACTER, openDirectory } from './directory'
import { attemptCounter } from './identity-schema'

export interface Count {
  readonly key: string
  readonly count: number
  readonly expiresAt: number
}

interface Window {
  readonly key: string
  readonly windowMs: number
}

/** Adds one to each key and answers the counts. A counter whose window has ended starts again. */
export async function raiseCounters(db: D1Database, windows: readonly Window[], now: number): Promise<Count[]> {
  const [first, ...rest] = raisings(db, windows, now)
  if (!first) return []
  return (await openDirectory(db).batch([first, ...rest])).flat()
}

const raisings = (db: D1Database, windows: readonly Window[], now: number) =>
  windows.map(({ key, windowMs }) =>
    openDirectory(db)
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

/** A try that is marked while it is under way, beside others of the same prefix. */
export interface MarkedTry {
  readonly limits: readonly (Window & { readonly max: number })[]
  readonly prefix: string
  readonly key: string
  readonly expiresAt: number
}

/** Adds one to each counter, and marks the try where all of them have room; says how many others were marked then. */
export async function startTry(
  db: D1Database,
  { limits, prefix, key, expiresAt }: MarkedTry,
  now: number,
): Promise<{ readonly counts: Count[]; readonly others: number }> {
  const directory = openDirectory(db)
  const isOver = or(
    ...limits.map((limit) => and(eq(attemptCounter.key, limit.key), gt(attemptCounter.count, limit.max))),
  )
  const [others, ...rows] = await directory.batch([
    directory
      .select({ key: attemptCounter.key })
      .from(attemptCounter)
      .where(
        and(
          gte(attemptCounter.key, prefix),
          lt(attemptCounter.key, `${prefix}${LAST_CHARACTER}`),
          gt(attemptCounter.expiresAt, now),
        ),
      ),
    ...raisings(db, limits, now),
    directory
      .insert(attemptCounter)
      .select(sql`select ${key}, 1, ${expiresAt} where not exists (select 1 from ${attemptCounter} where ${isOver})`)
      .returning(),
  ])
  return { counts: rows.flat().filter((row) => row.key !== key), others: others.length }
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
