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
    /** Subject of the message, unique: "deposit:17:passed", "spot:4". */
    ref: text('ref').notNull(),
    /** Values for the message's text. Those of an order are read from the order. */
    facts: text('facts', { mode: 'json' }).$type<Readonly<Record<string, string>>>().notNull(),
    /** A deleted message keeps its ref, so a repeated one isn't added again. */
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

/** One row while the user has quiet hours: minutes of the local day in a time zone. */
export const quietHours = sqliteTable('quiet_hours', {
  id: integer('id').primaryKey(),
  fromMinute: integer('from_minute').notNull(),
  untilMinute: integer('until_minute').notNull(),
  zone: text('zone').notNull(),
})

/** Messages to send when the quiet hours end. */
export const heldMessage = sqliteTable('held_message', { messageId: integer('message_id').primaryKey() })

/** Announcements opened by the user. The directory stores their texts. */
export const openedNews = sqliteTable('opened_news', { newsId: integer('news_id').primaryKey() })

/** A browser's push subscription, valid for the lifetime of the session that enabled it. */
export const pushSubscription = sqliteTable('push_subscription', {
  endpoint: text('endpoint').primaryKey(),
  /** The browser's public key and secret, base64url. */
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  sessionId: text('session_id').notNull(),
  addedAt: instantColumn('added_at').notNull(),
})
