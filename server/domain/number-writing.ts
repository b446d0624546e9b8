// Number formats per language. Pure and without Intl: server and browser have different data and must render equal characters.
// `plainDecimal` of the same language parses every formatted number back.

import type { Language } from './language'

export interface NumberSigns {
  readonly decimal: '.' | ','
  /** Stands between thousands. */
  readonly group: string
  /** Whole digits from which thousands are set apart. */
  readonly groupFrom: number
  /** Text between a number and its unit: "5 %" or "5%". */
  readonly unitGap: string
}

/** Narrow no-break space. */
const NARROW_SPACE = '\u202f'
/** As wide as plus sign and digit, and read aloud as minus. */
export const MINUS = '\u2212'

const POINT: NumberSigns = { decimal: '.', group: ',', groupFrom: 4, unitGap: '' }
const FRENCH: NumberSigns = { decimal: ',', group: NARROW_SPACE, groupFrom: 4, unitGap: NARROW_SPACE }
/** Thousands are separated by a space, never by a point: "12.345" would be ambiguous. Four digits stay together, by the Academy's rule. */
const SPANISH: NumberSigns = { ...FRENCH, groupFrom: 5 }

export function signsOf(language: Language): NumberSigns {
  if (language === 'fra') return FRENCH
  return language === 'spa' ? SPANISH : POINT
}

/** Separates thousands. Text with leading zeros isn't a number and stays unchanged. */
export const groupWhole = (whole: string, { group, groupFrom }: NumberSigns): string =>
  whole.length >= groupFrom && /^[1-9]/.test(whole) ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole

/** Formats plain decimal text in `language`: "-61234.5" becomes "−61,234.5", in French "−61 234,5". Other text stays unchanged. */
export function writeDecimal(plain: string, language: Language): string {
  const [, sign = '', whole = '', fraction] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(plain) ?? []
  if (whole === '') return plain
  const signs = signsOf(language)
  const written = (sign === '-' ? MINUS : sign) + groupWhole(whole, signs)
  return fraction === undefined ? written : written + signs.decimal + fraction
}

/** Refusal values that are names, even if they consist of digits. */
const NAMES = ['asset', 'cell', 'clientOrderId', 'field', 'name', 'network', 'pair']

/** Formats refusal values for a sentence in `language`: numbers by its rules, names unchanged. */
export const writeFacts = (facts: Readonly<Record<string, string>>, language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, NAMES.includes(name) ? value : writeDecimal(value, language)]),
  )
