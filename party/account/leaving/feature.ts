// Leaving: export of the account's rows, and closing by its owner. Closing requires zero unfinished items of every feature. Later deposits are
// credited, and reopen the account at its owner's next login (sessions/feature.ts).

import * as v from 'valibot'
import { done, refuse } from '#domain/outcome'
import type { AccountState } from '../state'
import { feature, query, system } from '../feature'
import { nothing } from '../fields'
import { ownRows } from './own-rows'

export const leaving = feature({
  name: 'leaving',
  open: (account: AccountState) => account,
  queries: {
    unfinished: query({
      input: nothing,
      run: (account: AccountState, _input, { now }) => done({ left: Object.fromEntries(account.unfinished(now)) }),
    }),
    /** Next part of the account's tables; empty tables are skipped. */
    own_rows: query({
      input: v.strictObject({ cursor: v.nullable(v.strictObject({ table: v.string(), row: v.number() })) }),
      run: (account: AccountState, { cursor }) => done(ownRows(account.store, cursor)),
    }),
  },
  system: {
    /** Closes the account, ends every session and deletes API keys. The service has checked the owner's proof; this session must be live. */
    close_account: system({
      commit: 'tables',
      run: (account: AccountState, { sessionId }: { readonly sessionId: string }, { now }) => {
        if (!account.sessions.findLive(sessionId, now)) return refuse('session_ended')
        const left = account.unfinished(now)
        if (left.size > 0) return refuse('account_unfinished', { count: String(left.size) })
        account.sessions.setClosed(now)
        account.apiKeys.removeAll(now)
        account.afterwards(({ closeSockets }) => closeSockets(null))
        return done({ closedAt: now })
      },
    }),
  },
})
