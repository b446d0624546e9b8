// Amounts, ticks and lots as plain decimal text, exact. `numbers.ts` writes the text in a language.

import type { Asset, Fiat, Pair } from '#domain/catalogue'
import { type Amount, amount, decodeAmount, formatAmount, formatUnits } from '#domain/money/amount'
import { type PairGrid, baseUnitsPerLot, formatLots, formatTicks, lots, ticks } from '#domain/money/price'
import { divideHalfEven, divideUp } from '#domain/money/rounding'
import { VALUE_SCALE, parseUsdt, priceInFiat, totalInFiat, valueInUsdt } from '#domain/money/valuation'
import type { SpotOrderRow } from '#party/protocol/account'
import { cutDecimals } from './decimal-text'

/** Full precision without trailing zeros, since ledger amounts must be exact. */
export const amountText = (asset: Pick<Asset, 'scale'>, value: Amount): string =>
  cutDecimals(formatAmount(asset, value), asset.scale)

/** Price as a form holds it: plain. */
export const priceField = (grid: PairGrid, count: number): string => formatTicks(grid, ticks(count))

/** Quantity as a form field holds it: no grouping. */
export const quantityField = (grid: PairGrid, count: number): string => formatLots(grid, lots(count))

/** Average fill price with the pair's decimals; null without fills. */
export function averagePriceText(pair: Pair, order: Pick<SpotOrderRow, 'lotsFilled' | 'quoteFilled'>): string | null {
  if (order.lotsFilled === 0) return null
  const base = BigInt(order.lotsFilled) * baseUnitsPerLot(pair)
  const scale = pair.priceDecimals + pair.baseScale - pair.quoteScale
  const quote = decodeAmount(order.quoteFilled)
  const price =
    scale >= 0
      ? divideHalfEven(quote * 10n ** BigInt(scale), base)
      : divideHalfEven(quote, base * 10n ** BigInt(-scale))
  return formatUnits(price, pair.priceDecimals)
}

/** USDT value (eight decimals) of an amount at a USDT price; "0.00000000" without a price. */
export function usdtValueText(asset: Pick<Asset, 'scale'>, value: Amount, usdtPrice: string | undefined): string {
  const price = usdtPrice === undefined ? null : parseUsdt(usdtPrice)
  return formatUnits(price === null ? 0n : valueInUsdt(asset, value, price), VALUE_SCALE)
}

/** Fiat value of a balance, or the sum of several written values, with the fiat's decimals; null for invalid text. */
export function fiatValueText(fiat: Fiat, ...usdtValues: readonly string[]): string | null {
  const values = usdtValues.map(parseUsdt)
  const known = values.filter((value) => value !== null)
  return known.length < values.length ? null : formatUnits(totalInFiat(fiat, known, fiat.scale), fiat.scale)
}

/** Decimals of a fiat price below one unit (spec §9: up to four), where the currency's own decimals are too coarse. */
const SMALL_PRICE_DECIMALS = 4
/** Below a hundred units, rounding to a whole yen would change the price by more than a percent. */
const LOW_PRICE_DECIMALS = 2

/** Fiat price: like a balance, but at least two decimals below 100 units and four below one. */
export function fiatPriceText(fiat: Fiat, usdtPrice: string): string | null {
  const value = parseUsdt(usdtPrice)
  if (value === null) return null
  const fine = priceInFiat(fiat, value, SMALL_PRICE_DECIMALS)
  const isBelow = (units: bigint) => fine > 0n && fine < units * 10n ** BigInt(SMALL_PRICE_DECIMALS)
  const decimals = isBelow(1n) ? SMALL_PRICE_DECIMALS : Math.max(isBelow(100n) ? LOW_PRICE_DECIMALS : 0, fiat.scale)
  return formatUnits(priceInFiat(fiat, value, decimals), decimals)
}

/** Unit after a figure, with a no-break space. */
export const bound = (unit: string): string => `\u00a0${unit}`

const AMOUNT = /(\d) (?=[A-Z]{3,5}\b)/g

/** HTML with no-break spaces between figures and units. */
export const boundUnits = (html: string): string => html.replace(AMOUNT, '$1\u00a0')

/** Plain decimal text with every decimal; a value that is stored as text is read first. */
export const valueText = (value: Amount | string): string =>
  formatAmount({ scale: VALUE_SCALE }, typeof value === 'string' ? decodeAmount(value) : value)

/** USDT value without trailing zeros: "50000". */
export const roundValueText = (value: Amount | string): string => cutDecimals(valueText(value), VALUE_SCALE)

const CENT = 10n ** BigInt(VALUE_SCALE - 2)

/** Missing amount rounded up to whole cents, so that adding the displayed amount is sufficient. */
export const centsUp = (value: Amount): Amount => amount(divideUp(value, CENT) * CENT)
