// The user's system messages, by which ways they want each kind besides, and the browsers that take pushes.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { MessageKind, NoticeChannel } from '#domain/message'
import { flagColumn, instantColumn } from '../columns'

export const message = sqliteTable(
  'message',
  {
    id: integer('id').primaryKey(),
    at: instantColumn('at').notNull(),
    kind: text('kind').$type<MessageKind>().notNull(),
    /** What it is about: the same message is never there twice. "deposit:17:passed", "spot:4". */
    ref: text('ref').notNull(),
    /** The facts of its words. Those of an order are read from the order itself. */
    facts: text('facts', { mode: 'json' }).$type<Readonly<Record<string, string>>>().notNull(),
    /** One that is deleted keeps its ref, so that a repetition does not bring it back. */
    state: text('state').$type<'unread' | 'read' | 'deleted'>().notNull(),
  },
  (table) => [
    // An order finishes once; the others come from services that may repeat themselves.
    uniqueIndex('message_ref')
      .on(table.ref)
      .where(sql`${table.kind} <> 'order_filled'`),
    index('message_unread')
      .on(table.id)
      .where(sql`${table.state} = 'unread'`),
  ],
)

/** A choice of the user against or for the preset of `server/domain/message.ts`. */
export const messagePreference = sqliteTable(
  'message_preference',
  {
    kind: text('kind').$type<MessageKind>().notNull(),
    channel: text('channel').$type<NoticeChannel>().notNull(),
    isOn: flagColumn('is_on').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.channel] })],
)

/** An announcement that the user has opened. What they say is the platform's; only which were read is the user's own. */
export const openedNews = sqliteTable('opened_news', { newsId: integer('news_id').primaryKey() })

/** A browser that takes pushes, for as long as the session lives in which it was switched on. */
export const pushSubscription = sqliteTable('push_subscription', {
  endpoint: text('endpoint').primaryKey(),
  /** The browser's public key and secret, base64url. */
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  sessionId: text('session_id').notNull(),
  addedAt: instantColumn('added_at').notNull(),
})
