// Step-up proof in a form: field names of each kind of proof. Pure.

import { STEP_UP_METHODS, type OwnerProof, type StepUpMethod, type StepUpProof } from '#domain/security'

/** As `StepUpFields` names them. */
const STEP_UP_FIELD_NAMES = {
  pay_password: 'pay_password',
  totp: 'totp_code',
  passkey: 'passkey',
} as const satisfies Record<StepUpMethod, string>

/** Every field that may carry a proof. */
export const PROOF_FIELDS: readonly string[] = ['proof', ...Object.values(STEP_UP_FIELD_NAMES)]

/**
 * Step-up proof from the form: only the chosen method's field, since other fields may hold leftovers. Without a choice
 * all fields count.
 */
export function readStepUpForm(form: FormData): StepUpProof {
  const chosen = STEP_UP_METHODS.find((method) => method === form.get('proof'))
  const read = (method: StepUpMethod): string | undefined =>
    chosen === undefined || chosen === method ? textOf(form, STEP_UP_FIELD_NAMES[method]) : undefined
  return { payPassword: read('pay_password'), totpCode: read('totp'), passkey: read('passkey') }
}

/** Step-up proof, or a code sent to the bound address. */
export const readOwnerForm = (form: FormData): OwnerProof => ({
  ...readStepUpForm(form),
  code: textOf(form, 'own_code'),
})

function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
