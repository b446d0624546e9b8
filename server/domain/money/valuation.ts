// Display values of amounts in USDT and in a fiat. Prices and values of eight decimals are rounded half to even; a written value is rounded
// down, so that it never exceeds the real one. Settlements never use them.

import type { Fiat } from '../catalogue'
import { type Amount, amount, parseAmount, total } from './amount'
import { RATE_SCALE } from './rate'
import { divideDown, divideHalfEven } from './rounding'

/** Decimals of every price and value in USDT: more than any fiat shows. */
export const VALUE_SCALE = 8

/** Value in USDT of `units` of an asset at a price in USDT; price and value at VALUE_SCALE. */
export const valueInUsdt = (asset: { readonly scale: number }, units: Amount, usdtPrice: Amount): Amount =>
  amount(divideHalfEven(units * usdtPrice, 10n ** BigInt(asset.scale)))

type FiatRate = Pick<Fiat, 'rate'>
const FIAT_DIVISOR = 10n ** BigInt(VALUE_SCALE + RATE_SCALE)

/** A value in USDT (VALUE_SCALE) in a fiat, with `decimals` decimals, rounded down. USDT counts as one USD. */
const valueInFiat = (fiat: FiatRate, usdtValue: Amount, decimals: number): Amount =>
  amount(divideDown(usdtValue * fiat.rate * 10n ** BigInt(decimals), FIAT_DIVISOR))

/** A price in USDT (VALUE_SCALE) in a fiat, rounded half to even. */
export const priceInFiat = (fiat: FiatRate, usdtPrice: Amount, decimals: number): Amount =>
  amount(divideHalfEven(usdtPrice * fiat.rate * 10n ** BigInt(decimals), FIAT_DIVISOR))

/** Decimals of a written value in USDT. */
export const WRITTEN_DECIMALS = 2

const CENT = 10n ** BigInt(VALUE_SCALE - WRITTEN_DECIMALS)

/** Written total in USDT: the sum of the written values, each rounded down to the cent. */
export const totalOfCents = (usdtValues: readonly Amount[]): Amount =>
  total(usdtValues.map((value) => amount(divideDown(value, CENT) * CENT)))

/** Written total in a fiat: the sum of the written values, each with `decimals` decimals. */
export const totalInFiat = (fiat: FiatRate, usdtValues: readonly Amount[], decimals: number): Amount =>
  total(usdtValues.map((value) => valueInFiat(fiat, value, decimals)))

/** Parses a USDT price or value at VALUE_SCALE; null for invalid text. */
export function parseUsdt(text: string): Amount | null {
  const parsed = parseAmount({ code: 'USDT', scale: VALUE_SCALE }, text)
  return parsed.ok ? parsed.value : null
}
