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
      run: (own: Sessions, _input, { session, now }) => done({ ...session, profileRevision: own.profileRevision(now) }),
    }),
    sessions: query({
      input: nothing,
      run: (own: Sessions, _input, { session, now }) => done(own.rows(session.sessionId, now)),
    }),
  },
  system: {
    open_session: system({
      commit: 'tables',
      /** Opens no session in a closed account with zero balances; money credited after the closing reopens the account. */
      run: (own: Sessions, opened: OpenSession, { account, now }) => {
        const { closedAt } = own
        if (closedAt !== null && account.unfinished(now).size === 0) return { isOpened: false, closedAt }
        if (closedAt !== null) own.setClosed(null)
        own.open(opened, now)
        return { isOpened: true, closedAt }
      },
    }),
    /** The user's row in the directory changed: cached copies are stale. */
    profile_changed: system({
      commit: 'tables',
      run: (own: Sessions, _request: object, { now }) => {
        own.profileChanged(now)
        return null
      },
    }),
    /** Live sessions, for the desk. */
    inspect_sessions: system({
      commit: 'read',
      run: (own: Sessions, _request: object, { now }) => own.rows('', now),
    }),
    end_session: system({
      commit: 'tables',
      run: (own: Sessions, { sessionId }: { readonly sessionId: string }, { account }) => {
        account.afterwards(({ closeSockets }) => closeSockets(sessionId))
        return { isEnded: own.endSession(sessionId) }
      },
    }),
    /** Every one but this. */
    end_other_sessions: system({
      commit: 'tables',
      run: (own: Sessions, { sessionId }: { readonly sessionId: string }, { account, now }) => {
        const others = own.rows(sessionId, now).filter(({ isOwn }) => !isOwn)
        for (const other of others) own.endSession(other.sessionId)
        account.afterwards(({ closeSockets }) => {
          for (const other of others) closeSockets(other.sessionId)
        })
        return { ended: others.length }
      },
    }),
    /** Ends every session and removes every API key. */
    end_all_sessions: system({
      commit: 'tables',
      run: (own: Sessions, _request: object, { account, now }) => {
        account.apiKeys.removeAll(now)
        account.afterwards(({ closeSockets }) => closeSockets(null))
        return { ended: own.endAllSessions() }
      },
    }),
  },
})
