// The proof of an owner in a form: which field carries which kind, and beside which field a refusal stands. Pure.

import type { StepUpMethod, StepUpProof } from '#domain/security'

export const STEP_UP_FIELD_NAMES = {
  pay_password: 'pay_password',
  totp: 'totp_code',
  passkey: 'passkey',
} as const satisfies Record<StepUpMethod, string>

/** What the form says. A form holds the fields of every method; the one that was chosen is filled in. */
export function readStepUpForm(form: FormData): StepUpProof {
  const read = (method: StepUpMethod): string | undefined => {
    const value = form.get(STEP_UP_FIELD_NAMES[method])
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return { payPassword: read('pay_password'), totpCode: read('totp'), passkey: read('passkey') }
}
