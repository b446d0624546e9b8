// Format rules of accounts, passwords and codes (specification §5), checked before any lookup. Pure: hashing, sending and storage are
// elsewhere.

import { type Outcome, done, refuse } from './outcome'

/** Purpose of a code; a code is valid for its own purpose only. `security` goes to a bound address, `bind` to an address to be bound. */
export type CodePurpose = 'register' | 'forget' | 'security' | 'bind'

export type AccountChannel = 'mail' | 'sms'

/** "More than six characters". The maximum is ours: hashing must not accept megabytes. */
const PASSWORD_LENGTH_MIN = 7
const PASSWORD_LENGTH_MAX = 64

export const CODE_TRIES = 5
/** Wrong attempts at a code by all other people together: with the requester's own attempts, fifteen guesses at one of a million codes. */
export const CODE_TRIES_OF_OTHERS = 10
export const CODE_LIFE_MS = 10 * 60 * 1000
export const CODE_LIFE_MINUTES = CODE_LIFE_MS / 60_000

export const INVITE_CODE_LENGTH = 8
/** No 0, 1, I or O: an invite code is read aloud and typed. */
export const INVITE_CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

export type AccountRefusal = 'email_malformed' | 'mobile_malformed'
export type NewPasswordRefusal = 'password_too_short' | 'password_too_long' | 'passwords_differ'

const EMAIL_LENGTH_MAX = 254
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/

/** An e-mail address in lower case, its host in ASCII (IDNA): two spellings of one mailbox are one account. */
export function parseEmail(text: string): Outcome<string, 'email_malformed'> {
  const email = text
    .trim()
    .toLowerCase()
    .replace(/@[\p{L}\p{M}\p{N}.-]+$/u, asciiHost)
  return email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email) ? done(email) : refuse('email_malformed')
}

function asciiHost(atHost: string): string {
  const url = `http://${atHost.slice(1)}`
  return URL.canParse(url) ? `@${new URL(url).hostname}` : atHost
}

/** One spelling for characters that can be typed in two ways (é, full-width letters): passwords are compared and hashed so. */
export const comparable = (password: string): string => password.normalize('NFKC')

/** A new password and its repetition. Length counts characters, not bytes. */
export function checkNewPassword(entry: {
  readonly password: string
  readonly again: string
}): Outcome<string, NewPasswordRefusal> {
  const length = [...comparable(entry.password)].length
  if (length < PASSWORD_LENGTH_MIN) return refuse('password_too_short', { bound: String(PASSWORD_LENGTH_MIN) })
  if (length > PASSWORD_LENGTH_MAX) return refuse('password_too_long', { bound: String(PASSWORD_LENGTH_MAX) })
  if (comparable(entry.password) !== comparable(entry.again)) return refuse('passwords_differ')
  return done(entry.password)
}

/** Typed text with full-width digits and letters converted to plain ones. */
export const plainDigits = (text: string): string => text.normalize('NFKC').trim()

export function parseCode(text: string): Outcome<string, 'code_malformed'> {
  const code = plainDigits(text)
  return /^\d{6}$/.test(code) ? done(code) : refuse('code_malformed')
}

/** An invite code as typed, or null when none was. Anything else than our letters cannot exist. */
export function parseInviteCode(text: string | null | undefined): Outcome<string | null, 'invite_code_unknown'> {
  const code = plainDigits(text ?? '').toUpperCase()
  if (code === '') return done(null)
  const isPossible =
    code.length === INVITE_CODE_LENGTH && [...code].every((letter) => INVITE_CODE_LETTERS.includes(letter))
  return isPossible ? done(code) : refuse('invite_code_unknown')
}
