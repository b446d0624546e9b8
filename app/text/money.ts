// The only place where an Amount, a price in ticks or a quantity in lots becomes words on a screen.

import type { Asset, Fiat, Pair } from '#domain/catalogue'
import { type Amount, amount, decodeAmount, formatAmount, formatUnits } from '#domain/money/amount'
import { type PairGrid, baseUnitsPerLot, formatLots, formatTicks, lots, ticks } from '#domain/money/price'
import { RATE_SCALE, type Rate, formatRatePercent } from '#domain/money/rate'
import { divideHalfEven } from '#domain/money/rounding'
import type { OrderRow } from '#party/protocol/account'
import { cutDecimals, groupDigits, readable, unitsOf } from './numbers'

/** Full precision without trailing zeros: what a ledger says must be readable to the last unit. */
export const amountWords = (asset: Pick<Asset, 'scale'>, value: Amount): string =>
  groupDigits(cutDecimals(formatAmount(asset, value), asset.scale))

/** The stored form of an amount, to the last unit. */
export const storedAmountWords = (asset: Pick<Asset, 'scale'>, stored: string): string =>
  amountWords(asset, decodeAmount(stored))

export const priceWords = (grid: PairGrid, count: number): string => groupDigits(formatTicks(grid, ticks(count)))
export const quantityWords = (grid: PairGrid, count: number): string => groupDigits(formatLots(grid, lots(count)))

/** Price as a form field holds it: no grouping. */
export const priceField = (grid: PairGrid, count: number): string => formatTicks(grid, ticks(count))

/** "0.1%". */
export const percentWords = (rate: Rate): string => `${cutDecimals(formatRatePercent(rate), 6)}%`

/** Average price of what filled, with the pair's decimals; null while nothing did. */
export function averagePriceWords(pair: Pair, order: Pick<OrderRow, 'lotsFilled' | 'quoteFilled'>): string | null {
  if (order.lotsFilled === 0) return null
  const base = BigInt(order.lotsFilled) * baseUnitsPerLot(pair)
  const scale = pair.priceDecimals + pair.baseScale - pair.quoteScale
  const quote = decodeAmount(order.quoteFilled)
  const price =
    scale >= 0
      ? divideHalfEven(quote * 10n ** BigInt(scale), base)
      : divideHalfEven(quote, base * 10n ** BigInt(-scale))
  return groupDigits(formatUnits(price, pair.priceDecimals))
}

/** Decimals that a value in fiat or USDT is shown with, whatever it is worth. */
const VALUE_DECIMALS = 2

/** "≈ 1,234.56" for a value in USDT given as decimal text. */
export const usdtWords = (usdtValue: string): string => readable(usdtValue, VALUE_DECIMALS, VALUE_DECIMALS)

/** A USDT value in the chosen fiat, "¥12,345". Rounded to the nearest unit: a value for show favours nobody. */
export function fiatWords(fiat: Fiat, usdtValue: string): string {
  const units = unitsOf(usdtValue, 8) * fiat.rate
  const value = divideHalfEven(units * 10n ** BigInt(fiat.scale), 10n ** BigInt(8 + RATE_SCALE))
  const text = groupDigits(formatAmount({ scale: fiat.scale }, amount(value)))
  const sign = FIAT_SIGNS[fiat.code]
  return sign ? sign + text : `${text} ${fiat.code}`
}

/** Signs that need no second look; every other fiat shows its code. */
const FIAT_SIGNS: Readonly<Record<string, string>> = { JPY: '¥', USD: '$', EUR: '€', GBP: '£', KRW: '₩', THB: '฿' }
