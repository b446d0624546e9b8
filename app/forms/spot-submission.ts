// The ticket's form as it is sent: field names, and what they mean to the order service. Pure.

import type { Pair } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { formatLots, lotsForBudget } from '#domain/money/price'
import { type OrderText, parsePrice, termsOfKind } from '#domain/spot'
import { plainDecimal } from './decimal-field'
import { type TicketFields, isSizedInQuote, parseBudget } from './spot'

/**
 * Reads the form's fields as `language` writes numbers; what a choice field does not know becomes its plain default. A limit asked
 * for in quote becomes the lots that this buys at its price; without a pair that is listed it stays what was typed, and is refused.
 */
export function toOrderForm(
  { symbol, pair, language }: { symbol: string; pair: Pair | undefined; language: Language },
  read: (name: string) => string,
): OrderText {
  const fields = readTicketFields(read)
  const { side, kind } = fields
  const price = plainDecimal(fields.price, language)
  const budget = plainDecimal(fields.budget, language)
  const isBudget = kind === 'market' && isSizedInQuote(fields)
  const isQuoted = kind === 'limit' && isSizedInQuote(fields)
  const quantity = isQuoted ? boughtBy(pair, { budget, price }) : plainDecimal(fields.quantity, language)
  return {
    symbol,
    side,
    kind,
    ...(kind === 'limit' && price !== '' && { price }),
    ...(isBudget ? { quoteAmount: budget } : quantity !== '' && { quantity }),
    ...termsOfKind(fields),
  }
}

/** The lots that `budget` buys at `price`, as text; what cannot be read stays as it was typed, so that it is refused by name. */
function boughtBy(pair: Pair | undefined, { budget, price }: { budget: string; price: string }): string {
  if (!pair) return budget
  const [value, at] = [parseBudget(pair, budget), parsePrice(pair, price)]
  return value.ok && at.ok ? formatLots(pair, lotsForBudget(pair, at.value, value.value)) : budget
}

export function readTicketFields(read: (name: string) => string): TicketFields {
  const timeInForce = read('timeInForce')
  return {
    side: read('side') === 'sell' ? 'sell' : 'buy',
    kind: read('kind') === 'market' ? 'market' : 'limit',
    price: read('price'),
    quantity: read('quantity'),
    budget: read('budget'),
    sizeIn: read('sizeIn') === 'quote' ? 'quote' : 'base',
    timeInForce: timeInForce === 'ioc' || timeInForce === 'fok' ? timeInForce : 'gtc',
    isPostOnly: read('isPostOnly') === 'on',
  }
}

/** Side and kind as an address carries them to the ticket of another pair; the plain choice is no word. */
export const choiceSearch = ({ side, kind }: Pick<TicketFields, 'side' | 'kind'>): string =>
  side === 'buy' && kind === 'limit' ? '' : `?side=${side}&kind=${kind}`

/** What a guest comes back to from the login page: a plain choice is no word. */
export function typedTicket({ side, kind, sizeIn, timeInForce, isPostOnly, ...typed }: TicketFields) {
  return {
    ...(choiceSearch({ side, kind }) !== '' && { side, kind }),
    ...typed,
    sizeIn: sizeIn === 'base' ? '' : sizeIn,
    timeInForce: timeInForce === 'gtc' ? '' : timeInForce,
    isPostOnly: isPostOnly ? 'on' : '',
  }
}

/** Beside which field a refusal of the server belongs. */
export function fieldOfRefusal(
  code: string,
  fields: Pick<TicketFields, 'side' | 'kind' | 'sizeIn'>,
): 'price' | 'quantity' | 'budget' | 'form' {
  if (code.startsWith('price_')) return fields.kind === 'limit' ? 'price' : 'form'
  if (/^(?:quantity_|budget_|notional_|amount_|insufficient_)/.test(code))
    return isSizedInQuote(fields) ? 'budget' : 'quantity'
  return 'form'
}
