// Normalizes login names: e-mail in lower case, or a mobile number in E.164.

import {
  type CountryCallingCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { assert } from '#domain/assert'
import { type AccountChannel, type AccountRefusal, parseEmail } from '#domain/identity'
import { type Outcome, done, refuse } from '#domain/outcome'

/** As typed. `areaCode` is a calling code ("81" or "+81"); without one a mobile number needs its "+". */
export interface AccountText {
  readonly text: string
  readonly areaCode?: string | null | undefined
}

export interface AccountName {
  readonly channel: AccountChannel
  /** E-mail, or E.164. */
  readonly target: string
  /** The mobile number without its country code; null for e-mail. */
  readonly national: string | null
}

const TEXT_LENGTH_MAX = 254

/** Full account name, for registration and codes. */
export function parseAccount({ text, areaCode }: AccountText): Outcome<AccountName, AccountRefusal> {
  if (text.includes('@')) {
    const email = parseEmail(text)
    return email.ok ? done({ channel: 'mail', target: email.value, national: null }) : email
  }
  const number = text.length <= TEXT_LENGTH_MAX ? parseMobile(text, areaCode) : undefined
  if (!number?.isPossible()) return refuse(looksLikeNumber(text) ? 'mobile_malformed' : 'email_malformed')
  return done({ channel: 'sms', target: number.number, national: number.nationalNumber })
}

/**
 * Possible stored forms of a mobile number typed without country code: its digits, with and without the leading trunk
 * zero that many countries drop in international numbers.
 */
export function nationalSpellings({ text }: AccountText): string[] {
  const digits = text.replaceAll(/[\s().-]/g, '')
  if (!/^\d{5,15}$/.test(digits)) return []
  return digits.startsWith('0') ? [digits, digits.slice(1)] : [digits]
}

/** True for a mobile number typed without a country code, before or beside it. */
export const isWithoutCountry = ({ text, areaCode }: AccountText): boolean =>
  !areaCode && nationalSpellings({ text }).length > 0

/** Possible full numbers of a text without country: each country with numbers of this length, and the text with "+" added. */
export function possibleNumbers({ text }: AccountText): string[] {
  const readings = [parseMobile(`+${text}`, null), ...Array.from(CALLING_CODES, (code) => parseMobile(text, code))]
  return [...new Set(readings.flatMap((number) => (number?.isPossible() ? [number.number] : [])))]
}

function parseMobile(text: string, areaCode: AccountText['areaCode']) {
  const callingCode = (areaCode ?? '').replaceAll(/\D/g, '')
  if (callingCode === '') return parsePhoneNumberFromString(text)
  return isCallingCode(callingCode) ? parsePhoneNumberFromString(text, { defaultCallingCode: callingCode }) : undefined
}

const CALLING_CODES: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)))
const isCallingCode = (digits: string): digits is CountryCallingCode => CALLING_CODES.has(digits)

const looksLikeNumber = (text: string): boolean => /^[\s\d+().-]+$/.test(text)

/** Contact address of a user: e-mail, otherwise mobile. */
export function addressOf(user: { readonly email: string | null; readonly mobile: string | null }): AccountName {
  if (user.email !== null) return { channel: 'mail', target: user.email, national: null }
  // Guaranteed by a directory constraint: a user has e-mail or mobile.
  assert(user.mobile !== null, 'a user has an address')
  return { channel: 'sms', target: user.mobile, national: null }
}
