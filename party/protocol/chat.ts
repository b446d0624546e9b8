// Protocol between the Worker and a chat room, and its socket messages. Instants are milliseconds.

import type { ChatLineKind } from '#domain/chat/rules'

/** A public chat line. */
export interface ChatLine {
  readonly no: number
  readonly kind: ChatLineKind
  /** Public id of a writer, equal in every room; not a user id. */
  readonly author: string
  readonly name: string
  readonly text: string
  /** The line that a removal takes away; 0 for a message. */
  readonly removes: number
  readonly at: number
}

export interface NewChatLine {
  readonly userId: number
  readonly author: string
  readonly name: string
  readonly clientId: string
  readonly text: string
}

export type SayAnswer =
  | { readonly isAccepted: true; readonly no: number; readonly at: number; readonly isNew: boolean }
  | { readonly isAccepted: false; readonly code: 'chat_too_fast' | 'command_id_reused' }

/** Internal data of a line, for reports and moderators. */
export interface ChatWriter {
  readonly userId: number
  readonly author: string
  readonly name: string
  readonly text: string
}

export type ChatSocketMessage =
  | { readonly type: 'snapshot'; readonly seq: number; readonly lines: readonly ChatLine[] }
  | { readonly type: 'line'; readonly seq: number; readonly line: ChatLine }

/** Called by the Worker alone, with text that it builds, typed. */
export interface ChatRpc {
  say(line: string): Promise<string>
  lines(range: string): Promise<string>
  /** Writer of the message with this number; null for an unknown or removed message. */
  writerOf(no: number): Promise<string>
  /** Takes a message away, once. */
  remove(no: number): Promise<void>
}
