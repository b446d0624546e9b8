// The ticket's form as it is sent: field names, and what they mean to the order service. Pure.

import type { Language } from '#domain/language'
import type { OrderKind, Side, TimeInForce } from '#domain/spot'
import { plainDecimal } from './decimal-field'
import { type TicketFields, isSizedInQuote } from './spot'

/** An order in decimal text, as the order service takes it. */
export interface SubmittedOrder {
  readonly symbol: string
  readonly side: Side
  readonly kind: OrderKind
  readonly price?: string
  readonly quantity?: string
  readonly quoteAmount?: string
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
}

/** Reads the form's fields as `language` writes numbers; what a choice field does not know becomes its plain default. */
export function toOrderForm(
  { symbol, language }: { symbol: string; language: Language },
  read: (name: string) => string,
): SubmittedOrder {
  const fields = readTicketFields(read)
  const { side, kind, timeInForce, isPostOnly } = fields
  const price = plainDecimal(fields.price, language)
  const [quantity, budget] = [plainDecimal(fields.quantity, language), plainDecimal(fields.budget, language)]
  return {
    symbol,
    side,
    kind,
    ...(kind === 'limit' && price !== '' && { price }),
    ...(isSizedInQuote(fields) ? { quoteAmount: budget } : quantity !== '' && { quantity }),
    // A market order never rests.
    timeInForce: kind === 'market' && timeInForce === 'gtc' ? 'ioc' : timeInForce,
    isPostOnly: kind === 'limit' && isPostOnly,
  }
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

/** Beside which field a refusal of the server belongs. */
export function fieldOfRefusal(
  code: string,
  fields: Pick<TicketFields, 'side' | 'kind' | 'sizeIn'>,
): 'price' | 'quantity' | 'budget' | 'form' {
  if (code.startsWith('price_')) return fields.kind === 'limit' ? 'price' : 'form'
  if (/^(?:quantity_|notional_|amount_|insufficient_)/.test(code)) return isSizedInQuote(fields) ? 'budget' : 'quantity'
  return 'form'
}
