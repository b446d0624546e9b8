// Alerts of one user: open ones, and the newest ended ones.

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AlertDirection, AlertKind, AlertState, SpanHours } from '#domain/alerts/alert'
import { flagColumn, instantColumn, rateColumn } from '../columns'

export const alert = sqliteTable(
  'alert',
  {
    alertNo: integer('id').primaryKey(),
    kind: text('kind').$type<AlertKind>().notNull(),
    symbol: text('symbol').notNull(),
    priceDecimals: integer('price_decimals').notNull(),
    targetSteps: integer('target_steps'),
    direction: text('direction').$type<AlertDirection>(),
    rate: rateColumn('rate'),
    hours: integer('hours').$type<SpanHours>(),
    /** First price of a move’s running span, and its time. */
    startSteps: integer('start_steps'),
    startAt: instantColumn('start_at'),
    orderNo: integer('order_no'),
    /** Filled of the order when the alert was set. */
    lotsThen: integer('lots_then'),
    positionNo: integer('position_no'),
    state: text('state').$type<AlertState>().notNull(),
    /** Ticks after it count. */
    since: instantColumn('since').notNull(),
    /** After a first tick later than `since`, the band edges alone decide. */
    isSeen: flagColumn('is_seen').notNull(),
    /** The price that reached it. */
    toldSteps: integer('told_steps'),
    setAt: instantColumn('set_at').notNull(),
    endedAt: instantColumn('ended_at'),
  },
  (table) => [
    index('alert_open')
      .on(table.alertNo)
      .where(sql`${table.state} = 'open'`),
  ],
)
