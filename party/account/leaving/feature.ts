// Leaving: export of the account's rows, and closing by its owner. Closing requires zero unfinished items of every feature. Later deposits are
// credited, and reopen the account at its owner's next login (sessions/feature.ts).

import * as v from 'valibot'
import { done, refuse } from '#domain/outcome'
import type { AccountBook } from '../book'
import { feature, query, system } from '../feature'
import { nothing } from '../fields'
import { ownRows } from './own-rows'

export const leaving = feature({
  name: 'leaving',
  open: (book: AccountBook) => book,
  queries: {
    unfinished: query({
      input: nothing,
      run: (book: AccountBook, _input, { now }) => done({ left: Object.fromEntries(book.unfinished(now)) }),
    }),
    /** Next part of the account's tables; empty tables are skipped. */
    own_rows: query({
      input: v.strictObject({ cursor: v.nullable(v.strictObject({ table: v.string(), row: v.number() })) }),
      run: (book: AccountBook, { cursor }) => done(ownRows(book.store, cursor)),
    }),
  },
  system: {
    /** Closes the account, ends every session and deletes API keys. The service has checked the owner's proof; this session must be live. */
    close_account: system({
      commit: 'tables',
      run: (book: AccountBook, { sessionId }: { readonly sessionId: string }, { now }) => {
        if (!book.sessions.findLive(sessionId, now)) return refuse('session_ended')
        const left = book.unfinished(now)
        if (left.size > 0) return refuse('account_unfinished', { count: String(left.size) })
        book.sessions.setClosed(now)
        book.apiKeys.removeAll()
        book.afterwards(({ closeSockets }) => closeSockets(null))
        return done({ closedAt: now })
      },
    }),
  },
})
