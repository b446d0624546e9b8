// Which sessions of the user live. A logged-out session is gone at once: every call asks here.

import type { Store } from '#party/lib/store'
import type { OwnSessionRow } from '#party/protocol/account'

export interface LiveSession {
  readonly sessionId: string
  readonly expiresAt: number
}

export class Sessions {
  readonly #store: Store
  /** Sessions read once; the table is small and changes only here. */
  readonly #expiries = new Map<string, number>()

  constructor(store: Store) {
    this.#store = store
    for (const { id, expiresAt } of store.rows<{ id: string; expiresAt: number }>(
      'SELECT id, expires_at AS expiresAt FROM session',
    )) {
      this.#expiries.set(id, expiresAt)
    }
  }

  findLive(sessionId: string, now: number): LiveSession | undefined {
    const expiresAt = this.#expiries.get(sessionId)
    return expiresAt === undefined || expiresAt <= now ? undefined : { sessionId, expiresAt }
  }

  /** Opens a session and forgets those that are over. */
  open(
    session: LiveSession & { readonly device: string; readonly country?: string; readonly city?: string },
    now: number,
  ): void {
    for (const [id, expiresAt] of this.#expiries) if (expiresAt <= now) this.end(id)
    this.#store.run(
      'INSERT OR REPLACE INTO session (id, opened_at, expires_at, device, country, city) VALUES (?, ?, ?, ?, ?, ?)',
      session.sessionId,
      now,
      session.expiresAt,
      session.device,
      session.country ?? '',
      session.city ?? '',
    )
    this.#expiries.set(session.sessionId, session.expiresAt)
  }

  /** Those that live, the newest first. */
  rows(ownId: string, now: number): OwnSessionRow[] {
    const statement = `SELECT id AS sessionId, opened_at AS openedAt, expires_at AS expiresAt, device, country, city
      FROM session WHERE expires_at > ? ORDER BY opened_at DESC, id`
    const rows = this.#store.rows<Omit<OwnSessionRow, 'isOwn'>>(statement, now)
    return rows.map((row) => ({ ...row, isOwn: row.sessionId === ownId }))
  }

  /** False when there was none. */
  end(sessionId: string): boolean {
    this.#store.run('DELETE FROM session WHERE id = ?', sessionId)
    return this.#expiries.delete(sessionId)
  }

  endAll(): number {
    const count = this.#expiries.size
    this.#store.run('DELETE FROM session')
    this.#expiries.clear()
    return count
  }
}
