// An amount of one asset as a bigint in its smallest unit: 1 BTC is 100000000n at scale 8. Amounts of different assets have the same type;
// only a price or a rate may combine them.

import { type Outcome, done, refuse } from '../outcome'

/** What arithmetic and formatting need to know of an asset. A scale never changes once amounts are stored under it. */
export interface AssetScale {
  /** Ticker, upper case: "BTC". */
  readonly code: string
  /** Decimals of the smallest unit: BTC 8, ETH 18, USDT 6, JPY 0. */
  readonly scale: number
}

declare const amountBrand: unique symbol
/** Integer count of an asset's smallest unit. May be negative in a ledger line. */
export type Amount = bigint & { readonly [amountBrand]: 'Amount' }

/** The one door from a plain bigint. The caller vouches for the unit. */
export const amount = (units: bigint): Amount => units as Amount
export const ZERO: Amount = amount(0n)

export const add = (left: Amount, right: Amount): Amount => amount(left + right)
export const subtract = (left: Amount, right: Amount): Amount => amount(left - right)
export const negate = (value: Amount): Amount => amount(-value)
export const minimum = (left: Amount, right: Amount): Amount => (left < right ? left : right)
export const maximum = (left: Amount, right: Amount): Amount => (left > right ? left : right)
export const total = (values: readonly Amount[]): Amount => values.reduce(add, ZERO)

export type AmountRefusal = 'amount_malformed' | 'amount_too_precise' | 'amount_too_large'

// Spec §5: at most 10 decimals without a leading zero, or 0.x with at most 20 decimals.
const PLAIN = /^[1-9]\d*(?:\.\d{1,10})?$/
const FRACTION = /^0(?:\.\d{1,20})?$/
/** Upper bound of parsed amounts, 10^36 units for every asset: a longer number is a mistake or an attack. */
const UNITS_MAX = 10n ** 36n

/**
 * Text as people and clients write it ("12.5") to an Amount, exactly.
 * Surplus zeros after the asset's scale are harmless and accepted; surplus digits are refused by name, never rounded.
 */
export function parseAmount(asset: AssetScale, text: string): Outcome<Amount, AmountRefusal> {
  if (!PLAIN.test(text) && !FRACTION.test(text)) return refuse('amount_malformed', { asset: asset.code })
  const [whole = '0', decimals = ''] = text.split('.')
  const usedDigits = decimals.slice(0, asset.scale).padEnd(asset.scale, '0')
  if (/[1-9]/.test(decimals.slice(asset.scale))) {
    return refuse('amount_too_precise', { asset: asset.code, decimals: String(asset.scale) })
  }
  const units = BigInt(whole + usedDigits)
  if (units > UNITS_MAX) return refuse('amount_too_large', { asset: asset.code })
  return done(amount(units))
}

/** Exact decimal text with every decimal of the asset: `formatAmount({scale: 8}, 150000000n)` is "1.50000000". */
export function formatAmount(asset: Pick<AssetScale, 'scale'>, value: Amount): string {
  return formatUnits(value, asset.scale)
}

/** Exact decimal text of an integer scaled by a power of ten, all decimals kept. */
export function formatUnits(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Decimal text without trailing zeros ("1.5"), for text that people read in full precision. */
export const formatTrimmed = (asset: Pick<AssetScale, 'scale'>, value: Amount): string =>
  trimZeros(formatAmount(asset, value))

/** "0.00010" is "0.0001", "10.0" is "10". */
export const trimZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** The stored form: canonical integer text. */
export const encodeAmount = (value: Amount): string => value.toString()

/** Reads the stored form; anything but canonical integer text is a corrupt store and throws. */
export function decodeAmount(text: string): Amount {
  if (!/^(?:0|-?[1-9]\d*)$/.test(text)) throw new TypeError(`not a stored amount: ${text.slice(0, 40)}`)
  return amount(BigInt(text))
}

/** Stored form of a positive amount, or null: parses a room's input. */
export const readPositive = (text: string): Amount | null =>
  /^[1-9]\d{0,36}$/.test(text) ? amount(BigInt(text)) : null
