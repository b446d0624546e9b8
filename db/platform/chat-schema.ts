// Moderation of chat rooms: mutes, blocked writers, and reports.

import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Language } from '#domain/language'
import { instantColumn } from '../columns'

export const chatMute = sqliteTable('chat_mute', {
  userId: integer('user_id').primaryKey(),
  /** Null: without end. */
  until: instantColumn('until'),
  reason: text('reason').notNull(),
  staffId: integer('staff_id').notNull(),
  at: instantColumn('at').notNull(),
})

export const chatHidden = sqliteTable(
  'chat_hidden',
  {
    userId: integer('user_id').notNull(),
    /** As lines name their writer. */
    author: text('author').notNull(),
    name: text('name').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.author] })],
)

export const chatReport = sqliteTable(
  'chat_report',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    room: text('room').$type<Language>().notNull(),
    lineNo: integer('line_no').notNull(),
    /** Who reports. */
    userId: integer('user_id').notNull(),
    /** The line's writer and its text at the time of the report. */
    writerId: integer('writer_id').notNull(),
    name: text('name').notNull(),
    text: text('text').notNull(),
    at: instantColumn('at').notNull(),
    /** When the desk has handled it. */
    closedAt: instantColumn('closed_at'),
  },
  (table) => [
    uniqueIndex('chat_report_once').on(table.room, table.lineNo, table.userId),
    index('chat_report_by_state').on(table.closedAt, table.id),
  ],
)
