// Values in USDT as domain code has them, for pages that write them in a language.

import { type Amount, amount, decodeAmount, formatAmount } from '#domain/money/amount'
import { divideUp } from '#domain/money/rounding'
import { VALUE_SCALE } from '#domain/money/valuation'
import { cutDecimals } from './decimal-text'

/** Plain decimal text with every decimal; a value that is stored as text is read first. */
export const valueText = (value: Amount | string): string =>
  formatAmount({ scale: VALUE_SCALE }, typeof value === 'string' ? decodeAmount(value) : value)

/** The same without idle zeros: "50000". */
export const roundValueText = (value: Amount | string): string => cutDecimals(valueText(value), VALUE_SCALE)

const CENT = 10n ** BigInt(VALUE_SCALE - 2)

/** What is still missing, in whole cents: who adds as much as is said has reached it. */
export const centsUp = (value: Amount): Amount => amount(divideUp(value, CENT) * CENT)
