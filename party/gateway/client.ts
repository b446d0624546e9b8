// One connection of an existing client: a socket, or polling until it is upgraded to one.

import type { Announcement } from './packets'

/** Identity proven by the Worker once, when the connection opened. */
export interface Visitor {
  readonly sid: string
  /** Null where addresses are not counted. */
  readonly address: string | null
  /** The session that the connection's own token or cookie proves. */
  readonly session: { readonly userId: number; readonly sessionId: string } | null
  /** The page belongs to this site: on reconnecting, its cookies may prove a session. */
  readonly isOwnPage?: boolean
}

export interface Client {
  readonly visitor: Visitor
  /** The client has sent `login` with its session's user, or shown its login cookie. */
  isJoined: boolean
  readonly openedAt: number
  /** Time of the last full state sent. */
  sentAt: number
  send(announcement: Announcement): void
  /** Time of the client's last message, or of its opening. */
  receivedAt(): number
  /** The client can't keep up: its backlog exceeds the buffer. */
  readonly isOverfull: boolean
  end(): void
}
