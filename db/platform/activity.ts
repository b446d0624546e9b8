// Reports of accounts about their days, added up as they come: a day is read without its accounts.

import { gte, sql } from 'drizzle-orm'
import { type ActivityKind, DAYS_KEPT, type ReportedDay } from '#domain/activity'
import { dayTotal } from './activity-schema'
import { openDirectory, runBatch } from './directory'

/**
 * Puts the reports in the place of the account's earlier ones, and the differences into the totals, in one transaction. A repeated or outdated
 * report changes nothing.
 */
export async function storeActivity(db: D1Database, userId: number, days: readonly ReportedDay[]): Promise<void> {
  const oldest = Math.max(...days.map(({ day }) => day)) - DAYS_KEPT + 1
  await runBatch(db, [
    ...days.flatMap((reported) => dayStatements(userId, reported)),
    // Accounts report such a day only once.
    sql`DELETE FROM account_day WHERE user_id = ${userId} AND day < ${oldest}`,
    sql`DELETE FROM day_total WHERE day < ${oldest}`,
  ])
}

function dayStatements(userId: number, { day, revision, sums }: ReportedDay) {
  const isNewer = sql`NOT EXISTS (SELECT 1 FROM account_day
    WHERE user_id = ${userId} AND day = ${day} AND revision >= ${revision})`
  const reported = sql`SELECT json_extract(value, '$[0]') AS kind, json_extract(value, '$[1]') AS asset_id,
    CAST(json_extract(value, '$[2]') AS INTEGER) AS value FROM json_each(${JSON.stringify(sums)}) WHERE ${isNewer}`
  return [
    sql`INSERT INTO day_total (day, kind, asset_id, value)
      SELECT ${day}, kind, asset_id, new.value - COALESCE((SELECT old.value FROM account_day AS old
        WHERE old.user_id = ${userId} AND old.day = ${day} AND old.kind = new.kind AND old.asset_id = new.asset_id), 0)
      FROM (${reported}) AS new WHERE true
      ON CONFLICT DO UPDATE SET value = value + excluded.value`,
    sql`INSERT INTO account_day (user_id, day, kind, asset_id, value, revision)
      SELECT ${userId}, ${day}, kind, asset_id, value, ${revision} FROM (${reported}) WHERE true
      ON CONFLICT DO UPDATE SET value = excluded.value, revision = excluded.revision`,
  ]
}

export interface DayTotal {
  readonly day: number
  readonly kind: ActivityKind
  readonly assetId: number
  /** Integer text, for `fromReported`. */
  readonly value: string
}

export const listDayTotals = (db: D1Database, from: number): Promise<DayTotal[]> =>
  openDirectory(db)
    .select({
      day: dayTotal.day,
      kind: dayTotal.kind,
      assetId: dayTotal.assetId,
      value: sql<string>`CAST(${dayTotal.value} AS TEXT)`,
    })
    .from(dayTotal)
    .where(gte(dayTotal.day, from))
