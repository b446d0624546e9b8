// The authenticator app: asked for, confirmed by a first code, taken away. Its secret is shown between the first two only.

import { confirmTotp, deleteTotp, findTotp, writeTotp } from '#db/platform/totp'
import { findUserById } from '#db/platform/user'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type OwnerProof, hasSecondFactor } from '#domain/security'
import { MINUTE_MS } from '#domain/time'
import type { Session } from '#session/session'
import { callAccountAsSystem } from '../account-room'
import { addressOf } from '../identity/account-name'
import { countAttempt, ownerCodeLimits } from '../identity/limit'
import { siteName } from '../brand'
import { noticeChange } from './notice'
import { type OwnerRefusal, lockFrom, proveOwner, readOwnState } from './owner'
import { forgetRecoveryCodes, makeRecoveryCodes, useRecoveryCode } from './recovery-code'
import type { SecurityState } from './state'
import { makeTotpSecret, sealTotpSecret, sealTotpSetup, stepOfCode, totpUri, unsealTotpSetup } from './totp-code'

export type TotpRefusal = OwnerRefusal | 'totp_already_set' | 'second_step_wrong' | 'second_step_expired'

/** Time (ms) during which a pending secret is shown to its session. */
const SETUP_LIFE_MS = 15 * MINUTE_MS

export interface TotpSetup {
  /** Base32, for typing. */
  readonly secret: string
  /** "otpauth://…", for the QR code. */
  readonly uri: string
}

/** Creates a pending secret for this session, inactive until `confirmTotpSetup`. */
export async function startTotpSetup(
  env: Env,
  session: Session,
  proof: OwnerProof,
): Promise<Outcome<null, TotpRefusal>> {
  const now = Date.now()
  const state = await proveOwner(env, session, proof, now)
  if (!state.ok) return state
  if (state.value.hasTotp) return refuse('totp_already_set')
  const secret = await sealTotpSetup(env, session, makeTotpSecret())
  await writeTotp(env.DB, { userId: session.userId, secret }, now)
  return done(null)
}

/** Pending setup of this session, or null. The caller checks the session in parallel, before displaying the setup. */
export async function readTotpSetup(env: Env, session: Session, now: number): Promise<TotpSetup | null> {
  const { userId } = session
  const [row, site, user] = await Promise.all([findTotp(env.DB, userId), siteName(env), findUserById(env.DB, userId)])
  if (!row || row.confirmedAt !== null || row.createdAt + SETUP_LIFE_MS <= now || !user) return null
  const secret = await unsealTotpSetup(env, session, row.secret)
  return secret === null ? null : { secret, uri: totpUri({ secret, site, account: addressOf(user).target }) }
}

/** The first correct code activates the app. Returns new recovery codes, or none if a passkey already provided them. */
export async function confirmTotpSetup(
  env: Env,
  session: Session,
  code: string,
): Promise<Outcome<{ readonly recoveryCodes: readonly string[] }, TotpRefusal>> {
  const now = Date.now()
  const state = await readOwnState(env, session, now)
  if (!state.ok) return state
  const { userId } = session
  const row = await findTotp(env.DB, userId)
  if (row?.confirmedAt != null) return refuse('totp_already_set')
  if (!row || row.createdAt + SETUP_LIFE_MS <= now) return refuse('second_step_expired')
  const secret = await unsealTotpSetup(env, session, row.secret)
  if (secret === null) return refuse('second_step_expired')
  const counted = await countAttempt(env, ownerCodeLimits(userId), now)
  if (!counted.ok) return counted
  const step = stepOfCode(secret, code, now)
  if (step === null) return refuse('second_step_wrong')
  const sealed = await sealTotpSecret(env, userId, secret)
  if (!(await confirmTotp(env.DB, { userId, setup: row.secret, secret: sealed, step }, now))) {
    return refuse('totp_already_set')
  }
  const recoveryCodes = state.value.recoveryCodesLeft > 0 ? [] : await makeRecoveryCodes(env, userId)
  await noticeChange(env, userId, 'totp_on', now)
  return done({ recoveryCodes })
}

/** Removes the authenticator, by an owner proof or by a recovery code (for a lost app). Locks withdrawals and ends other sessions. */
export async function removeTotp(
  env: Env,
  session: Session,
  proof: OwnerProof & { readonly recoveryCode?: string },
): Promise<Outcome<null, TotpRefusal>> {
  const now = Date.now()
  const state = await proveOwnerOrRecovery(env, session, proof, now)
  if (!state.ok) return state
  if (!(await deleteTotp(env.DB, session.userId, lockFrom(now)))) return refuse('totp_not_set')
  await callAccountAsSystem(env, session.userId, { type: 'end_other_sessions', sessionId: session.sessionId })
  if (state.value.passkeyCount === 0) await forgetRecoveryCodes(env, session.userId)
  await noticeChange(env, session.userId, 'totp_off', now)
  return done(null)
}

/** New recovery codes; older ones become invalid. */
export async function renewRecoveryCodes(
  env: Env,
  session: Session,
  proof: OwnerProof,
): Promise<Outcome<{ readonly recoveryCodes: readonly string[] }, TotpRefusal>> {
  const now = Date.now()
  const state = await proveOwner(env, session, proof, now)
  if (!state.ok) return state
  if (!hasSecondFactor(state.value)) return refuse('totp_not_set')
  const recoveryCodes = await makeRecoveryCodes(env, session.userId)
  await noticeChange(env, session.userId, 'recovery_codes', now)
  return done({ recoveryCodes })
}

/** As `proveOwner`; a recovery code does instead. */
export async function proveOwnerOrRecovery(
  env: Env,
  session: Session,
  proof: OwnerProof & { readonly recoveryCode?: string },
  now: number,
): Promise<Outcome<SecurityState, OwnerRefusal | 'second_step_wrong'>> {
  if (!proof.recoveryCode) return proveOwner(env, session, proof, now)
  const state = await readOwnState(env, session, now)
  if (!state.ok) return state
  const counted = await countAttempt(env, ownerCodeLimits(session.userId), now)
  if (!counted.ok) return counted
  const isRight = await useRecoveryCode(env, session.userId, proof.recoveryCode, now)
  return isRight ? state : refuse('second_step_wrong')
}
