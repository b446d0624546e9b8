// Parser of number fields: visitor notation to the domain's decimal grammar. Pure. Never guesses: invalid text passes
// unchanged, so the server rejects it by name.

import type { Language } from '#domain/language'

const SPACE = '[ \\u00a0\\u202f]'
/** "1,234.5": commas group digits only. */
const GROUPED_BY_COMMA = /^(?:\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d*)?$/
/** "1 234,5": decimal comma or decimal point. */
const DECIMAL_COMMA = new RegExp(`^(?:\\d*|[1-9]\\d{0,2}(?:${SPACE}\\d{3})+)(?:[.,]\\d*)?$`)
/** "1.234,5": a point groups digits only before a decimal comma, because "1.234" alone is ambiguous. */
const GROUPED_BY_POINT = /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/

/** Full-width digits, correct groups, a bare leading or trailing decimal sign, spare leading zeros: all meant well, all made plain. */
export function plainDecimal(text: string, language: Language): string {
  const typed = narrow(text).trim()
  const ungrouped = /\d/.test(typed) ? ungroup(typed, language) : null
  return ungrouped === null ? typed : withoutSpareSigns(ungrouped)
}

/** Converts full-width digits and signs of Japanese keyboards; nothing else, since "1²" must not become 12. */
const narrow = (text: string): string =>
  text.replace(/[\uff0b-\uff0e\uff10-\uff19]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** Digits with at most one point; null when the text is not a number in this language. */
function ungroup(typed: string, language: Language): string | null {
  if (language !== 'fra' && language !== 'spa') {
    return GROUPED_BY_COMMA.test(typed) ? typed.replaceAll(',', '') : null
  }
  if (DECIMAL_COMMA.test(typed)) return typed.replace(/[^\d.,]/g, '').replace(',', '.')
  if (language === 'spa' && GROUPED_BY_POINT.test(typed)) return typed.replaceAll('.', '').replace(',', '.')
  return null
}

function withoutSpareSigns(decimal: string): string {
  const whole = decimal.replace(/^0+(?=\d)/, '').replace(/\.$/, '')
  return whole.startsWith('.') ? `0${whole}` : whole
}
