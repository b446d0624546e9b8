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
  readonly max: number
  readonly windowMs: number
  /** When this counter is exceeded, the others stay unchanged: a blocked attempt must not count against the names that the caller gives. */
  readonly isGate?: boolean
}

/** Adds one to each key and answers the counts. A counter whose window has ended starts again. */
export async function raiseCounters(db: D1Database, windows: readonly Window[], now: number): Promise<Count[]> {
  const [first, ...rest] = raisings(db, windows, now)
  if (!first) return []
  return (await openDirectory(db).batch([first, ...rest])).flat()
}

/** Gates first: the others are checked against them in the same batch. */
function raisings(db: D1Database, windows: readonly Window[], now: number) {
  const gates = windows.filter(({ isGate }) => isGate)
  const others = windows.filter(({ isGate }) => !isGate)
  return [
    ...gates.map((window) => raising(db, window, { gates: [], now })),
    ...others.map((window) => raising(db, window, { gates, now })),
  ]
}

const raising = (
  db: D1Database,
  { key, windowMs }: Window,
  { gates, now }: { readonly gates: readonly Window[]; readonly now: number },
) =>
  openDirectory(db)
    .insert(attemptCounter)
    .select(sql`select ${key}, 1, ${now + windowMs} where ${hasRoom(gates)}`)
    .onConflictDoUpdate({
      target: attemptCounter.key,
      set: {
        count: sql`case when ${attemptCounter.expiresAt} <= ${now} then 1 else ${attemptCounter.count} + 1 end`,
        expiresAt: sql`case when ${attemptCounter.expiresAt} <= ${now} then ${now + windowMs} else ${attemptCounter.expiresAt} end`,
      },
    })
    .returning()

/** True if no counter exceeds its limit after all were raised. */
const hasRoom = (limits: readonly Window[]) =>
  sql`not exists (select 1 from ${attemptCounter} where ${or(
    sql`0`,
    ...limits.map(({ key, max }) => and(eq(attemptCounter.key, key), gt(attemptCounter.count, max))),
  )})`

/** A running attempt, marked beside others of the same prefix. */
export interface MarkedTry {
  readonly limits: readonly Window[]
  readonly prefix: string
  readonly key: string
  readonly expiresAt: number
}

/** Increments each counter, and marks the attempt if all limits allow it; returns the number of other marked attempts. */
export async function startTry(
  db: D1Database,
  { limits, prefix, key, expiresAt }: MarkedTry,
  now: number,
): Promise<{ readonly counts: Count[]; readonly others: number }> {
  const directory = openDirectory(db)
  const [others, ...rows] = await directory.batch([
    directory.select({ key: attemptCounter.key }).from(attemptCounter).where(isMarked(prefix, now)),
    ...raisings(db, limits, now),
    directory
      .insert(attemptCounter)
      .select(sql`select ${key}, 1, ${expiresAt} where ${hasRoom(limits)}`)
      .returning(),
  ])
  return { counts: rows.flat().filter((row) => row.key !== key), others: others.length }
}

/** Whether an attempt is allowed, and the number of marked attempts. Read-only. */
export async function readTries(
  db: D1Database,
  { limits, prefix }: Pick<MarkedTry, 'limits' | 'prefix'>,
  now: number,
): Promise<{ readonly hasRoom: boolean; readonly others: number }> {
  const maxima = new Map(limits.map(({ key, max }) => [key, max]))
  const rows = await openDirectory(db)
    .select({ key: attemptCounter.key, count: attemptCounter.count })
    .from(attemptCounter)
    .where(
      or(
        isMarked(prefix, now),
        and(inArray(attemptCounter.key, [...maxima.keys()]), gt(attemptCounter.expiresAt, now)),
      ),
    )
  const counts = rows.filter(({ key }) => maxima.has(key))
  return {
    hasRoom: counts.every(({ key, count }) => count < (maxima.get(key) ?? 0)),
    others: rows.length - counts.length,
  }
}

const isMarked = (prefix: string, now: number) =>
  and(
    gte(attemptCounter.key, prefix),
    lt(attemptCounter.key, `${prefix}${LAST_CHARACTER}`),
    gt(attemptCounter.expiresAt, now),
  )

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

/** Stores a mark that expires at `expiresAt`. */
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

/** Oldest first and a limited number: a flood of counters must not make one statement too long for the directory. */
export async function pruneCounters(db: D1Database, now: number, limit: number): Promise<number> {
  const directory = openDirectory(db)
  const ended = directory
    .select({ key: attemptCounter.key })
    .from(attemptCounter)
    .where(lte(attemptCounter.expiresAt, now))
    .orderBy(attemptCounter.expiresAt)
    .limit(limit)
  const { meta } = await directory.delete(attemptCounter).where(inArray(attemptCounter.key, ended))
  return meta.changes
}
