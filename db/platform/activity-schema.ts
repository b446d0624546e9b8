// What accounts did by day of UTC: the newest report of each, and their sums. Only today's and yesterday's are read; reports delete older ones.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ActivityKind } from '#domain/activity'

const sum = {
  kind: text('kind').$type<ActivityKind>().notNull(),
  assetId: integer('asset_id').notNull(),
  /** As `toReported` (server/domain/activity.ts). Read as text: it may exceed 2^53. */
  value: integer('value').notNull(),
}

export const accountDay = sqliteTable(
  'account_day',
  {
    userId: integer('user_id').notNull(),
    day: integer('day').notNull(),
    ...sum,
    /** Of the report. */
    revision: integer('revision').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day, table.kind, table.assetId] })],
)

export const dayTotal = sqliteTable('day_total', { day: integer('day').notNull(), ...sum }, (table) => [
  primaryKey({ columns: [table.day, table.kind, table.assetId] }),
])
