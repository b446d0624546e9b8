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
    /** Drawn by whoever sends: the same one again, of the same side, is the same line. */
    clientId: text('client_id').notNull(),
    /** Of whom at the desk; empty for the customer. */
    name: text('name').notNull(),
    text: text('text').notNull(),
    /** A reference of a picture that was sent in, or empty. */
    picture: text('picture').notNull(),
    /** The same of a voice message. */
    voice: text('voice').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [index('thread_line_by_client').on(table.side, table.clientId), index('thread_line_by_time').on(table.at)],
)

export const readMark = sqliteTable('read_mark', {
  side: text('side').$type<ThreadSide>().primaryKey(),
  upTo: integer('up_to').notNull(),
})
