// The proof of an owner in a form: which field carries which kind. Pure.

import { STEP_UP_METHODS, type OwnerProof, type StepUpMethod, type StepUpProof } from '#domain/security'

/** As `StepUpFields` names them. */
const STEP_UP_FIELD_NAMES = {
  pay_password: 'pay_password',
  totp: 'totp_code',
  passkey: 'passkey',
} as const satisfies Record<StepUpMethod, string>

/** The proof that was chosen. The fields of the others may hold something all the same; nobody meant it. Without a choice all count. */
export function readStepUpForm(form: FormData): StepUpProof {
  const chosen = STEP_UP_METHODS.find((method) => method === form.get('proof'))
  const read = (method: StepUpMethod): string | undefined =>
    chosen === undefined || chosen === method ? textOf(form, STEP_UP_FIELD_NAMES[method]) : undefined
  return { payPassword: read('pay_password'), totpCode: read('totp'), passkey: read('passkey') }
}

/** The same, or the code that was sent to the bound address. */
export const readOwnerForm = (form: FormData): OwnerProof => ({
  ...readStepUpForm(form),
  code: textOf(form, 'own_code'),
})

function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
