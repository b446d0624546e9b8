// Spot ticket form: field names, and their mapping to order service input. Pure.

import type { Pair } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { formatLots, lotsForBudget } from '#domain/money/price'
import { type OrderText, parsePrice, termsOfKind } from '#domain/spot'
import { CONDITIONAL_FIELDS } from '#domain/order-fields'
import type { FormTakes } from './taken-fields'
import type { ConditionalText } from '#domain/conditional/text'
import { plainDecimal } from './decimal-field'
import { PLANS, type TicketField, type TicketFields, isSizedInQuote, parseBudget } from './spot'

/**
 * Parses the form in the number notation of `language`; unknown choices become defaults. A limit order sized in quote
 * is converted to lots at its price. Without a listed pair the typed text passes unchanged, and the service rejects it.
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
    ...(fields.wallet && { wallet: fields.wallet }),
  }
}

/** Lots that `budget` buys at `price`, as text; invalid input is returned as typed, so that it is refused under its field name. */
function boughtBy(pair: Pair | undefined, { budget, price }: { budget: string; price: string }): string {
  if (!pair) return budget
  const [value, at] = [parseBudget(pair, budget), parsePrice(pair, price)]
  return value.ok && at.ok ? formatLots(pair, lotsForBudget(pair, at.value, value.value)) : budget
}

export function readTicketFields(read: (name: string) => string): TicketFields {
  const timeInForce = read('timeInForce')
  const plan = PLANS.find((name) => name === read('plan'))
  return {
    side: read('side') === 'sell' ? 'sell' : 'buy',
    kind: read('kind') === 'market' ? 'market' : 'limit',
    price: read('price'),
    quantity: read('quantity'),
    budget: read('budget'),
    sizeIn: read('sizeIn') === 'quote' ? 'quote' : 'base',
    timeInForce: timeInForce === 'ioc' || timeInForce === 'fok' ? timeInForce : 'gtc',
    isPostOnly: read('isPostOnly') === 'on',
    ...(plan
      ? { ...withPlan(plan), ...typedIn(read, ['trigger', 'trail']) }
      : typedIn(read, ['takeProfit', 'stopLoss'])),
    ...(!plan && read('wallet') === 'margin' && { wallet: 'margin' as const }),
    ...(plan === 'trailing' && read('trailIn') === 'percent' && { trailIn: 'percent' as const }),
  }
}

/** A price belongs to limit orders only. The ticket has no stop limit price: its OCO stop is a market order. */
const NOT_BY_PLAN: ReadonlySet<string> = new Set(['price', 'stop_limit_price'])

/** Accepted fields of the ticket for its side, kind and plan. */
export function ticketTakes(read: (name: string) => string): FormTakes {
  const fields = readTicketFields(read)
  const { plan, kind } = fields
  const isTrailing = plan === 'trailing'
  const prices = kind === 'limit' ? ['price'] : []
  return {
    fields: [
      isSizedInQuote(fields) ? 'quote_amount' : 'quantity',
      ...(plan ? CONDITIONAL_FIELDS[plan].filter((name) => !NOT_BY_PLAN.has(name)) : ['take_profit', 'stop_loss']),
      ...(isTrailing ? [] : prices),
      ...(!plan && kind === 'limit' ? ['post_only'] : []),
    ],
    words: {
      side: ['buy', 'sell'],
      kind: isTrailing ? ['market'] : plan === 'oco' ? ['limit'] : ['limit', 'market'],
      plan: PLANS,
      size_in: ['base', 'quote'],
      ...(plan ? {} : { time_in_force: ['gtc', 'ioc', 'fok'], wallet: ['margin'] }),
      ...(isTrailing && { trail_in: ['amount', 'percent'] }),
    },
  }
}

/** Kind implied by a plan: a trailing stop is a market order, an OCO contains a limit; others are free. */
export const withPlan = (plan: TicketFields['plan']): Partial<TicketFields> => ({
  plan,
  ...(plan === 'trailing' && { kind: 'market' as const }),
  ...(plan === 'oco' && { kind: 'limit' as const }),
})

