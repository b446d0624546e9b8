// Reset of play money, in demo mode: the owner's balances become the start grant again. Works of art, history and settings stay.

import { LEFT_AT_RESET } from '#domain/leaving/demo-reset'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { OwnerProof } from '#domain/security'
import type { Session } from '#session/session'
import { runCommand } from '../account-room'
import { startGrants } from '../identity/pending-commands'
import { proveOwner } from '../security/owner'
import { type Unfinished, readUnfinished } from './closing'

export const isDemo = ({ DEMO_MODE }: Pick<Env, 'DEMO_MODE'>): boolean => DEMO_MODE === 'on'

/** Items to end first: how many of each, by the name of its word. */
export async function readLeftAtReset(env: Env, session: Session): Promise<Outcome<Unfinished>> {
  const left = await readUnfinished(env, session)
  if (!left.ok) return left
  return done(Object.fromEntries(Object.entries(left.value).filter(([name]) => !LEFT_AT_RESET.has(name))))
}

/** `isChanged` is false when the balances were the start grant. A repeated command is answered as the first time. */
export function resetDemo(
  env: Env,
  session: Session,
  { commandId, proof }: { readonly commandId: string; readonly proof: OwnerProof },
  now: number,
): Promise<Outcome<{ readonly isChanged: boolean }>> {
  return runCommand(env, session, { type: 'reset_demo', commandId, asked: null }, async () => {
    if (!isDemo(env)) return refuse('demo_reset_off')
    const left = await readLeftAtReset(env, session)
    if (!left.ok) return left
    const count = Object.keys(left.value).length
    if (count > 0) return refuse('account_unfinished', { count: String(count) })
    // The proof is checked last, because success uses it up.
    const owner = await proveOwner(env, session, proof, now)
    return owner.ok ? done({ grants: await startGrants(env) }) : owner
  })
}
