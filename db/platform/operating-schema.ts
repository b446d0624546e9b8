// Figures and alarms for operators: totals of counters, the newest gauges, how each day was, the last backup, alarms and who was told of them.
// No money, no person.

import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instantColumn } from '../columns'

/** Counters of all isolates together; each isolate adds its own counts. */
export const metricTotal = sqliteTable(
  'metric_total',
  {
    name: text('name').notNull(),
    /** JSON object, names sorted. */
    labels: text('labels').notNull(),
    value: integer('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.labels] })],
)

/** One row: what the last sweep measured. */
export const gaugeReading = sqliteTable('gauge_reading', {
  id: integer('id').primaryKey(),
  at: instantColumn('at').notNull(),
  /** JSON of samples. */
  samples: text('samples').notNull(),
  /** JSON of the counters of alarms at the sweeps of the last minutes, oldest first. */
  history: text('history').notNull(),
})

/** An alarm began or ended. Messages to operators' webhooks leave in the order of their numbers. */
export const alarmEvent = sqliteTable(
  'alarm_event',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: instantColumn('at').notNull(),
    alarm: text('alarm').notNull(),
    /** JSON object, names sorted. */
    labels: text('labels').notNull(),
    state: text('state', { enum: ['ringing', 'over'] }).notNull(),
    value: real('value').notNull(),
  },
  (table) => [index('alarm_event_by_time').on(table.at)],
)

/** Alarms that ring now. */
export const alarmRinging = sqliteTable(
  'alarm_ringing',
  {
    alarm: text('alarm').notNull(),
    labels: text('labels').notNull(),
    since: instantColumn('since').notNull(),
    value: real('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.alarm, table.labels] })],
)

/** How far each webhook of operators has been told. */
export const alarmHook = sqliteTable('alarm_hook', {
  /** Digest of its address: the address itself may hold a secret. */
  hook: text('hook').primaryKey(),
  /** Number of the last event that it took. */
  taken: integer('taken').notNull(),
  failures: integer('failures').notNull().default(0),
  /** Earliest next attempt: delayed after a failure, or while another sweep sends. */
  nextAt: instantColumn('next_at').notNull().default(0),
  reason: text('reason').notNull().default(''),
})

/** Minutes of one UTC day in which a site part was checked, and minutes in which it failed. */
export const statusDay = sqliteTable(
  'status_day',
  {
    day: integer('day').notNull(),
    part: text('part').notNull(),
    minutes: integer('minutes').notNull(),
    failed: integer('failed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.part] })],
)

/** One row: the last backup that was whole. */
export const backupRun = sqliteTable('backup_run', {
  id: integer('id').primaryKey(),
  at: instantColumn('at').notNull(),
})
