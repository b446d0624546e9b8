// Password changes of a logged-in user, authorised by the old password or a code to the bound address. Changing the
// login password ends all sessions. With an authenticator or passkey, the pay password requires it besides the code:
// the pay password can replace a factor, and mailbox access must not.

import { setPayPassword } from '#db/platform/security'
import { changePassword, findUserById } from '#db/platform/user'
import { type NewPasswordRefusal, checkNewPassword } from '#domain/identity'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type StepUpProof, type StepUpRefusal, hasSecondFactor, isResetHeld } from '#domain/security'
import type { Session } from '#session/session'
import { addressOf } from '../identity/account-name'
import type { CodeRefusal } from '../identity/code'
import { type HashRefusal, checkPassword, makeHash } from '../identity/hash-queue'
import { countAttempt, forgiveAttempts, oldPasswordLimits, uncountAttempt } from '../identity/limit'
import { sendPendingSoon } from '../identity/pending-commands'
import { type OtherSecret, isOtherSecret } from '../identity/other-secret'
import { noticeChange } from './notice'
import { checkOwnCode, lockFrom, readOwnState, useOwnCode } from './owner'
import { type SecurityState, hasStepUp } from './state'
import { proveStepUp } from './step-up'

export type PasswordRefusal =
  | NewPasswordRefusal
  | CodeRefusal
  | StepUpRefusal
  | HashRefusal
  | 'second_factor_missing'
  | 'old_password_wrong'
  | 'reset_held'
  | 'pay_password_same'
  | 'password_same_as_pay'

export interface PasswordChange {
  /** Exactly one is used: the old password if present, otherwise the code. */
  readonly oldPassword?: string | undefined
  readonly code?: string | undefined
  /** Authenticator or passkey proof that accompanies a code for setting the pay password. */
  readonly proof?: Pick<StepUpProof, 'totpCode' | 'passkey'>
  readonly password: string
  readonly passwordAgain: string
}

/** Changes the login password; ends all sessions including this one. */
export async function changeLoginPassword(
  env: Env,
  session: Session,
  change: PasswordChange,
): Promise<Outcome<null, PasswordRefusal>> {
  const now = Date.now()
  const owner = await readOwner(env, session, change, now)
  if (!owner.ok) return owner
  const { state, passwordHash: oldHash, payPasswordHash } = owner.value
  const proven = await proveChange(env, state, change, { secret: 'login', oldHash }, now)
  if (!proven.ok) return proven
  const isPay = await isOther(env, change, { userId: session.userId, secret: 'pay', hash: payPasswordHash }, now)
  if (!isPay.ok) return isPay
  if (isPay.value) return refuse('password_same_as_pay')
  const made = await makeHash(env, { account: session.userId }, change.password)
  if (!made.ok) return made
  const used = await useUp(env, state, change, now)
  if (!used.ok) return used

  await changePassword(env.DB, session.userId, { passwordHash: made.value, withdrawalsLockedUntil: lockFrom(now) }, now)
  await sendPendingSoon(env, session.userId)
  await noticeChange(env, session.userId, 'login_password', now)
  return done(null)
}

/** Sets or changes the pay password. Then locks withdrawals, unless the account had no step-up proof before. */
export async function changePayPassword(
  env: Env,
  session: Session,
  change: PasswordChange,
): Promise<Outcome<null, PasswordRefusal>> {
  const now = Date.now()
  const owner = await readOwner(env, session, change, now)
  if (!owner.ok) return owner
  const { state, passwordHash, payPasswordHash: oldHash } = owner.value
  if (change.oldPassword && oldHash === null) return refuse('pay_password_not_set')
  const proven = await proveChange(env, state, change, { secret: 'pay', oldHash }, now)
  if (!proven.ok) return proven
  const factor = change.oldPassword ? done(null) : await proveSecondFactor(env, session, state, change, now)
  if (!factor.ok) return factor
  const isLogin = await isOther(env, change, { userId: session.userId, secret: 'login', hash: passwordHash }, now)
  if (!isLogin.ok) return isLogin
  if (isLogin.value) return refuse('pay_password_same')
  const made = await makeHash(env, { account: session.userId }, change.password)
  if (!made.ok) return made
  const used = await useUp(env, state, change, now)
  if (!used.ok) return used

  const lockUntil = oldHash === null && !hasStepUp(state) ? null : lockFrom(now)
  await setPayPassword(env.DB, session.userId, { payPasswordHash: made.value, lockUntil })
  await noticeChange(env, session.userId, 'pay_password', now)
  return done(null)
}

interface Owner {
  readonly state: SecurityState
  readonly passwordHash: string
  readonly payPasswordHash: string | null
}

async function readOwner(
  env: Env,
  session: Session,
  change: PasswordChange,
  now: number,
): Promise<Outcome<Owner, PasswordRefusal>> {
  const [state, user] = await Promise.all([readOwnState(env, session, now), findUserById(env.DB, session.userId)])
  if (!state.ok) return state
  if (!user) return refuse('session_ended')
  const password = checkNewPassword({ password: change.password, again: change.passwordAgain })
  if (!password.ok) return password
  return done({ state: state.value, passwordHash: user.passwordHash, payPasswordHash: user.payPasswordHash })
}

/** Call after the code check, because a right factor is consumed. */
async function proveSecondFactor(
  env: Env,
  session: Session,
  state: SecurityState,
  { proof }: PasswordChange,
  now: number,
): Promise<Outcome<unknown, PasswordRefusal>> {
  if (!hasSecondFactor(state)) return done(null)
  const { totpCode, passkey } = proof ?? {}
  return totpCode || passkey ? proveStepUp(env, session, { totpCode, passkey }, now) : refuse('second_factor_missing')
}

/** Proves by the old password or the code; the code is consumed only after all other checks pass (`useUp`). */
async function proveChange(
  env: Env,
  state: SecurityState,
  { oldPassword, code }: PasswordChange,
  { secret, oldHash }: { readonly secret: 'login' | 'pay'; readonly oldHash: string | null },
  now: number,
): Promise<Outcome<null, PasswordRefusal>> {
  // Changing the login password by code equals a reset, so the same waiting period applies.
  if (!oldPassword && secret === 'login' && isResetHeld(state, addressOf(state).target, now))
    return refuse('reset_held')
  if (!oldPassword) return checkOwnCode(env, state, code ?? '', now)
  const limits = oldPasswordLimits(state.userId, secret)
  const counted = await countAttempt(env, limits, now)
  if (!counted.ok) return counted
  const checked = await checkPassword(env, { account: state.userId }, oldPassword, oldHash)
  if (!checked.ok) {
    await uncountAttempt(env, limits)
    return checked
  }
  if (!checked.value) return refuse('old_password_wrong')
  await forgiveAttempts(
    env,
    limits.map(({ key }) => key),
  )
  return done(null)
}

const isOther = (
  env: Env,
  { oldPassword, password }: PasswordChange,
  other: Omit<OtherSecret, 'by'>,
  now: number,
): Promise<Outcome<boolean, 'too_many_requests' | HashRefusal>> =>
  isOtherSecret(env, { ...other, by: oldPassword ? 'password' : 'code' }, password, now)

/** Consumes the code; of two concurrent requests with the same code only one succeeds. */
const useUp = (
  env: Env,
  state: SecurityState,
  { oldPassword, code }: PasswordChange,
  now: number,
): Promise<Outcome<null, PasswordRefusal>> =>
  oldPassword ? Promise.resolve(done(null)) : useOwnCode(env, state, code ?? '', now)
