// Bank cards: fields of each kind in form order, and their rules. Pure.

import { type Outcome, done, refuse } from '../outcome'
import { hasHiddenSigns } from '../written-line'

export type CardKind = 'domestic' | 'international'

/** Withdrawals call the domestic one just a card. */
export const cardKindOf = (kind: 'card' | 'international'): CardKind => (kind === 'card' ? 'domestic' : kind)

/** Field names on every layer; the first one is the displayed card number. */
export const CARD_FIELDS = {
  domestic: ['bank_account', 'real_name', 'bank_name', 'bank_branch', 'bank_dizhi', 'bank_code', 'phone'],
  international: [
    'bank_account',
    'real_name',
    'bank_name',
    'bank_branch',
    'swift',
    'aba',
    'city',
    'phone',
    'holder_address',
  ],
} as const satisfies Readonly<Record<CardKind, readonly string[]>>
export type CardField = (typeof CARD_FIELDS)[CardKind][number]

/** Optional fields of a domestic card: some banks lack them, and old clients don't ask for the telephone. */
const OPTIONAL: ReadonlySet<CardField> = new Set(['bank_code', 'phone', 'bank_branch', 'bank_dizhi'])
export const isCardFieldOptional = (kind: CardKind, field: CardField): boolean =>
  kind === 'domestic' ? OPTIONAL.has(field) : field === 'aba'

/** Additional fields of some clients for a domestic card; stored as entered, each by the rule of the similar field. */
export const CARD_ECHOES = { iban: 'bank_account', bank_address: 'bank_dizhi' } as const satisfies Record<
  string,
  CardField
>
type CardEcho = keyof typeof CARD_ECHOES

/** Payment app fields in existing clients' forms for a domestic card. Never used for payouts: stored so that the form shows them again. */
export const CARD_NOTES = ['alipay_account', 'wechat_nickname', 'wechat_account'] as const
type CardNote = (typeof CARD_NOTES)[number]

export type CardFields = Readonly<Partial<Record<CardField | CardEcho | CardNote, string>>>

const LENGTH_MAX = 120

const RULES: Readonly<Partial<Record<CardField, RegExp>>> = {
  // Card numbers, account numbers and IBANs.
  bank_account: /^[A-Z0-9]{6,34}$/,
  swift: /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
  bank_code: /^[A-Z0-9]{3,12}$/,
  aba: /^\d{9}$/,
  phone: /^\+?\d{6,15}$/,
}

/** Fields with grouped digits are stored without spaces. */
const isCompact = (field: CardField): boolean => field in RULES

export type CardRefusal = 'card_field_missing' | 'card_field_malformed'

/** Parsed card fields, or the first invalid one in form order. */
export function readCard(kind: CardKind, typed: Readonly<Record<string, string>>): Outcome<CardFields, CardRefusal> {
  const fields: Partial<Record<CardField | CardEcho | CardNote, string>> = {}
  for (const field of CARD_FIELDS[kind]) {
    const value = readField(field, typed[field])
    if (value === null) return refuse('card_field_malformed', { field })
    if (value !== '') fields[field] = value
    else if (!isCardFieldOptional(kind, field)) return refuse('card_field_missing', { field })
  }
  if (kind === 'international') return done(fields)
  for (const [echo, field] of Object.entries(CARD_ECHOES) as [CardEcho, CardField][]) {
    const value = readField(field, typed[echo])
    if (value === null) return refuse('card_field_malformed', { field: echo })
    if (value !== '') fields[echo] = value
  }
  for (const note of CARD_NOTES) {
    const value = (typed[note] ?? '').trim()
    if (value !== '' && value.length <= LENGTH_MAX && !hasHiddenSigns(value)) fields[note] = value
  }
  return done(fields)
}

/** Empty for an empty field, null for an invalid value. */
function readField(field: CardField, typed = ''): string | null {
  const text = typed.trim()
  const value = isCompact(field) ? text.replace(/[\s-]/g, '').toUpperCase() : text
  if (value === '') return ''
  const isBad = value.length > LENGTH_MAX || hasHiddenSigns(value) || RULES[field]?.test(value) === false
  if (isBad || (field === 'aba' && !isAba(value))) return null
  return field === 'bank_account' && isIbanLike(value) && !isIban(value) ? null : value
}

/** In other account formats, two letters and two digits never start a number as long as an IBAN. */
const isIbanLike = (value: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value)

/** ISO 13616: the first four signs behind the others, letters as 10 to 35, and the rest of a division by 97 is 1. */
function isIban(value: string): boolean {
  let rest = 0
  for (const sign of value.slice(4) + value.slice(0, 4))
    for (const digit of parseInt(sign, 36).toString()) rest = (rest * 10 + parseInt(digit, 10)) % 97
  return rest === 1
}

/** The ABA's own check: weights 3, 7, 1 over nine digits. */
function isAba(digits: string): boolean {
  const weights = [3, 7, 1]
  const sum = [...digits].reduce((total, digit, index) => total + parseInt(digit, 10) * (weights[index % 3] ?? 0), 0)
  return sum % 10 === 0
}

/** "**** 4242". */
export const maskedCard = (number: string): string => `**** ${number.slice(-4)}`
