// Conversions between two assets at their USDT prices. Pure. Every rounding favours the house.

import type { Asset } from '../catalogue'
import { type Amount, amount } from '../money/amount'
import { type Rate, RATE_ONE, applyRateUp, rate } from '../money/rate'
import { divideDown } from '../money/rounding'
import { VALUE_SCALE, valueInUsdt } from '../money/valuation'
import { type Outcome, done, refuse } from '../outcome'

/** 0.1%, on top, in the sold asset. */
export const CONVERT_FEE: Rate = rate(100_000n)
/** How long a quote may be taken up. */
export const CONVERT_QUOTE_MS = 10_000
/** No conversion is made at an older price. */
export const CONVERT_PRICE_AGE_MAX_MS = 60_000
/** A quote expires after this market move: the fee rate, because otherwise waiting for a move and converting back would pay. */
const CONVERT_DRIFT_MAX: Rate = CONVERT_FEE
/** A market whose bid and ask lie further apart has no price to convert at. */
const CONVERT_SPREAD_MAX: Rate = rate(1_000_000n)
/** Smallest and largest value of one conversion, in whole USDT. */
const CONVERT_MIN_USDT = 1n
const CONVERT_MAX_USDT = 200_000n
/** Daily limit per account, which bounds the house's loss while a price is wrong. */
export const CONVERT_DAY_MAX_USDT = 1_000_000n

export type Side = Pick<Asset, 'code' | 'scale'>

/** Prices of one whole asset in USDT, at VALUE_SCALE. */
export interface ConvertPrices {
  readonly from: Amount
  readonly to: Amount
}

/** Received amount, rounded down: the fraction of a unit goes to the house. */
export const convertedAmount = (from: Side, to: Side, given: Amount, prices: ConvertPrices): Amount =>
  amount(divideDown(given * prices.from * 10n ** BigInt(to.scale), prices.to * 10n ** BigInt(from.scale)))

/** Rounded up, in the house's favour. */
export const convertFee = (given: Amount): Amount => applyRateUp(given, CONVERT_FEE)

/** Largest amount that leaves room for the fee, rounded down to the unit. */
export const mostToConvert = (available: Amount): Amount =>
  amount(divideDown(available * RATE_ONE, RATE_ONE + CONVERT_FEE))

/** One USDT at VALUE_SCALE. */
const WHOLE_USDT = 10n ** BigInt(VALUE_SCALE)

/** A conversion's value compared with the limits. */
export function convertSize(from: Side, given: Amount, prices: ConvertPrices): 'too_small' | 'too_large' | 'fine' {
  const value = valueInUsdt(from, given, prices.from)
  if (value < CONVERT_MIN_USDT * WHOLE_USDT) return 'too_small'
  return value > CONVERT_MAX_USDT * WHOLE_USDT ? 'too_large' : 'fine'
}

export type ConvertSizeRefusal = 'amount_not_positive' | 'convert_below_min' | 'convert_above_max'

/** Same check as a refusal with its limit: the form warns before the service refuses. */
export function checkConvertSize(from: Side, given: Amount, prices: ConvertPrices): Outcome<null, ConvertSizeRefusal> {
  if (given === 0n) return refuse('amount_not_positive')
  switch (convertSize(from, given, prices)) {
    case 'too_small':
      return refuse('convert_below_min', { min: String(CONVERT_MIN_USDT) })
    case 'too_large':
      return refuse('convert_above_max', { max: String(CONVERT_MAX_USDT) })
    case 'fine':
      return done(null)
  }
}

/** True when the spread of bid and ask is too wide for a fair price between them. */
export const isSpreadTooWide = (bid: Amount, ask: Amount): boolean => (ask - bid) * RATE_ONE > bid * CONVERT_SPREAD_MAX

/** True when the quote has become better than live prices by more than the allowance. */
export function hasDrifted(quoted: ConvertPrices, live: ConvertPrices): boolean {
  const left = quoted.from * live.to * RATE_ONE
  const right = quoted.to * live.from * (RATE_ONE + CONVERT_DRIFT_MAX)
  return left > right
}
