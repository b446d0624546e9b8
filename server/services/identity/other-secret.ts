// Login and pay password of an account must differ, so that learning one does not reveal the other.

import { type Outcome, done } from '#domain/outcome'
import { type HashRefusal, checkPassword } from './hash-queue'
import { countAttempt, otherSecretLimits, uncountAttempt } from './limit'

export interface OtherSecret {
  readonly userId: number
  readonly secret: 'login' | 'pay'
  /** Null while unset. */
  readonly hash: string | null
  /** Proof given before this check. */
  readonly by: 'password' | 'code'
}

/**
 * True when a new password equals the account's other password. The answer confirms a guess, so it requires a prior
 * proof (old password or code) and is counted per kind of proof, so that others cannot use up the tries.
 */
export async function isOtherSecret(
  env: Env,
  { userId, secret, hash, by }: OtherSecret,
  password: string,
  now: number,
): Promise<Outcome<boolean, 'too_many_requests' | HashRefusal>> {
  if (hash === null) return done(false)
  const limits = otherSecretLimits(userId, secret, by)
  const counted = await countAttempt(env, limits, now)
  if (!counted.ok) return counted
  const checked = await checkPassword(env, { account: userId }, password, hash)
  if (!checked.ok) await uncountAttempt(env, limits)
  return checked
}
