// Messages of the local outbox page, in development and demo only; and, everywhere, failed messages without content or address.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { NOTICE_CHANNELS } from '#domain/message'
import { instantColumn } from '../columns'

export const outboxMessage = sqliteTable(
  'outbox_message',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    channel: text('channel').notNull(),
    target: text('target').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    check('outbox_message_channel', sql`${table.channel} in ('mail', 'sms')`),
    index('outbox_message_by_time').on(table.createdAt),
  ],
)

export const messageFailure = sqliteTable(
  'message_failure',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    way: text('way', { enum: NOTICE_CHANNELS }).notNull(),
    /** Of the gateway, in words for people who run the site. */
    reason: text('reason').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    check('message_failure_way', sql`${table.way} in ('mail', 'sms', 'push')`),
    index('message_failure_by_time').on(table.at),
  ],
)

/** Users whose Account has messages to be sent by mail, SMS or push. The messages themselves stay in the Account. */
export const pendingNotice = sqliteTable('notice_owed', {
  userId: integer('user_id').primaryKey(),
  /** Time of the Account's last report. */
  at: instantColumn('at').notNull(),
})
