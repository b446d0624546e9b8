// Sessions of the user: opened, listed and ended. The core checks with every request whether a session is live.

import { done } from '#domain/outcome'
import type { AccountState } from '../state'
import type { Sessions } from '../session'
import { feature, query, system } from '../feature'
import { nothing } from '../fields'

interface OpenSession {
  readonly sessionId: string
  readonly expiresAt: number
  readonly device: string
  /** Location by the edge network at login: ISO country and city, if known. */
  readonly country?: string
  readonly city?: string
}

export const sessions = feature({
  name: 'sessions',
  open: (account: AccountState) => account.sessions,
  queries: {
    /** The calling session; refused only when the session has ended. */
    profile_check: query({
      input: nothing,
      run: (sessions: Sessions, _input, { session, now }) =>
        done({ ...session, profileRevision: sessions.profileRevision(now) }),
    }),
    sessions: query({
      input: nothing,
      run: (sessions: Sessions, _input, { session, now }) => done(sessions.rows(session.sessionId, now)),
    }),
  },
  system: {
    open_session: system({
      commit: 'tables',
      /** Opens no session in a closed account with zero balances; money credited after the closing reopens the account. */
      run: (sessions: Sessions, opened: OpenSession, { account, now }) => {
        const { closedAt } = sessions
        if (closedAt !== null && account.unfinished(now).size === 0) return { isOpened: false, closedAt }
        if (closedAt !== null) sessions.setClosed(null)
        sessions.open(opened, now)
        return { isOpened: true, closedAt }
      },
    }),
    /** The user's row in the directory changed: cached copies are stale. */
    profile_changed: system({
      commit: 'tables',
      run: (sessions: Sessions, _request: object, { now }) => {
        sessions.profileChanged(now)
        return null
      },
    }),
    /** Live sessions, for the desk. */
    inspect_sessions: system({
      commit: 'read',
      run: (sessions: Sessions, _request: object, { now }) => sessions.rows('', now),
    }),
    end_session: system({
      commit: 'tables',
      run: (sessions: Sessions, { sessionId }: { readonly sessionId: string }, { account }) => {
        account.afterwards(({ closeSockets }) => closeSockets(sessionId))
        return { isEnded: sessions.endSession(sessionId) }
      },
    }),
    /** Every one but this. */
    end_other_sessions: system({
      commit: 'tables',
      run: (sessions: Sessions, { sessionId }: { readonly sessionId: string }, { account, now }) => {
        const others = sessions.rows(sessionId, now).filter(({ isOwn }) => !isOwn)
        for (const other of others) sessions.endSession(other.sessionId)
        account.afterwards(({ closeSockets }) => {
          for (const other of others) closeSockets(other.sessionId)
        })
        return { ended: others.length }
      },
    }),
    /** Ends every session and removes every API key. */
    end_all_sessions: system({
      commit: 'tables',
      run: (sessions: Sessions, _request: object, { account, now }) => {
        account.apiKeys.removeAll(now)
        account.afterwards(({ closeSockets }) => closeSockets(null))
        return { ended: sessions.endAllSessions() }
      },
    }),
  },
})
