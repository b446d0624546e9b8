// Protocol between the Worker and the room of a support thread, and its socket messages. Instants are milliseconds.

import type { LineKind, ThreadSide } from '#domain/support/thread'

export interface ThreadLine {
  readonly no: number
  readonly side: ThreadSide
  readonly kind: LineKind
  readonly clientId: string
  readonly name: string
  readonly text: string
  readonly picture: string
  readonly voice: string
  readonly at: number
}

export type NewLine = Omit<ThreadLine, 'no' | 'at'>

/** `isNew` is false for a known line; `isHeard` is true while the customer has the thread open. */
export type LineAnswer =
  | {
      readonly isAccepted: true
      readonly no: number
      readonly at: number
      readonly isNew: boolean
      readonly isHeard: boolean
    }
  | {
      readonly isAccepted: false
      readonly code: 'support_too_fast' | 'support_thread_full' | 'support_thread_closed' | 'command_id_reused'
    }

/** How far a thread has come. */
export interface ThreadStatus {
  readonly last: number
  /** Number of the last line of the desk. */
  readonly answered: number
  readonly readByCustomer: number
  readonly readByStaff: number
  /** Sides that are typing. */
  readonly typing: readonly ThreadSide[]
}

/** Lines after `after`, or before `before`; ascending. */
export interface LineRange {
  readonly after?: number
  readonly before?: number
  readonly limit: number
}

/** Messages of socket and poll: the thread's progress. Lines are read by a separate request, which proves the caller's identity each time. */
export interface ThreadSocketMessage extends ThreadStatus {
  readonly type: 'standing'
  /** Grows with each line and each read mark. */
  readonly seq: number
}

/** Called by the Worker alone, with text that it builds, typed. */
export interface ThreadRpc {
  add(line: string): Promise<string>
  lines(range: string): Promise<string>
  /** Never goes back; answers the thread's status. */
  read(side: string, upTo: number): Promise<string>
  status(): Promise<string>
  /** Signals that this side is typing. */
  typing(side: string): Promise<void>
}
