// Which field of the entry pages a refusal belongs beside. Pure.

export type IdentityField = 'account' | 'code' | 'password' | 'passwordAgain' | 'inviteCode' | 'form'

const FIELDS: Readonly<Record<string, IdentityField>> = {
  email_malformed: 'account',
  mobile_malformed: 'account',
  account_exists: 'account',
  account_not_found: 'account',
  code_malformed: 'code',
  code_wrong: 'code',
  code_expired: 'code',
  code_missing: 'code',
  code_tries_used_up: 'code',
  password_too_short: 'password',
  password_too_long: 'password',
  passwords_differ: 'passwordAgain',
  invite_code_missing: 'inviteCode',
  invite_code_unknown: 'inviteCode',
}

export const fieldOfIdentityRefusal = (code: string): IdentityField => FIELDS[code] ?? 'form'

/** What an entry form reads after a submit. Passwords never come back. */
export interface EntryAnswer {
  readonly account: string
  readonly inviteCode: string
  readonly isCodeSent: boolean
  readonly problem: { readonly field: IdentityField; readonly text: string } | null
}
