// Second login step for users with an authenticator or passkey: authenticator code, recovery code or passkey. Between
// the steps the browser holds a signed ticket confirming the password.

import { createHmac } from 'node:crypto'
import { type SecurityRow, findSecurity } from '#db/platform/security'
import { type Outcome, done, refuse } from '#domain/outcome'
import { isSameText } from '#domain/same-text'
import { hasSecondFactor } from '#domain/security'
import { MINUTE_MS } from '#domain/time'
import { countProof } from '../identity/counted-proof'
import { countAttempt, forgiveAttempts, secondStepForgivenLimits, secondStepLimits } from '../identity/limit'
import { takePasskeyAnswer } from './passkey-answer'
import { useRecoveryCode } from './recovery-code'
import { isTotpRight } from './step-up'

export type SecondStepRefusal = 'second_step_needed' | 'second_step_wrong' | 'second_step_expired' | 'too_many_requests'

const TICKET_LIFE_MS = 10 * MINUTE_MS

/** Second-step methods of a user; null when no second step is required. */
export interface SecondStep {
  readonly hasTotp: boolean
  readonly hasPasskey: boolean
  readonly hasRecoveryCodes: boolean
}

export async function findSecondStep(env: Env, userId: number): Promise<SecondStep | null> {
  const secured = await findSecurity(env.DB, userId)
  return secured ? stepOf(secured) : null
}

function stepOf({ totpSecret, passkeyCount, recoveryCodesLeft }: SecurityRow): SecondStep | null {
  const hasTotp = totpSecret !== null
  if (!hasSecondFactor({ hasTotp, passkeyCount })) return null
  return { hasTotp, hasPasskey: passkeyCount > 0, hasRecoveryCodes: recoveryCodesLeft > 0 }
}

/** Succeeds when no second step is required or the code is right. A right code is consumed. */
export async function proveSecondStep(
  env: Env,
  userId: number,
  code: string | null,
  now: number,
): Promise<Outcome<null, SecondStepRefusal>> {
  const secured = await findSecurity(env.DB, userId)
  if (!secured || !stepOf(secured)) return done(null)
  if (!code) return refuse('second_step_needed')
  return counted(env, userId, now, async () => {
    const isRight = (await isTotpRight(env, secured, code, now)) || (await useRecoveryCode(env, userId, code, now))
    return isRight
  })
}

/** Proves the second step by a passkey of this user. */
export const proveSecondStepByPasskey = (
  env: Env,
  userId: number,
  text: string,
  now: number,
): Promise<Outcome<null, SecondStepRefusal>> =>
  counted(
    env,
    userId,
    now,
    async () => (await takePasskeyAnswer(env, { purpose: 'login', userId, text }, now)) !== null,
  )

async function counted(
  env: Env,
  userId: number,
  now: number,
  isRight: () => Promise<boolean>,
): Promise<Outcome<null, SecondStepRefusal>> {
  const limits = secondStepLimits(userId)
  const proven = await countProof(env, { whose: `second-step:${userId}`, limits }, now, isRight)
  if (!proven.ok) return proven
  return proven.value ? done(null) : refuse('second_step_wrong')
}

/**
 * Restores second-step tries after a password reset by code, since a thief with the old password may have used them up.
 * Limited to a few times a week.
 */
export async function forgiveSecondSteps(env: Env, userId: number, now: number): Promise<void> {
  const counted = await countAttempt(env, secondStepForgivenLimits(userId), now)
  if (!counted.ok) return
  await forgiveAttempts(
    env,
    Array.from(secondStepLimits(userId), ({ key }) => key),
  )
}

/** Ticket confirming a right password just now; void once the password changes. */
export function signTicket(
  env: Env,
  { id, passwordChangedAt }: { readonly id: number; readonly passwordChangedAt: number },
  now: number,
): string {
  const payload = `${id}.${passwordChangedAt}.${now}`
  return `${payload}.${signatureOf(env, payload)}`
}

/** Content of a ticket, or null when forged or expired. */
export function readTicket(
  env: Env,
  ticket: string,
  now: number,
): { readonly userId: number; readonly passwordChangedAt: number } | null {
  const match = /^((\d{1,15})\.(\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/.exec(ticket)
  if (!match) return null
  const [, payload = '', userId = '', passwordChangedAt = '', issuedAt = '', signature = ''] = match
  if (!isSameText(signature, signatureOf(env, payload))) return null
  const isFresh = Number(issuedAt) <= now && Number(issuedAt) + TICKET_LIFE_MS > now
  return isFresh ? { userId: Number(userId), passwordChangedAt: Number(passwordChangedAt) } : null
}

const signatureOf = (env: Env, payload: string): string =>
  createHmac('sha256', env.SESSION_SECRET).update(`second-step\n${payload}`).digest('base64url')
