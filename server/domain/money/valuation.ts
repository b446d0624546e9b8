// Display value of an amount in USDT, then in a fiat. Rounded half to even, which is neutral; settlements never use it.

import type { Fiat } from '../catalogue'
import { type Amount, amount, parseAmount } from './amount'
import { RATE_SCALE } from './rate'
import { divideHalfEven } from './rounding'

/** Decimals of every price and value in USDT: more than any fiat shows. */
export const VALUE_SCALE = 8

/** Value in USDT of `units` of an asset at a price in USDT; price and value at VALUE_SCALE. */
export const valueInUsdt = (asset: { readonly scale: number }, units: Amount, usdtPrice: Amount): Amount =>
  amount(divideHalfEven(units * usdtPrice, 10n ** BigInt(asset.scale)))

/** A value in USDT (VALUE_SCALE) in a fiat, with `decimals` decimals. USDT counts as one USD. */
export const valueInFiat = (fiat: Pick<Fiat, 'rate'>, usdtValue: Amount, decimals: number): Amount =>
  amount(divideHalfEven(usdtValue * fiat.rate * 10n ** BigInt(decimals), 10n ** BigInt(VALUE_SCALE + RATE_SCALE)))

/** Parses a USDT price or value at VALUE_SCALE; null for invalid text. */
export function parseUsdt(text: string): Amount | null {
  const parsed = parseAmount({ code: 'USDT', scale: VALUE_SCALE }, text)
  return parsed.ok ? parsed.value : null
}
