// A user's own limits, and the figures for their checks.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { LimitKind } from '#domain/limits/limits'
import { amountColumn, instantColumn } from '../columns'

export const ownLimit = sqliteTable('own_limit', {
  kind: text('kind').$type<LimitKind>().primaryKey(),
  /** Null: there is none. */
  value: text('value'),
  /** A looser limit that takes effect at `next_at`; null removes the limit then. */
  next: text('next'),
  nextAt: instantColumn('next_at'),
})

/** Settled pnl per UTC day; days since 1970. */
export const ownResult = sqliteTable('own_result', {
  day: integer('day').primaryKey(),
  result: amountColumn('result').notNull(),
})

/** One row: the running session of orders. */
export const ownSession = sqliteTable('own_session', {
  id: integer('id').primaryKey(),
  startedAt: instantColumn('started_at').notNull(),
  lastAt: instantColumn('last_at').notNull(),
})
