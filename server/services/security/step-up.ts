// Step-up proof before money leaves or an address changes: pay password, authenticator code, or passkey. Wrong proofs
// are counted per user, across all methods.

import { type SecurityRow, findSecurity, takeTotpStep } from '#db/platform/security'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type StepUpMethod, type StepUpProof, type StepUpRefusal, readStepUpMethod } from '#domain/security'
import type { Session } from '#session/session'
import { checkSession } from '../account-room'
import { countProof } from '../identity/counted-proof'
import { stepUpLimits } from '../identity/limit'
import { HASHING_BUSY, checkPassword } from '../identity/hash-queue'
import { takePasskeyAnswer } from './passkey-answer'
import { findTotpStep } from './totp-code'

/**
 * Step-up proof, or a named refusal. Right codes and passkey answers are consumed, so check the rest of the request
 * first, then this, then call the Account. Also checks the session.
 */
export async function proveStepUp(
  env: Env,
  session: Session,
  proof: StepUpProof,
  now: number,
): Promise<Outcome<{ readonly method: StepUpMethod }, StepUpRefusal>> {
  const method = readStepUpMethod(proof)
  if (!method.ok) return method
  const [check, secured] = await Promise.all([checkSession(env, session), findSecurity(env.DB, session.userId)])
  if (!check.ok) return check
  if (!secured) return refuse('session_ended')
  if (method.value === 'pay_password' && secured.payPasswordHash === null) return refuse('pay_password_not_set')
  if (method.value === 'totp' && secured.totpSecret === null) return refuse('totp_not_set')

  const { userId } = session
  const counted = { whose: `step-up:${userId}`, limits: stepUpLimits(userId) }
  const proven = await countProof(env, counted, now, () => isProven(env, secured, proof, method.value, now))
  if (!proven.ok) return proven
  if (proven.value === null) return HASHING_BUSY
  if (proven.value) return done({ method: method.value })
  // Only codes and passkeys are consumed by use, not the pay password.
  return refuse(method.value === 'pay_password' ? 'pay_password_wrong' : 'step_up_wrong')
}

async function isProven(
  env: Env,
  secured: SecurityRow,
  proof: StepUpProof,
  method: StepUpMethod,
  now: number,
): Promise<boolean | null> {
  switch (method) {
    case 'pay_password': {
      const requester = { account: secured.userId }
      const checked = await checkPassword(env, requester, proof.payPassword ?? '', secured.payPasswordHash)
      return checked.ok ? checked.value : null
    }
    case 'totp':
      return isTotpRight(env, secured, proof.totpCode ?? '', now)
    case 'passkey': {
      const answer = { purpose: 'step_up', userId: secured.userId, text: proof.passkey ?? '' } as const
      return (await takePasskeyAnswer(env, answer, now)) !== null
    }
  }
}

/** A right code is right once. */
export async function isTotpRight(
  env: Env,
  { userId, totpSecret }: Pick<SecurityRow, 'userId' | 'totpSecret'>,
  code: string,
  now: number,
): Promise<boolean> {
  if (totpSecret === null) return false
  const step = await findTotpStep(env, { userId, sealed: totpSecret }, code, now)
  return step !== null && takeTotpStep(env.DB, userId, step)
}
