// Security state of an account, in one directory query.

import { findSecurity } from '#db/platform/security'
import { assert } from '#domain/assert'
import { type Language, knownLanguage } from '#domain/language'
import { isWithdrawalLocked } from '#domain/security'

export interface SecurityState {
  readonly userId: number
  readonly email: string | null
  /** E.164. */
  readonly mobile: string | null
  readonly language: Language
  /** VIP level. */
  readonly level: number
  /** 0 none, 1 under review, 2 passed. */
  readonly reviewStatus: number
  readonly advancedReviewStatus: number
  readonly hasPayPassword: boolean
  readonly hasTotp: boolean
  readonly passkeyCount: number
  readonly recoveryCodesLeft: number
  /** Withdrawals are locked before this time (ms); null when unlocked at `now`. */
  readonly withdrawalsLockedUntil: number | null
  /** Earliest password reset through each address (ms); null for immediately. */
  readonly emailResetFrom: number | null
  readonly mobileResetFrom: number | null
  /** Earliest login by mobile number (ms); null for immediately. */
  readonly mobileLoginFrom: number | null
  /** Anti-phishing phrase, chosen by the user for all our messages; empty until chosen. */
  readonly phrase: string
  readonly passwordChangedAt: number
}

/** Requires an existing user: call with a session's id or an id from the directory. */
export async function readSecurityState(env: Pick<Env, 'DB'>, userId: number, now: number): Promise<SecurityState> {
  const row = await findSecurity(env.DB, userId)
  assert(row !== undefined, `user ${userId} exists`)
  const { payPasswordHash, totpSecret, totpLastStep: _, language, withdrawalsLockedUntil, ...state } = row
  return {
    ...state,
    language: knownLanguage(language),
    hasPayPassword: payPasswordHash !== null,
    hasTotp: totpSecret !== null,
    withdrawalsLockedUntil: isWithdrawalLocked(withdrawalsLockedUntil, now) ? withdrawalsLockedUntil : null,
  }
}

/** True when the user has a proof besides the login password. */
export const hasStepUp = (state: Pick<SecurityState, 'hasPayPassword' | 'hasTotp' | 'passkeyCount'>): boolean =>
  state.hasPayPassword || state.hasTotp || state.passkeyCount > 0
