// Login, registration and password forms: field checks before sending, and mapping of server refusals to fields. Pure.

import { checkNewPassword, parseCode, parseEmail, parseInviteCode } from '#domain/identity'
import type { Outcome, Refusal } from '#domain/outcome'

export type IdentityField = 'account' | 'code' | 'password' | 'passwordAgain' | 'inviteCode' | 'form'

/** Kinds of account name. */
export const ENTRY_BYS = ['email', 'mobile'] as const
export type EntryBy = (typeof ENTRY_BYS)[number]

export const readEntryBy = (text: unknown): EntryBy | null => ENTRY_BYS.find((by) => by === text) ?? null

/** Action of the form; `send_code` is the button inside registration and password reset. */
export type EntryStep = 'login' | 'send_code' | 'register' | 'reset'

export interface EntryFields {
  readonly by: EntryBy
  readonly account: string
  /** National number, without the country's calling code. */
  readonly mobile: string
  readonly code: string
  readonly password: string
  readonly passwordAgain: string
  readonly inviteCode: string
}

export interface EntryRules {
  readonly step: EntryStep
  readonly isCodeNeeded: boolean
  readonly isInviteRequired: boolean
}

const FIELDS: Readonly<Record<string, IdentityField>> = {
  email_malformed: 'account',
  mobile_malformed: 'account',
  account_exists: 'account',
  code_malformed: 'code',
  code_wrong: 'code',
  password_too_short: 'password',
  password_too_long: 'password',
  password_same_as_pay: 'password',
  passwords_differ: 'passwordAgain',
  invite_code_missing: 'inviteCode',
  invite_code_unknown: 'inviteCode',
  invite_code_own: 'inviteCode',
}

export const fieldOfIdentityRefusal = (code: string): IdentityField => FIELDS[code] ?? 'form'

/** Fields of an entry form after a submit; passwords are never returned. */
export interface EntryAnswer {
  /** Null for a word that names neither: the form keeps its own choice. */
  readonly by: EntryBy | null
  readonly account: string
  readonly mobile: string
  readonly code: string
  readonly inviteCode: string
  readonly isCodeSent: boolean
  /** Seconds until another code may be requested; zero when no wait applies. */
  readonly waitSeconds: number
  readonly problem: { readonly field: IdentityField; readonly text: string } | null
  readonly isUnanswered?: boolean
}

export type EntryProblems = Readonly<Partial<Record<IdentityField, Refusal>>>

/** At most one refusal per field; empty when the form may be sent. The server checks again. */
export function checkEntry(fields: EntryFields, { step, isCodeNeeded, isInviteRequired }: EntryRules): EntryProblems {
  const account = checkAccount(fields, step)
  if (step === 'send_code') return { ...account }
  if (step === 'login') {
    const isMissing = fields.password === ''
    return { ...account, ...(isMissing && { password: { code: 'field_missing', facts: { field: 'password' } } }) }
  }
  return {
    ...account,
    ...(isCodeNeeded && at('code', parseCode(fields.code))),
    ...checkPasswords(fields),
    ...(step === 'register' && checkInvite(fields.inviteCode, isInviteRequired)),
  }
}

function checkAccount({ by, account, mobile }: EntryFields, step: EntryStep): EntryProblems {
  if (by === 'mobile') {
    const isNumber = /^\+?[\d\s().-]{4,24}$/.test(mobile.normalize('NFKC').trim())
    return isNumber ? {} : { account: { code: 'mobile_malformed', facts: {} } }
  }
  // Login accepts any account text, because old accounts log in with a number in this field; only new addresses are
  // validated.
  if (step === 'login' && account.trim() !== '') return {}
  return at('account', parseEmail(account))
}

function checkPasswords({ password, passwordAgain: again }: EntryFields): EntryProblems {
  const outcome = checkNewPassword({ password, again })
  if (outcome.ok) return {}
  return { [fieldOfIdentityRefusal(outcome.refusal.code)]: outcome.refusal }
}

function checkInvite(text: string, isRequired: boolean): EntryProblems {
  const code = parseInviteCode(text)
  if (!code.ok) return { inviteCode: code.refusal }
  return isRequired && code.value === null ? { inviteCode: { code: 'invite_code_missing', facts: {} } } : {}
}

const at = (field: IdentityField, outcome: Outcome<unknown>): EntryProblems =>
  outcome.ok ? {} : { [field]: outcome.refusal }

/** Return URL of the country picker, with the chosen country. `returnTo` is a path of this site. */
export function withCountry(returnTo: string, country: string): string {
  const [path = '', query = ''] = returnTo.split('?', 2)
  const params = new URLSearchParams(query)
  params.set('by', 'mobile')
  params.set('country', country)
  return `${path}?${params.toString()}`
}
