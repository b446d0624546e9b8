// Payout of an investment. A fixing below the strike pays the coin, otherwise (or equal) dollars, with the same growth. Rounded down to the
// smallest unit.

import { type Amount, amount } from '../money/amount'
import { type Rate, RATE_ONE } from '../money/rate'
import { divideDown } from '../money/rounding'
import type { InvestKind } from './series'

/** `called_off`: the supply was sold out, so the order never started. `fail`: no fixing existed, and the amount was refunded. */
export type InvestState = 'pending' | 'purchased' | 'success' | 'fail' | 'called_off'
export type PaidSide = 'coin' | 'quote'

export interface InvestNumbers {
  readonly kind: InvestKind
  readonly amount: Amount
  /** Steps of the symbol. */
  readonly strike: number
  readonly apr: Rate
  readonly days: number
  readonly baseScale: number
  readonly quoteScale: number
  readonly priceDecimals: number
}

/** 365 days at a rate's scale: denominator of 1 + days × APR / 365. */
const YEAR = 365n * RATE_ONE
const growthOf = ({ apr, days }: Pick<InvestNumbers, 'apr' | 'days'>): bigint => YEAR + BigInt(days) * apr

export const sideOf = (strike: number, fixing: number): PaidSide => (fixing < strike ? 'coin' : 'quote')

/**
 * Payout in units of the paid asset, rounded down: invested × (1 + days × APR / 365), converted at the strike when the paid asset differs
 * from the invested one. A call invests the coin, a put dollars.
 */
export function investPayout(numbers: InvestNumbers, side: PaidSide): Amount {
  const { kind, amount: invested, strike, baseScale, quoteScale, priceDecimals } = numbers
  const growth = growthOf(numbers)
  if ((kind === 'call') === (side === 'coin')) return amount(divideDown(invested * growth, YEAR))
  // One whole unit of the coin at the strike price, in the smallest units of either.
  const coin = 10n ** BigInt(baseScale + priceDecimals)
  const dollars = BigInt(strike) * 10n ** BigInt(quoteScale)
  return kind === 'call'
    ? amount(divideDown(invested * dollars * growth, coin * YEAR))
    : amount(divideDown(invested * coin * growth, dollars * YEAR))
}

/** Break-even price against holding the invested asset, in price steps rounded half up: an upper bound for a call, a lower bound for a put. */
export function breakEven(numbers: Pick<InvestNumbers, 'kind' | 'strike' | 'apr' | 'days'>): number {
  const growth = growthOf(numbers)
  const [over, under] = numbers.kind === 'call' ? [growth, YEAR] : [YEAR, growth]
  return parseInt(((BigInt(numbers.strike) * over * 2n + under) / (under * 2n)).toString(), 10)
}
