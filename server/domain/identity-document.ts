// Identity data of a verification: name and document number, checked by format rules. A reviewer decides whether the document exists and
// belongs to the person.

import { type Outcome, done, refuse } from './outcome'

/** In the wire's order: 0, 1, 2. */
export const ID_TYPES = ['id_card', 'passport', 'driver_licence'] as const
export type IdType = (typeof ID_TYPES)[number]

export interface IdentityDocument {
  readonly idType: IdType
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly name: string
  /** Without spaces and signs, in capitals: two spellings of one number are one document. */
  readonly number: string
}

export type IdentityDocumentRefusal = 'real_name_malformed' | 'id_number_malformed' | 'country_malformed'

/** Visible letters of any script, with the separators of names. */
const NAME = /^(?!.*\p{Default_Ignorable_Code_Point})\p{L}[\p{L}\p{M}'’.·\- ]{0,58}[\p{L}\p{M}.]$/u

export function parseIdentityDocument(entry: IdentityDocument): Outcome<IdentityDocument, IdentityDocumentRefusal> {
  const name = entry.name.normalize('NFKC').trim().replace(/\s+/g, ' ')
  const country = entry.country.trim().toUpperCase()
  // Full-width digits are digits; spaces, dots, hyphens and slashes are only how a number is set.
  const number = entry.number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s./-]/g, '')

  if (!NAME.test(name)) return refuse('real_name_malformed')
  if (!/^[A-Z]{2}$/.test(country)) return refuse('country_malformed')
  if (!isPlausible(entry.idType, country, number)) return refuse('id_number_malformed')
  return done({ idType: entry.idType, country, name, number })
}

function isPlausible(idType: IdType, country: string, number: string): boolean {
  // A licence of mainland China has the number of its holder's identity card.
  if (country === 'CN' && idType !== 'passport') return isMainlandId(number)
  if (idType === 'passport') return /^(?=.*\d)[A-Z0-9]{6,9}$/.test(number)
  return /^(?=.*\d{3})[A-Z0-9]{5,24}$/.test(number)
}

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_SIGNS = '10X98765432'

/** GB 11643: six digits of a region, a date of birth, three of a sequence, and a check sign over all of them. */
export function isMainlandId(number: string): boolean {
  const [, year = '', month = '', day = ''] = /^[1-9]\d{5}((?:18|19|20)\d\d)(\d\d)(\d\d)\d{3}[\dX]$/.exec(number) ?? []
  if (year === '' || !isDate(parseInt(year, 10), parseInt(month, 10), parseInt(day, 10))) return false
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * parseInt(number.charAt(index), 10), 0)
  return CHECK_SIGNS.charAt(sum % CHECK_SIGNS.length) === number.charAt(17)
}

function isDate(year: number, month: number, day: number): boolean {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (days[month - 1] ?? 0)
}

/** Masked number for its owner: "110***********0019". */
export function maskNumber(number: string): string {
  const shown = number.length >= 10 ? 4 : 2
  const hidden = Math.max(1, number.length - shown - shown + 1)
  return number.slice(0, shown - 1) + '*'.repeat(hidden) + number.slice(number.length - shown)
}
