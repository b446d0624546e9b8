// Which sessions of the user live. What ends a session (`endSession`, `endAllSessions`): logout, the user's list of devices, a changed or reset
// password, a changed second factor, the desk, closing the account, its age. Every call asks here, so it ends at once. A freeze ends none.

import { counter, session } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { OwnSessionRow } from '#party/protocol/account-rows'

export interface LiveSession {
  readonly sessionId: string
  readonly expiresAt: number
}

const SESSIONS = tableOf(session)
const COUNTERS = tableOf(counter)
/** In the table of counters: when its owner closed the account. */
const CLOSED = 'closed'
const EXPIRIES = SESSIONS.pick('id', 'expiresAt')

export class Sessions {
  readonly #store: Store
  /** Sessions read once; the table is small and changes only here. */
  readonly #expiries = new Map<string, number>()
  #profileRevision = 0
  #closedAt: number | null

  constructor(store: Store) {
    this.#store = store
    this.#closedAt = COUNTERS.rows(store, 'WHERE name = ?', CLOSED)[0]?.value ?? null
    for (const { id, expiresAt } of EXPIRIES.rows(store)) this.#expiries.set(id, expiresAt)
  }

  /** When its owner closed the account; then no session lives. */
  get closedAt(): number | null {
    return this.#closedAt
  }

  /** Ends every session. Null opens the account again. */
  setClosed(at: number | null): void {
    if (at === null) COUNTERS.remove(this.#store, { name: CLOSED })
    else COUNTERS.put(this.#store, { name: CLOSED, value: at })
    this.#closedAt = at
    this.endAllSessions()
  }

  findLive(sessionId: string, now: number): LiveSession | undefined {
    if (this.#closedAt !== null) return undefined
    const expiresAt = this.#expiries.get(sessionId)
    return expiresAt === undefined || expiresAt <= now ? undefined : { sessionId, expiresAt }
  }

  /** Higher whenever the directory's row of this user was written, and each time the room wakes: an instant, or the next number. */
  profileRevision(now: number): number {
    this.#profileRevision ||= now
    return this.#profileRevision
  }

  profileChanged(now: number): void {
    this.#profileRevision = Math.max(now, this.#profileRevision + 1)
  }

  /** Opens a session and deletes expired ones. */
  open(
    opened: LiveSession & { readonly device: string; readonly country?: string; readonly city?: string },
    now: number,
  ): void {
    for (const [id, expiresAt] of this.#expiries) if (expiresAt <= now) this.endSession(id)
    const { sessionId: id, ...told } = opened
    SESSIONS.put(this.#store, { id, openedAt: now, ...told })
    this.#expiries.set(opened.sessionId, opened.expiresAt)
  }

  /** Those that live, the newest first. */
  rows(ownId: string, now: number): OwnSessionRow[] {
    const live = SESSIONS.rows(this.#store, 'WHERE expires_at > ? ORDER BY opened_at DESC, id', now)
    return live.map(({ id, ...row }) => ({ sessionId: id, ...row, isOwn: id === ownId }))
  }

  /** False for an unknown session. */
  endSession(sessionId: string): boolean {
    SESSIONS.remove(this.#store, { id: sessionId })
    return this.#expiries.delete(sessionId)
  }

  endAllSessions(): number {
    const count = this.#expiries.size
    SESSIONS.removeAll(this.#store)
    this.#expiries.clear()
    return count
  }
}
