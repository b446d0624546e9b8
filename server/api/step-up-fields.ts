// The three ways to prove oneself on the wire, for endpoints that let money leave or change where it goes.

import * as v from 'valibot'
import type { StepUpProof } from '#domain/security'
import { secret, text } from './fields'

/** Spread into an endpoint's input; one of them is needed. */
export const stepUpFields = {
  pay_password: v.optional(secret),
  totp_code: v.optional(text(32)),
  /** JSON of a passkey's answer to /passkey-challenge, for clients in a browser of this site. */
  passkey: v.optional(v.pipe(v.string(), v.maxLength(16_000))),
}

/** Without the pay password, for where it is what is being set. */
export const secondFactorFields = { totp_code: stepUpFields.totp_code, passkey: stepUpFields.passkey }

export const readStepUp = (input: {
  readonly pay_password?: string | undefined
  readonly totp_code?: string | undefined
  readonly passkey?: string | undefined
}): StepUpProof => ({ payPassword: input.pay_password, totpCode: input.totp_code, passkey: input.passkey })
