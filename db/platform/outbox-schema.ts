// Messages kept for a person to read on the local outbox page, in development and demo only.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
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
