// The login password and the pay password of one account are two secrets: who learns the one must not have the other.

import { type Outcome, done } from '#domain/outcome'
import { countAttempt, otherSecretLimits } from './limit'
import { isPasswordRight } from './password'

export interface OtherSecret {
  readonly userId: number
  readonly secret: 'login' | 'pay'
  /** Null while there is none. */
  readonly hash: string | null
  /** What was proven before this is asked. */
  readonly by: 'password' | 'code'
}

/**
 * True when a new password is the account's other one. The answer tells of a guess, so nobody is asked for it before the old password or a
 * code is proven; and it is counted for whoever proved that alone, so that nobody else can use it up.
 */
export async function isOtherSecret(
  env: Env,
  { userId, secret, hash, by }: OtherSecret,
  password: string,
  now: number,
): Promise<Outcome<boolean, 'too_many_requests'>> {
  if (hash === null) return done(false)
  const counted = await countAttempt(env, otherSecretLimits(userId, secret, by), now)
  return counted.ok ? done(await isPasswordRight(env, password, hash)) : counted
}
