// Protocol of an Account room for the user's messages: rows, and messages sent by other channels. Instants are milliseconds.

import type { MessageKind, NoticeChannel } from '#domain/message'

/** Values for a message's text, by name. */
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
  /** Unique reference: a repeated message is stored once. */
  readonly ref: string
}

/** An own message of the Account, to send by the user's channels for its kind. */
export interface OwnNotice {
  readonly messageId: number
  readonly kind: MessageKind
  readonly facts: MessageFacts
  readonly channels: readonly NoticeChannel[]
}

/** A browser's push endpoint and encryption keys, with the Push API's names. */
export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** The most messages that one `delete_messages` names. */
export const MESSAGES_DELETED_MAX = 100
