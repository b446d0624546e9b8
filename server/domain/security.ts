// Rules of securing an account: what proves that it is really its owner who asks, and what a change of that costs.
// Pure: hashing, storing and asking live elsewhere.

import { type Outcome, done, refuse } from './outcome'

/** No withdrawal for a day after a change that a thief would make first. */
export const WITHDRAWAL_LOCK_MS = 24 * 60 * 60 * 1000

/** How an owner proves oneself before money leaves: any one of these. */
export const STEP_UP_METHODS = ['pay_password', 'totp', 'passkey'] as const
export type StepUpMethod = (typeof STEP_UP_METHODS)[number]

/** One proof, as it was typed or signed. Of several the strongest counts: passkey, then code, then pay password. */
export interface StepUpProof {
  readonly payPassword?: string | undefined
  /** Six digits of the authenticator app. */
  readonly totpCode?: string | undefined
  /** JSON of a passkey's answer to a challenge of purpose "step_up". */
  readonly passkey?: string | undefined
}

export type StepUpRefusal =
  'session_ended' | 'step_up_missing' | 'step_up_wrong' | 'pay_password_not_set' | 'totp_not_set' | 'too_many_requests'

/** Which proof is given, or that none is. */
export function readStepUpMethod(proof: StepUpProof): Outcome<StepUpMethod, 'step_up_missing'> {
  if (proof.passkey) return done('passkey')
  if (proof.totpCode) return done('totp')
  if (proof.payPassword) return done('pay_password')
  return refuse('step_up_missing')
}

export const TOTP_STEP_MS = 30_000
/** Steps before and after this one whose codes are taken: clocks differ, and typing takes time. */
export const TOTP_STEPS_AROUND = 1

/** True when money may not leave at `now`. */
export const isWithdrawalLocked = (lockedUntil: number | null, now: number): boolean =>
  lockedUntil !== null && lockedUntil > now
