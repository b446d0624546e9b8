// Lines of one chat room, numbered from 1 without gaps. A removal is a line of its own, so clients that received the removed line receive
// it too.

import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ChatLineKind } from '#domain/chat/rules'
import { instantColumn } from '../columns'

export const chatLine = sqliteTable(
  'chat_line',
  {
    no: integer('no').primaryKey(),
    kind: text('kind').$type<ChatLineKind>().notNull(),
    /** The writer's user id; 0 for a removal. Internal only. */
    userId: integer('user_id').notNull(),
    /** What others know a writer by. */
    author: text('author').notNull(),
    name: text('name').notNull(),
    /** Random id by the client: a repeated id is the same line. */
    clientId: text('client_id').notNull(),
    text: text('text').notNull(),
    /** The line that a removal takes away; 0 for a message. */
    removes: integer('removes').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    uniqueIndex('chat_line_by_client').on(table.userId, table.clientId),
    index('chat_line_by_writer').on(table.userId, table.at),
  ],
)
