// Ringing alarms, their beginnings and ends, and the last event delivered to each operator webhook.

import { and, asc, count, desc, eq, gt, lt, lte, min, sql } from 'drizzle-orm'
import type { AlarmName, Ringing } from '#domain/operating/alarms'
import type { Labels } from '#domain/operating/metrics'
import { alarmEvent, alarmHook, alarmRinging } from './operating-schema'
import { openDirectory, runBatch } from './directory'

export interface RingingSince extends Ringing {
  readonly since: number
}

export interface AlarmEvent extends Ringing {
  readonly id: number
  readonly at: number
  readonly state: 'ringing' | 'over'
}

const textOf = (labels: Labels): string =>
  JSON.stringify(Object.fromEntries(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1))))

/** The casts are safe: only `changeAlarms` writes these rows. */
const read = <Row extends { readonly alarm: string; readonly labels: string }>(row: Row) => ({
  ...row,
  alarm: row.alarm as AlarmName,
  labels: JSON.parse(row.labels) as Labels,
})

export const listRinging = async (db: D1Database): Promise<RingingSince[]> =>
  (await openDirectory(db).select().from(alarmRinging).orderBy(asc(alarmRinging.since))).map(read)

export interface AlarmChanges {
  readonly at: number
  readonly begun: readonly Ringing[]
  readonly ended: readonly Ringing[]
}

/** Of two concurrent sweeps only the first records a beginning or an end. */
export async function changeAlarms(db: D1Database, { at, begun, ended }: AlarmChanges): Promise<void> {
  const event = ({ alarm, labels, value }: Ringing, state: AlarmEvent['state'], ifRinging: 'exists' | 'not exists') =>
    sql`insert into alarm_event (at, alarm, labels, state, value)
      select ${at}, ${alarm}, ${textOf(labels)}, ${state}, ${value}
      where ${sql.raw(ifRinging)} (select 1 from alarm_ringing where alarm = ${alarm} and labels = ${textOf(labels)})`
  const directory = openDirectory(db)
  await runBatch(db, [
    ...begun.flatMap((ringing) => [
      event(ringing, 'ringing', 'not exists'),
      directory
        .insert(alarmRinging)
        .values({ alarm: ringing.alarm, labels: textOf(ringing.labels), since: at, value: ringing.value })
        .onConflictDoUpdate({
          target: [alarmRinging.alarm, alarmRinging.labels],
          set: { value: ringing.value },
        }),
    ]),
    ...ended.flatMap((ringing) => [
      event(ringing, 'over', 'exists'),
      directory
        .delete(alarmRinging)
        .where(and(eq(alarmRinging.alarm, ringing.alarm), eq(alarmRinging.labels, textOf(ringing.labels)))),
    ]),
  ])
}

/** Events after a number, in their order. */
export const listEvents = async (db: D1Database, after: number, limit: number): Promise<AlarmEvent[]> =>
  (
    await openDirectory(db)
      .select()
      .from(alarmEvent)
      .where(gt(alarmEvent.id, after))
      .orderBy(asc(alarmEvent.id))
      .limit(limit)
  ).map(read)

/** The newest events, newest first. */
export const newestEvents = async (db: D1Database, limit: number): Promise<AlarmEvent[]> =>
  (await openDirectory(db).select().from(alarmEvent).orderBy(desc(alarmEvent.id)).limit(limit)).map(read)

export async function pruneEvents(db: D1Database, before: number): Promise<void> {
  await openDirectory(db).delete(alarmEvent).where(lt(alarmEvent.at, before))
}

export type AlarmHookRow = typeof alarmHook.$inferSelect

/**
 * Leases a webhook for one delivery attempt; null while another attempt or a pause lasts. A new webhook begins with the next event.
 */
export async function leaseHook(
  db: D1Database,
  { hook, at, until }: { readonly hook: string; readonly at: number; readonly until: number },
): Promise<AlarmHookRow | null> {
  const directory = openDirectory(db)
  await runBatch(db, [
    sql`insert into alarm_hook (hook, taken) select ${hook}, (select coalesce(max(id), 0) from alarm_event) where true on conflict do nothing`,
  ])
  const [row] = await directory
    .update(alarmHook)
    .set({ nextAt: until })
    .where(and(eq(alarmHook.hook, hook), lte(alarmHook.nextAt, at)))
    .returning()
  return row ?? null
}

export async function recordDelivered(db: D1Database, hook: string, id: number): Promise<void> {
  await openDirectory(db).update(alarmHook).set({ taken: id, failures: 0, reason: '' }).where(eq(alarmHook.hook, hook))
}

export async function releaseHook(
  db: D1Database,
  {
    hook,
    ...change
  }: { readonly hook: string; readonly nextAt: number; readonly failures: number; readonly reason: string },
): Promise<void> {
  await openDirectory(db).update(alarmHook).set(change).where(eq(alarmHook.hook, hook))
}

export const listHooks = (db: D1Database): Promise<AlarmHookRow[]> => openDirectory(db).select().from(alarmHook)

/** Events not delivered to some webhook: number, and time of the oldest. */
export async function countUndelivered(
  db: D1Database,
  hooks: readonly string[],
): Promise<{ readonly total: number; readonly oldestAt: number | null }> {
  const behind = (await listHooks(db)).filter(({ hook }) => hooks.includes(hook)).map(({ taken }) => taken)
  if (behind.length === 0) return { total: 0, oldestAt: null }
  const [row] = await openDirectory(db)
    .select({ total: count(), oldestAt: min(alarmEvent.at) })
    .from(alarmEvent)
    .where(gt(alarmEvent.id, Math.min(...behind)))
  return row ?? { total: 0, oldestAt: null }
}
