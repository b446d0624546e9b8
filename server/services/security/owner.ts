// Owner proof for security changes: a step-up, or a code to the bound address while no step-up exists. A bare session,
// e.g. on an unlocked computer, cannot change security settings.

import { WITHDRAWAL_LOCK_MS, type OwnerProof, type StepUpRefusal } from '#domain/security'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Session } from '#session/session'
import { checkSession } from '../account-room'
import { addressOf } from '../identity/account-name'
import { type CodeRefusal, issueCode, useCode, userRequester, userSource, verifyCode } from '../identity/code'
import { codeLimits, countAttempt, ownCodeCheckLimits } from '../identity/limit'
import { postCode } from '../identity/post'
import { type SecurityState, hasStepUp, readSecurityState } from './state'
import { proveStepUp } from './step-up'

export type OwnerRefusal = StepUpRefusal | 'own_code_wrong'

/** Security state after the owner proof. A right proof is consumed, so check everything else first. */
export async function proveOwner(
  env: Env,
  session: Session,
  proof: OwnerProof,
  now: number,
): Promise<Outcome<SecurityState, OwnerRefusal>> {
  const state = await readOwnState(env, session, now)
  if (!state.ok) return state
  if (hasStepUp(state.value)) {
    const stepUp = await proveStepUp(env, session, proof, now)
    return stepUp.ok ? state : stepUp
  }
  const code = await proveOwnCode(env, state.value, { code: proof.code ?? '', step: 'use' }, now)
  return code.ok ? state : code
}

/** Proof by a code to the bound address; refused with its own code, distinct from codes sent elsewhere. */
export async function proveOwnCode(
  env: Env,
  state: SecurityState,
  { code, step }: { readonly code: string; readonly step: 'check' | 'use' },
  now: number,
): Promise<Outcome<null, 'own_code_wrong' | 'too_many_requests'>> {
  const proven = step === 'use' ? await useOwnCode(env, state, code, now) : await checkOwnCode(env, state, code, now)
  if (proven.ok) return proven
  return proven.refusal.code === 'too_many_requests'
    ? refuse('too_many_requests', proven.refusal.facts)
    : refuse('own_code_wrong')
}

/** Security state of the account behind a live session. */
export async function readOwnState(
  env: Env,
  session: Session,
  now: number,
): Promise<Outcome<SecurityState, 'session_ended'>> {
  const [check, state] = await Promise.all([checkSession(env, session), readSecurityState(env, session.userId, now)])
  return check.ok ? done(state) : check
}

/**
 * Consumes a code sent to the bound address. Password reset codes are accepted too: older clients cannot request
 * others, and their reader could reset the password anyway.
 */
export const useOwnCode = (env: Env, state: SecurityState, code: string, now: number) =>
  judgeOwnCode(env, state, { code, judge: useCode }, now)

/** Like `useOwnCode`, without consuming the code. */
export const checkOwnCode = (env: Env, state: SecurityState, code: string, now: number) =>
  judgeOwnCode(env, state, { code, judge: verifyCode }, now)

async function judgeOwnCode(
  env: Env,
  state: SecurityState,
  { code, judge }: { readonly code: string; readonly judge: typeof useCode },
  now: number,
): Promise<Outcome<null, CodeRefusal | 'too_many_requests'>> {
  const { target } = addressOf(state)
  const whose = { target, ...userSource(state.userId), isOwner: true }
  const counted = await countAttempt(env, ownCodeCheckLimits(state.userId), now)
  if (!counted.ok) return counted
  const own = await judge(env, { ...whose, purpose: 'security' }, code, now)
  if (own.ok || own.refusal.code !== 'code_wrong') return own
  return judge(env, { ...whose, purpose: 'forget' }, code, now)
}

/** Sends a code to the bound address. */
export async function sendOwnCode(
  env: Env,
  session: Session,
  clientIp: string,
): Promise<Outcome<{ readonly waitSeconds: number }, 'session_ended' | 'too_many_requests' | 'message_not_sent'>> {
  const now = Date.now()
  const state = await readOwnState(env, session, now)
  if (!state.ok) return state
  const address = addressOf(state.value)
  const name = { target: address.target, purpose: 'security' } as const
  const counted = await countAttempt(env, codeLimits(env, { ...name, ip: clientIp, isOwner: true }), now)
  if (!counted.ok) return counted
  const { language, phrase } = state.value
  const code = await issueCode(env, { ...name, requester: userRequester(session.userId) }, now)
  return postCode(env, address, { facts: { topic: 'security', language, phrase, code }, counted: name }, now)
}

/** End of the withdrawal lock after a change at `now` (ms). */
export const lockFrom = (now: number): number => now + WITHDRAWAL_LOCK_MS
