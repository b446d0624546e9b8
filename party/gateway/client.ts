// One connection of an existing client, whatever carries it: a socket, or polls until it is upgraded to one.

import type { Announcement } from './packets'

/** Whom the door saw, once, when the connection was opened. */
export interface Visitor {
  readonly sid: string
  /** Null where addresses are not counted. */
  readonly address: string | null
  /** The session that the connection's own token or cookie proves. */
  readonly session: { readonly userId: number; readonly sessionId: string } | null
  /** The page is of this site: what its cookies prove may be more when it connects again. */
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
  /** Cannot go on: it stays behind by more than is kept for it. */
  readonly isOverfull: boolean
  end(): void
}
