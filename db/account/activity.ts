// Activity of the account by UTC day, until the directory confirms it.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DaySum } from '#domain/activity'

export const activityDay = sqliteTable('activity_day', {
  /** Days since 1970. */
  day: integer('day').primaryKey(),
  sums: text('sums', { mode: 'json' }).$type<readonly DaySum[]>().notNull(),
  /** Incremented with each change; and the last revision that the directory has confirmed. */
  revision: integer('revision').notNull(),
  reported: integer('reported').notNull(),
})
