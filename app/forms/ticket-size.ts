// Order size helpers: percent of the available balance, conversion between base and quote, price stepping. Pure.

import { type Amount, amount, formatTrimmed } from '#domain/money/amount'
import { baseUnitsPerLot, formatTicks, lots, lotsForBudget, notional, ticks } from '#domain/money/price'
import { divideDown, divideHalfEven } from '#domain/money/rounding'
import { writeDecimal } from '#domain/number-writing'
import {
  type TicketFacts,
  type TicketFields,
  type TicketReading,
  isSizedInQuote,
  lotsText,
  readBudget,
  readPrice,
  readQuantity,
} from './spot'

/**
 * Converts the typed size when the unit changes: quantity to its cost at the ticket price, or the reverse. Unchanged
 * when `part` does not switch the unit or sets a size itself.
 */
export function convertSize(
  facts: TicketFacts,
  before: TicketFields,
  part: Partial<TicketFields>,
): Partial<Pick<TicketFields, 'quantity' | 'budget'>> {
  const { pair, language } = facts
  const after = { ...before, ...part }
  const isQuote = isSizedInQuote(after)
  if (isQuote === isSizedInQuote(before) || 'quantity' in part || 'budget' in part) return {}
  const price = readPrice(facts, after).value
  const size = (isQuote ? readQuantity(facts, before) : readBudget(facts, before)).value
  const local = (plain: string) => writeDecimal(plain, language)
  if (isQuote) {
    return { budget: price && size ? local(formatTrimmed(pair.quote, notional(pair, price, lots(Number(size))))) : '' }
  }
  return { quantity: price && size ? local(lotsText(pair, BigInt(lotsForBudget(pair, price, amount(size))))) : '' }
}

/**
 * Sets the size to a percentage of the available balance. A market buy is sized by its budget, because its price is
 * unknown.
 */
export function fillPercent(facts: TicketFacts, fields: TicketFields, percent: number): TicketFields {
  const { pair, available } = facts
  if (!available) return fields
  const share = (whole: Amount) => amount(divideDown(whole * BigInt(percent), 100n))
  const quoteText = (value: Amount) => formatTrimmed(pair.quote, value)
  const price = readPrice(facts, fields).value
  if (fields.side === 'sell') {
    const count = divideDown(share(available.base), baseUnitsPerLot(pair))
    if (!isSizedInQuote(fields)) return { ...fields, quantity: lotsText(pair, count) }
    return price === null ? fields : { ...fields, budget: quoteText(notional(pair, price, lots(Number(count)))) }
  }
  if (fields.kind === 'market' || isSizedInQuote(fields)) {
    return { ...fields, sizeIn: 'quote', budget: quoteText(share(available.quote)) }
  }
  if (price === null || price === 0) return fields
  return { ...fields, quantity: lotsText(pair, BigInt(lotsForBudget(pair, price, share(available.quote)))) }
}

/** Percentage (0 to 100, whole) of the available balance that the order uses: the slider position. */
export function percentOf({ available }: TicketFacts, { side }: TicketFields, { summary }: TicketReading): number {
  const whole = side === 'buy' ? available?.quote : available?.base
  if (!summary || !whole) return 0
  const percent = divideHalfEven(summary.held * 100n, whole)
  return percent > 100n ? 100 : Number(percent)
}

/** Typed price plus `steps` ticks, at least one tick; without a typed price, the best price of the other side. */
export function stepPrice(facts: TicketFacts, fields: TicketFields, steps: number): string {
  const typed = readPrice(facts, { ...fields, kind: 'limit' }).value
  const best = fields.side === 'buy' ? facts.bestAsk : facts.bestBid
  const next = typed === null ? best : typed + steps
  return next > 0 ? formatTicks(facts.pair, ticks(Math.max(1, next))) : fields.price
}
