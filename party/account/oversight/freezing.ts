// A word of the desk about freezing, taken with the message that tells its owner: one turn, so that neither is without the other. Why it was
// done is the desk's own.

import type { FreezeState } from '#party/protocol/account-rows'
import type { Turn } from '../feature'
import type { Freeze } from './freeze'

const SCOPES = ['trading', 'withdrawals'] as const

/** An older revision than the newest heard changes nothing; the newest heard is answered. */
export function freezeAccount(
  { freeze }: { readonly freeze: Freeze },
  request: FreezeState,
  { book, now }: Turn,
): { readonly revision: number } {
  const before = freeze.state
  const answer = freeze.set(request)
  const after = freeze.state
  for (const scope of SCOPES) {
    if (before[scope] === after[scope]) continue
    const kind = after[scope] ? 'account_frozen' : 'account_unfrozen'
    book.capabilities.notices.bring({ kind, facts: { scope }, ref: `freeze:${after.revision}:${scope}` }, now)
  }
  return answer
}
