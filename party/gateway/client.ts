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
  /** The client has said `login` with the user of its own session, or shown the cookie of its login. */
  isJoined: boolean
  readonly openedAt: number
  /** When it was last told where everything stands. */
  toldAt: number
  tell(announcement: Announcement): void
  /** When the client was last heard of, or opened. */
  heardAt(): number
  /** The client can't keep up: its backlog exceeds the buffer. */
  readonly isOverfull: boolean
  end(): void
}
