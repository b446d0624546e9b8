// Forms of profile and security: fields of refusals, and types of action data. Pure.

import type { StepUpMethod } from '#domain/security'

export type SecurityField =
  | 'proof'
  | 'own_code'
  | 'code'
  | 'old_password'
  | 'password'
  | 'password_again'
  | 'account'
  | 'nickname'
  | 'signature'
  | 'avatar'
  | 'name'
  | 'public_key'
  | 'scopes'
  | 'addresses'
  | 'phrase'
  | 'form'

/** Step-up methods of the owner; without any, a code to this bound address. */
export interface OwnerStart {
  readonly methods: readonly StepUpMethod[]
  /** Masked. */
  readonly address: string
}

export interface SecurityAnswer {
  readonly problem: { readonly field: SecurityField; readonly text: string } | null
  /** Target of the code just sent. */
  readonly sent: 'own' | 'new' | null
  readonly waitSeconds: number
  /** New recovery codes, shown once. */
  readonly recoveryCodes: readonly string[]
  /** Input as typed, so that a page without scripts keeps it. */
  readonly names?: { readonly nickname: string; readonly signature: string }
  /** Address to be bound, as typed. */
  readonly account?: string
  readonly isUnanswered?: boolean
}

const FIELDS: Readonly<Record<string, SecurityField>> = {
  step_up_missing: 'proof',
  second_factor_missing: 'proof',
  step_up_wrong: 'proof',
  pay_password_wrong: 'proof',
  pay_password_not_set: 'proof',
  totp_not_set: 'proof',
  own_code_wrong: 'own_code',
  email_proof_missing: 'own_code',
  code_malformed: 'code',
  code_wrong: 'code',
  second_step_wrong: 'code',
  second_step_needed: 'code',
  old_password_wrong: 'old_password',
  password_too_short: 'password',
  password_too_long: 'password',
  password_same_as_pay: 'password',
  pay_password_same: 'password',
  passwords_differ: 'password_again',
  email_malformed: 'account',
  mobile_malformed: 'account',
  address_in_use: 'account',
  address_same: 'account',
  nickname_malformed: 'nickname',
  nickname_of_staff: 'nickname',
  signature_malformed: 'signature',
  phrase_malformed: 'phrase',
  image_type_refused: 'avatar',
  image_broken: 'avatar',
  image_dimensions_refused: 'avatar',
  file_too_large: 'avatar',
  upload_not_found: 'avatar',
  key_name_missing: 'name',
  public_key_malformed: 'public_key',
  key_scopes_missing: 'scopes',
  key_address_malformed: 'addresses',
  key_addresses_above_max: 'addresses',
}

export const fieldOfSecurityRefusal = (code: string): SecurityField => FIELDS[code] ?? 'form'
