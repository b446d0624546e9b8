// The login password and the pay password of one account are two secrets: who learns the one must not have the other.

import { type Outcome, done, refuse } from '#domain/outcome'
import { countAttempt, oldPasswordLimits } from './limit'
import { isPasswordRight } from './password'

/** Counted as a guess at the pay password: the answer tells whoever asks whether it was one. */
export async function refusePayPassword(
  env: Env,
  { id, payPasswordHash }: { readonly id: number; readonly payPasswordHash: string | null },
  password: string,
  now: number,
): Promise<Outcome<null, 'password_same_as_pay' | 'too_many_requests'>> {
  if (payPasswordHash === null) return done(null)
  const counted = await countAttempt(env, oldPasswordLimits(id, 'pay'), now)
  if (!counted.ok) return counted
  return (await isPasswordRight(password, payPasswordHash)) ? refuse('password_same_as_pay') : done(null)
}
