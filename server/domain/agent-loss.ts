// Loss of an agent on a day of UTC: net cash flow of the day's fills, plus the position that these fills left, valued at the index
// price of the moment. A position of an earlier day is not counted: its sale counts the difference between its price and the index alone. Pure.

import type { Pair } from './catalogue'
import { type Lots, lotsToBase } from './money/price'
import { divideDown, divideUp } from './money/rounding'
import type { Side } from './order'

/** What an agent's fills of a day moved on one pair, after fees: negative amounts left the account. */
interface DayTrade {
  readonly base: bigint
  readonly quote: bigint
}

/** Profit of a day on one pair in the quote's smallest unit, negative for a loss; the position is rounded against the agent. */
export function dayResult(pair: Pair, { base, quote }: DayTrade, priceSteps: number): bigint {
  const scaled = (base < 0n ? -base : base) * BigInt(priceSteps) * 10n ** BigInt(pair.quote.scale)
  const divisor = 10n ** BigInt(pair.base.scale + pair.priceDecimals)
  return quote + (base < 0n ? -divideUp(scaled, divisor) : divideDown(scaled, divisor))
}

/**
 * Whether an order makes the position of the day larger: all orders but those that give back what the day left, no more than that together with
 * `waiting` lots of earlier ones. A budget buys an unknown quantity.
 */
export function enlargesPosition(
  pair: Pair,
  { base }: DayTrade,
  { side, lots, waiting }: { readonly side: Side; readonly lots: Lots | null; readonly waiting: Lots },
): boolean {
  if (lots === null) return true
  const asked = lotsToBase(pair, lots) + lotsToBase(pair, waiting)
  return side === 'sell' ? asked > base : asked > -base
}
