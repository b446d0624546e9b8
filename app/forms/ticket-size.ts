// The size of an order: as a share of what is available, and told in the pair's other asset. And its price, by steps. Pure.

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
 * What was typed as quantity is the amount that it costs at the ticket's price once the fields ask for that, and the other way round;
 * nothing while `part` changes neither, or names a size itself.
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

/** The fields with a share of what is available filled in. A market buy is then sized by what it spends: its price is not known yet. */
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

/** Which share of what is available the fields ask for, in whole percent from 0 to 100: where the slider stands. */
export function percentOf({ available }: TicketFacts, { side }: TicketFields, { summary }: TicketReading): number {
  const whole = side === 'buy' ? available?.quote : available?.base
  if (!summary || !whole) return 0
  const percent = divideHalfEven(summary.held * 100n, whole)
  return percent > 100n ? 100 : Number(percent)
}

/** The price `steps` ticks further; from the best price of the other side when the field holds none. Never below one tick. */
export function stepPrice(facts: TicketFacts, fields: TicketFields, steps: number): string {
  const typed = readPrice(facts, { ...fields, kind: 'limit' }).value
  const best = fields.side === 'buy' ? facts.bestAsk : facts.bestBid
  const next = typed === null ? best : typed + steps
  return next > 0 ? formatTicks(facts.pair, ticks(Math.max(1, next))) : fields.price
}
