// Leaving: what the account holds of its owner, and its end. An account is closed by its owner once nothing in it is unfinished; money that
// comes later is credited, and opens the account again at the next login (sessions/feature.ts).

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
    /** Rows of one table, or the rest of them; a table without rows is passed over. */
    own_rows: query({
      input: v.strictObject({ cursor: v.nullable(v.strictObject({ table: v.string(), row: v.number() })) }),
      run: (book: AccountBook, { cursor }) => done(ownRows(book.store, cursor)),
    }),
  },
  system: {
    /** Ends every session and key. Only a caller who proved to be the owner, in a session that still lives, is answered. */
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
