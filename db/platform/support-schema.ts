// Support conversations as listed at the desk: owner, staff member, waiting time. Each conversation's lines are in its own room.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Language } from '#domain/language'
import type { SupportTopic } from '#domain/support/thread'
import { instantColumn } from '../columns'

export const supportThread = sqliteTable(
  'support_thread',
  {
    id: text('id').primaryKey(),
    /** Owner: a user, or a guest until login. */
    userId: integer('user_id'),
    guestId: text('guest_id'),
    topic: text('topic').$type<SupportTopic>().notNull(),
    language: text('language').$type<Language>().notNull(),
    /** Assigned staff member. */
    staffId: integer('staff_id'),
    openedAt: instantColumn('opened_at').notNull(),
    /** Since when the customer waits for an answer; null while answered. */
    waitingSince: instantColumn('waiting_since'),
    firstAnswerAt: instantColumn('first_answer_at'),
    closedAt: instantColumn('closed_at'),
    /** Number of the desk's last line, and of the last line that the customer has read. */
    answeredNo: integer('answered_no').notNull().default(0),
    readNo: integer('read_no').notNull().default(0),
    stars: integer('stars'),
    comment: text('comment').notNull().default(''),
  },
  (table) => [
    index('support_thread_by_user').on(table.userId, table.openedAt),
    index('support_thread_by_guest').on(table.guestId, table.openedAt),
    index('support_thread_by_wait').on(table.closedAt, table.waitingSince),
    check('support_thread_owner', sql`${table.userId} is not null or ${table.guestId} is not null`),
    check('support_thread_stars', sql`${table.stars} is null or ${table.stars} between 1 and 5`),
  ],
)

/** Internal notes of the desk; never shown to the customer. */
export const supportNote = sqliteTable('support_note', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  threadId: text('thread_id')
    .notNull()
    .references(() => supportThread.id),
  staffId: integer('staff_id').notNull(),
  text: text('text').notNull(),
  at: instantColumn('at').notNull(),
})

/** Prepared replies by language. */
export const supportReply = sqliteTable(
  'support_reply',
  {
    name: text('name').notNull(),
    language: text('language').$type<Language>().notNull(),
    content: text('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.language] })],
)

/** The desk's hours, in minutes of the UTC day. A day without a row is closed. */
export const supportHours = sqliteTable('support_hours', {
  /** 1 is Monday. */
  weekday: integer('weekday').primaryKey(),
  opensAt: integer('opens_at').notNull(),
  closesAt: integer('closes_at').notNull(),
})
