// Freeze or unfreeze by the desk, with the owner's message in the same turn, so neither is saved without the other. The reason stays with
// the desk.

import type { FreezeState } from '#party/protocol/account-rows'
import type { Turn } from '../feature'
import type { Freeze } from './freeze-state'

const SCOPES = ['trading', 'withdrawals'] as const

/** A revision older than the newest known one changes nothing; the newest is returned. */
export function freezeAccount(
  { freeze }: { readonly freeze: Freeze },
  request: FreezeState,
  { account, now }: Turn,
): { readonly revision: number } {
  const before = freeze.state
  const answer = freeze.set(request)
  const after = freeze.state
  for (const scope of SCOPES) {
    if (before[scope] === after[scope]) continue
    const kind = after[scope] ? 'account_frozen' : 'account_unfrozen'
    account.capabilities.notices.add({ kind, facts: { scope }, ref: `freeze:${after.revision}:${scope}` }, now)
  }
  return answer
}
