// API fields of the three step-up proofs, for endpoints that move money out or change its target.

import * as v from 'valibot'
import type { StepUpProof } from '#domain/security'
import { secret, text } from '#services/input'

/** Step-up fields of an endpoint input; one is required. */
export const stepUpFields = {
  pay_password: v.optional(secret),
  totp_code: v.optional(text(32)),
  /** JSON of a passkey's answer to /passkey-challenge, for clients in a browser of this site. */
  passkey: v.optional(v.pipe(v.string(), v.maxLength(16_000))),
}

/** Step-up fields without the pay password, for endpoints that set it. */
export const secondFactorFields = { totp_code: stepUpFields.totp_code, passkey: stepUpFields.passkey }

export const readStepUp = (input: {
  readonly pay_password?: string | undefined
  readonly totp_code?: string | undefined
  readonly passkey?: string | undefined
}): StepUpProof => ({ payPassword: input.pay_password, totpCode: input.totp_code, passkey: input.passkey })
