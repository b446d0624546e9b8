// Words between the Worker and a chat room, and what its sockets hear. Instants are milliseconds.

import type { ChatLineKind } from '#domain/chat/rules'

/** A line as everybody reads it. */
export interface ChatLine {
  readonly no: number
  readonly kind: ChatLineKind
  /** What a writer is known by: the same in every room, and nobody's user number. */
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
  | { readonly isIn: true; readonly no: number; readonly at: number; readonly isNew: boolean }
  | { readonly isIn: false; readonly code: 'chat_too_fast' | 'command_id_reused' }

/** What is known inside the site of a line, for reports and moderators. */
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
  /** Of the message with this number; null for none, and for one that was taken away. */
  writerOf(no: number): Promise<string>
  /** Takes a message away, once. */
  remove(no: number): Promise<void>
}
