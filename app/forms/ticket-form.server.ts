// Choices of the ticket's form: each must be one that the ticket offers. The use case parses numbers.

import * as v from 'valibot'
import type { Outcome } from '#domain/outcome'
import { ticked, timeInForce } from '#services/input'
import { readSent } from './form-input.server'
import { PLANS } from './spot'
import { wireName } from './taken-fields.server'

const typed = v.optional(v.string())

const TICKET = v.object({
  side: v.picklist(['buy', 'sell']),
  kind: v.picklist(['limit', 'market']),
  size_in: v.picklist(['base', 'quote']),
  time_in_force: v.optional(timeInForce),
  post_only: ticked,
  plan: v.optional(v.picklist(PLANS)),
  trail_in: v.optional(v.picklist(['amount', 'percent'])),
  wallet: v.optional(v.picklist(['margin'])),
  ...{ price: typed, quantity: typed, quote_amount: typed, trigger_price: typed, trail_amount: typed },
  ...{ take_profit: typed, stop_loss: typed },
})

export function checkTicket(request: Request, form: FormData): Outcome<unknown> {
  const asItIs = (text: string) => text
  const named = [...form.keys()].map((name) => [name, { field: wireName(name), read: asItIs }] as const)
  return readSent(request, form, TICKET, { typed: Object.fromEntries(named) })
}
