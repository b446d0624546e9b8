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
  /** While this one is over, the others are not touched: they would be left behind for whomever the caller names. */
  readonly isGate?: boolean
}

/** Adds one to each key and answers the counts. A counter whose window has ended starts again. */
export async function raiseCounters(db: D1Database, windows: readonly Window[], now: number): Promise<Count[]> {
  const [first, ...rest] = raisings(db, windows, now)
  if (!first) return []
  return (await openDirectory(db).batch([first, ...rest])).flat()
}

/** The gates first, so that the others are judged by them in the same batch. */
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

/** None of these is over, after all of them were raised. */
const hasRoom = (limits: readonly Window[]) =>
  sql`not exists (select 1 from ${attemptCounter} where ${or(
    sql`0`,
    ...limits.map(({ key, max }) => and(eq(attemptCounter.key, key), gt(attemptCounter.count, max))),
  )})`

/** A try that is marked while it is under way, beside others of the same prefix. */
export interface MarkedTry {
  readonly limits: readonly Window[]
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

/** Whether a try would have room now, and how many are marked. Writes nothing. */
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

/** Those of the longest ago first, so many at once: a flood of them must not make one statement too long for the directory. */
export async function pruneCounters(db: D1Database, now: number, limit: number): Promise<void> {
  const directory = openDirectory(db)
  const ended = directory
    .select({ key: attemptCounter.key })
    .from(attemptCounter)
    .where(lte(attemptCounter.expiresAt, now))
    .orderBy(attemptCounter.expiresAt)
    .limit(limit)
  await directory.delete(attemptCounter).where(inArray(attemptCounter.key, ended))
}
