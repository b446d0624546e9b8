// One conversation: its lines, numbered from 1 without a gap, and how far each side has read.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { LineKind, ThreadSide } from '#domain/support/thread'
import { instantColumn } from '../columns'

export const threadLine = sqliteTable(
  'thread_line',
  {
    no: integer('no').primaryKey(),
    side: text('side').$type<ThreadSide>().notNull(),
    kind: text('kind').$type<LineKind>().notNull(),
    /** Random id by the client: a repeated id of the same side is the same line. */
    clientId: text('client_id').notNull(),
    /** Name of the staff member; empty for the customer. */
    name: text('name').notNull(),
    text: text('text').notNull(),
    /** Reference of an uploaded picture, or empty. */
    picture: text('picture').notNull(),
    /** Reference of a voice message, or empty. */
    voice: text('voice').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [index('thread_line_by_client').on(table.side, table.clientId), index('thread_line_by_time').on(table.at)],
)

export const readMark = sqliteTable('read_mark', {
  side: text('side').$type<ThreadSide>().primaryKey(),
  upTo: integer('up_to').notNull(),
})