function typedIn<Name extends 'trigger' | 'trail' | 'takeProfit' | 'stopLoss'>(
  read: (name: string) => string,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const typed: Partial<Record<Name, string>> = {}
  for (const name of names) if (read(name) !== '') typed[name] = read(name)
  return typed
}

/** Conditional order input from the form; null for an order that is sent immediately. */
export function toConditionalForm(
  { symbol, pair, language }: { symbol: string; pair: Pair | undefined; language: Language },
  read: (name: string) => string,
): ConditionalText | null {
  const { plan, kind, side, ...fields } = readTicketFields(read)
  if (!plan) return null
  const { price, quantity, quoteAmount } = toOrderForm({ symbol, pair, language }, read)
  const plain = (text: string | undefined) => (text ? plainDecimal(text, language) : undefined)
  const trail = plain(fields.trail)
  return {
    symbol,
    side,
    kind: plan,
    quantity,
    quoteAmount,
    price: kind === 'limit' ? price : undefined,
    triggerPrice: plain(fields.trigger),
    ...(fields.trailIn === 'percent' ? { trailPercent: trail } : { trailAmount: trail }),
  }
}

/** Take-profit and stop-loss of an order; null when both are absent. */
export function exitsOf(
  language: Language,
  read: (name: string) => string,
): { readonly takeProfit: string | undefined; readonly stopLoss: string | undefined } | null {
  const { takeProfit, stopLoss } = readTicketFields(read)
  if (!takeProfit && !stopLoss) return null
  const plain = (text: string | undefined) => (text ? plainDecimal(text, language) : undefined)
  return { takeProfit: plain(takeProfit), stopLoss: plain(stopLoss) }
}

/** Query with side and kind for another pair's ticket; empty for the defaults of coins. */
export const choiceSearch = (
  { side, kind, plan }: Pick<TicketFields, 'side' | 'kind' | 'plan'>,
  isStock = false,
): string =>
  side === 'buy' && kind === 'limit' && !plan && !isStock
    ? ''
    : `?side=${side}&kind=${kind}${plan ? `&plan=${plan}` : ''}`

/** Ticket fields for the return URL after login; default choices of coins are omitted. */
export function typedTicket(fields: TicketFields, isStock = false): Readonly<Record<string, string>> {
  const { side, kind, plan, sizeIn, timeInForce, isPostOnly, wallet: _wallet, ...typed } = fields
  return {
    ...(choiceSearch({ side, kind, plan }, isStock) !== '' && { side, kind, plan: plan ?? '' }),
    ...typed,
    sizeIn: sizeIn === 'base' ? '' : sizeIn,
    timeInForce: timeInForce === 'gtc' ? '' : timeInForce,
    isPostOnly: isPostOnly ? 'on' : '',
  }
}

/** Form field of a server refusal. */
export function fieldOfRefusal(
  code: string,
  fields: Pick<TicketFields, 'side' | 'kind' | 'sizeIn' | 'plan'>,
): TicketField | 'form' {
  if (code.startsWith('conditional_')) return fieldOfTrigger(code, fields)
  if (code.startsWith('price_')) return fields.kind === 'limit' ? 'price' : 'form'
  if (/^(?:quantity_|budget_|notional_|amount_|insufficient_)/.test(code))
    return isSizedInQuote(fields) ? 'budget' : 'quantity'
  return 'form'
}

/** Below the price lie a sale's stop and a buy's take-profit; for exits of an order the opposite side applies. */
function fieldOfTrigger(code: string, { side, plan }: Pick<TicketFields, 'side' | 'plan'>): TicketField | 'form' {
  if (code.startsWith('conditional_trail_')) return 'trail'
  if (code === 'conditional_trigger_missing') return plan ? 'trigger' : 'form'
  if (code !== 'conditional_above_price' && code !== 'conditional_below_price') return 'form'
  const isAbove = code === 'conditional_above_price'
  if (!plan) return isAbove === (side === 'buy') ? 'takeProfit' : 'stopLoss'
  return plan === 'oco' && isAbove === (side === 'sell') ? 'price' : 'trigger'
}
