// Payer of a fiat purchase: the fields per country, their rules, and whether the name matches the buyer's verified identity. Pure.

import { parseEmail } from '../identity'
import { type Outcome, done, refuse } from '../outcome'
import { hasHiddenSigns } from '../written-line'
import type { BuyCountry } from './terms'

export const PAYER_FIELDS = ['first_name', 'last_name', 'full_name', 'email', 'phone', 'tax_id'] as const
export type PayerField = (typeof PAYER_FIELDS)[number]
export type Payer = Readonly<Partial<Record<PayerField, string>>>

const TWO_NAMES = ['first_name', 'last_name', 'email', 'phone'] as const
const ONE_NAME = ['full_name', 'email', 'phone'] as const

/** In the order in which they are asked for. Banks of some countries know one name, those of others two; two name a payer by a tax number. */
const FIELDS: Readonly<Record<BuyCountry, readonly PayerField[]>> = {
  US: TWO_NAMES,
  NG: TWO_NAMES,
  PH: TWO_NAMES,
  TH: ONE_NAME,
  ID: ONE_NAME,
  VN: ONE_NAME,
  MX: ONE_NAME,
  BR: [...ONE_NAME, 'tax_id'],
  IN: [...TWO_NAMES, 'tax_id'],
}
export const payerFieldsOf = (country: BuyCountry): readonly PayerField[] => FIELDS[country]

export type PayerRefusal =
  | 'buy_field_missing'
  | 'buy_name_malformed'
  | 'buy_email_malformed'
  | 'buy_phone_malformed'
  | 'buy_cpf_malformed'
  | 'buy_pan_malformed'

/** Parsed form, or the first invalid field. Fields that the country doesn't need are dropped. */
export function readPayer(country: BuyCountry, typed: Readonly<Record<string, string>>): Outcome<Payer, PayerRefusal> {
  const payer: Partial<Record<PayerField, string>> = {}
  for (const field of FIELDS[country]) {
    const text = (typed[field] ?? '').normalize('NFKC').trim()
    if (text === '') return refuse('buy_field_missing', { field })
    const value = readField(country, field, text)
    if (value === null) return malformed(country, field)
    payer[field] = value
  }
  return done(payer)
}

/** Refusal with the field's rule and name. */
function malformed(country: BuyCountry, field: PayerField): Outcome<Payer, PayerRefusal> {
  switch (field) {
    case 'email':
      return refuse('buy_email_malformed', { field })
    case 'phone':
      return refuse('buy_phone_malformed', { field })
    case 'tax_id':
      return country === 'BR' ? refuse('buy_cpf_malformed', { field }) : refuse('buy_pan_malformed', { field })
    default:
      return refuse('buy_name_malformed', { field })
  }
}

const NAME = /^\p{L}[\p{L}\p{M}'’.·\- ]{0,99}$/u

/** Null for an invalid value. */
function readField(country: BuyCountry, field: PayerField, text: string): string | null {
  if (text.length > 100 || hasHiddenSigns(text)) return null
  switch (field) {
    case 'email': {
      const email = parseEmail(text)
      return email.ok ? email.value : null
    }
    case 'phone': {
      const digits = text.replace(/[\s().-]/g, '')
      return /^\+?\d{6,15}$/.test(digits) ? digits : null
    }
    case 'tax_id':
      return country === 'BR' ? readCpf(text) : readPan(text)
    default:
      return NAME.test(text) ? text.replace(/\s+/g, ' ') : null
  }
}

/** Brazil's CPF: nine digits and two check digits; eleven equal digits pass the checksum but belong to no person. */
function readCpf(text: string): string | null {
  const digits = text.replace(/[\s./-]/g, '')
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return null
  const checkOf = (length: number): number => {
    const sum = [...digits.slice(0, length)].reduce(
      (total, digit, index) => total + parseInt(digit, 10) * (length + 1 - index),
      0,
    )
    return ((sum * 10) % 11) % 10
  }
  const isRight = checkOf(9) === parseInt(digits.charAt(9), 10) && checkOf(10) === parseInt(digits.charAt(10), 10)
  return isRight ? digits : null
}

/** India: five letters, four digits, a letter. */
function readPan(text: string): string | null {
  const sign = text.replace(/\s/g, '').toUpperCase()
  return /^[A-Z]{5}\d{4}[A-Z]$/.test(sign) ? sign : null
}

/** Known data of a buyer, to be checked by the buyer. The last word of a name becomes the last name. */
export function knownPayer({ name, email, phone }: Readonly<Record<'name' | 'email' | 'phone', string>>): Payer {
  const words = name.split(/\s+/).filter(Boolean)
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  const first = words.slice(0, last === '' ? undefined : -1).join(' ')
  return { full_name: words.join(' '), first_name: first, last_name: last, email, phone }
}

/** The name as a bank writes it. */
export const payerName = ({ full_name: full, first_name: first, last_name: last }: Payer): string =>
  full ?? [first, last].filter(Boolean).join(' ')

/** Equal name parts in any order, ignoring separators and accents. A missing middle name makes a difference. */
export const isSameName = (one: string, other: string): boolean =>
  partsOf(one) !== '' && partsOf(one) === partsOf(other)

const partsOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')
