// A word of the desk about freezing, taken with the message that tells its owner: one turn, so that neither is without the other. Why it was
// done is the desk's own.

import type { SystemRequest, SystemResults } from '#party/protocol/account'
import type { AccountBook } from '../book'
import { bringOwn } from '../messages/notices'

const SCOPES = ['trading', 'withdrawals'] as const

export function takeFreeze(
  book: AccountBook,
  request: Extract<SystemRequest, { readonly type: 'freeze' }>,
  now: number,
): SystemResults['freeze'] {
  const before = book.freeze.state
  const answer = book.freeze.set(request)
  const after = book.freeze.state
  for (const scope of SCOPES) {
    if (before[scope] === after[scope]) continue
    const kind = after[scope] ? 'account_frozen' : 'account_unfrozen'
    bringOwn(book, { kind, facts: { scope }, ref: `freeze:${after.revision}:${scope}` }, now)
  }
  return answer
}
