// Words of an Account room about the user's messages: part of `account.ts`, which has everything else.

import type { MessageKind, NoticeChannel } from '#domain/message'

/** What the words of a message fill in, as text by name. */
export type MessageFacts = Readonly<Record<string, string>>

export interface MessageRow {
  readonly id: number
  readonly at: number
  readonly kind: MessageKind
  readonly ref: string
  readonly facts: MessageFacts
  readonly isRead: boolean
}

export interface MessagePage {
  readonly rows: readonly MessageRow[]
  readonly total: number
  /** Of all kinds. */
  readonly unread: number
}

/** The channels by which a kind is sent besides the inbox. */
export interface MessagePreference {
  readonly kind: MessageKind
  readonly channels: readonly NoticeChannel[]
}

export interface NewMessage {
  readonly kind: MessageKind
  readonly facts: MessageFacts
  /** The same ref is the same message: it is stored once. */
  readonly ref: string
}

/** A message of the Account's own that is to be sent besides, as its user wants that kind. */
export interface OwnNotice {
  readonly messageId: number
  readonly kind: MessageKind
  readonly facts: MessageFacts
  readonly channels: readonly NoticeChannel[]
}

/** Where a browser takes pushes, and what they are encrypted with; as the Push API names them. */
export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export type MessageCommand =
  | { readonly type: 'read_message'; readonly messageId: number }
  | { readonly type: 'read_all_messages' }
  /** Null: every one that is read. */
  | { readonly type: 'delete_messages'; readonly messageIds: readonly number[] | null }
  /** An announcement of the platform is read from now on. */
  | { readonly type: 'open_news'; readonly newsId: number }
  /** Kinds that are not named stay as they are. */
  | { readonly type: 'set_message_preferences'; readonly preferences: readonly MessagePreference[] }
  /** For as long as the session lives. The same browser again takes its own place. */
  | {
      readonly type: 'add_push_subscription'
      readonly sessionId: string
      readonly subscription: PushSubscription
    }
  | { readonly type: 'remove_push_subscription'; readonly endpoint: string }

export type MessageQuery =
  /** Null: of every kind. */
  | {
      readonly type: 'messages'
      readonly kinds: readonly MessageKind[] | null
      readonly page: number
      readonly limit: number
    }
  | { readonly type: 'message_count' }
  | { readonly type: 'opened_news' }
  | { readonly type: 'message_preferences' }

export interface MessageResults {
  readonly read_message: MessageRow
  readonly open_news: null
  readonly read_all_messages: { readonly unread: number }
  readonly delete_messages: { readonly unread: number }
  readonly set_message_preferences: readonly MessagePreference[]
  readonly add_push_subscription: { readonly subscriptions: number }
  readonly remove_push_subscription: { readonly subscriptions: number }
  readonly messages: MessagePage
  readonly message_count: { readonly unread: number }
  /** Ids of announcements, newest first. */
  readonly opened_news: readonly number[]
  readonly message_preferences: readonly MessagePreference[]
}

/** What the Worker itself may ask. */
export type MessageSystemRequest =
  /** A message for the inbox, once per ref. */
  | { readonly type: 'add_message'; readonly message: NewMessage }
  /** Messages of the Account's own that are to be sent besides, each once. */
  | { readonly type: 'take_notices' }
  /** The push service says that the browser has unsubscribed. */
  | { readonly type: 'drop_push_subscription'; readonly endpoint: string }

export interface MessageSystemResults {
  /** `isNew` is false when the ref was there before; `channels` are those by which the user wants it besides. */
  readonly add_message: {
    readonly isNew: boolean
    readonly messageId: number
    readonly channels: readonly NoticeChannel[]
    /** Empty where the user wants no push of this kind. */
    readonly subscriptions: readonly PushSubscription[]
  }
  readonly take_notices: {
    readonly notices: readonly OwnNotice[]
    readonly subscriptions: readonly PushSubscription[]
  }
  readonly drop_push_subscription: { readonly isDropped: boolean }
}

/** The most messages that one `delete_messages` names. */
export const MESSAGES_DELETED_MAX = 100
