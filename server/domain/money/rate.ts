// Rates: fractions in units of 1e-8, so a fee of 0.1% is 100000n.

import { divideDown, divideHalfEven, divideUp } from './rounding'
import { type Amount, type AmountRefusal, amount, formatUnits, parseAmount, trimZeros } from './amount'
import { type Outcome, done, refuse } from '../outcome'

declare const rateBrand: unique symbol
export type Rate = bigint & { readonly [rateBrand]: 'Rate' }

export const RATE_SCALE = 8
/** One (100%), in units of 1e-8. */
export const RATE_ONE = 10n ** BigInt(RATE_SCALE)

export const rate = (units: bigint): Rate => units as Rate

const DAYS_A_YEAR = 365n

/** The yearly rate of a daily one, for interest that bears none. */
export const yearly = (daily: Rate): Rate => rate(daily * DAYS_A_YEAR)

/** Parses "0.001" (a fraction, not a percentage) to a Rate; more than eight decimals are refused. */
export function parseRate(text: string): Outcome<Rate, 'rate_malformed'> {
  const match = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(text)
  if (!match) return refuse('rate_malformed')
  const [, whole = '0', decimals = ''] = match
  return done(rate(BigInt(whole + decimals.padEnd(RATE_SCALE, '0'))))
}

/** "0.1" percent to a Rate of 100000n; more than six decimals are refused. */
export function parsePercent(text: string): Outcome<Rate, AmountRefusal> {
  const parsed = parseAmount({ code: '%', scale: RATE_SCALE - 2 }, text)
  return parsed.ok ? done(rate(parsed.value)) : parsed
}

export const formatRate = (value: Rate): string => formatUnits(value, RATE_SCALE)
/** The rate as percent text: 100000n is "0.100000". */
export const formatRatePercent = (value: Rate): string => formatUnits(value, RATE_SCALE - 2)
/** Without trailing zeros: 100000n is "0.1". */
export const formatPercentTrimmed = (value: Rate): string => trimZeros(formatRatePercent(value))

/** amount × rate, rounded down: in the payer's favour. */
export const applyRateDown = (value: Amount, by: Rate): Amount => amount(divideDown(value * by, RATE_ONE))
/** amount × rate, rounded up: in the receiver's favour (fees: the house). */
export const applyRateUp = (value: Amount, by: Rate): Amount => amount(divideUp(value * by, RATE_ONE))
/** amount × rate, rounded half to even: neutral, for display values. */
export const applyRateHalfEven = (value: Amount, by: Rate): Amount => amount(divideHalfEven(value * by, RATE_ONE))
