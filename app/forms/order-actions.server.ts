// Cancel and amend actions of order pages.

import * as v from 'valibot'
import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import { hashText } from '#domain/text-hash'
import type { SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import { cancelConditional, cancelConditionals } from '#services/conditional'
import { amendOrder, cancelAll, cancelOrder } from '#services/spot'
import type { Session } from '#session/session'
import { id } from '#services/input'
import { readPageId } from './command-id.server'
import { plainDecimal } from './decimal-field'
import { readForm, refuseIntent, refuseUnlessEnded } from './form-input.server'
import { checkForm } from './taken-fields.server'
import type { OrderAnswer } from './order-answer'
import { textFieldsOf } from '../site/revalidation'
import { fieldOf, ownRefusalText } from '../visitor/visitor.server'

/** Result of an order form: the affected order, or the number of orders requested to cancel. */
export interface OrderResult {
  readonly order: SpotOrderRow | null
  readonly conditional?: ConditionalRow
  readonly cancelled: number
}

interface OrderForm {
  readonly form: FormData
  /** Narrows "cancel all" to one pair. */
  readonly symbol: string | null
  readonly language: Language
  readonly country: string
}

const ORDER = v.object({ order_id: id })

/** Accepted fields by intent. */
const FIELDS = new Map([
  ['cancel', ['order_id']],
  ['cancel_conditional', ['order_id']],
  ['cancel_all', ['symbol']],
  ['amend', ['order_id', 'price', 'quantity']],
])

/**
 * Cancels or amends orders by the form's `intent`. One page id serves all its buttons, so the command id also contains
 * the order number and the amended values.
 */
export async function runOrderForm(
  env: Env,
  session: Session,
  { form, symbol, language, country }: OrderForm,
): Promise<Outcome<OrderResult>> {
  const commandId = readPageId(form)
  const intent = fieldOf(form, 'intent')
  const taken = await checkForm(env, session, form, {
    fields: FIELDS.get(intent) ?? [],
    words: { intent: [...FIELDS.keys()] },
  })
  if (!taken.ok) return taken
  if (intent === 'cancel_all') {
    // Conditional orders first: one triggered meanwhile becomes an order and is cancelled with the others.
    const waiting = await cancelConditionals(env, session, { commandId: `${commandId}.waiting`, symbol })
    if (!waiting.ok) return waiting
    const outcome = await cancelAll(env, session, { commandId: `${commandId}.all`, symbol })
    if (!outcome.ok) return outcome
    return done({ order: null, cancelled: outcome.value.orderNos.length + waiting.value.conditionalNos.length })
  }
  if (intent !== 'cancel_conditional' && intent !== 'cancel' && intent !== 'amend')
    return refuseUnlessEnded(env, session, refuseIntent(intent))
  const read = readForm(ORDER, { fields: { order_id: fieldOf(form, 'orderNo') }, language })
  if (!read.ok) return refuseUnlessEnded(env, session, read)
  const { order_id: orderNo } = read.value
  if (intent === 'cancel_conditional') {
    const conditionalNo = orderNo
    const outcome = await cancelConditional(env, session, {
      commandId: `${commandId}.c${conditionalNo}`,
      conditionalNo,
    })
    return outcome.ok ? done({ order: null, conditional: outcome.value.conditional, cancelled: 0 }) : outcome
  }
  const order = { orderNo }
  const named = `${commandId}.${order.orderNo}`
  const amend = readAmend(form, language)
  if (intent === 'amend' && amend.price === '') return refuse('price_missing')
  if (intent === 'amend' && amend.quantity === '') return refuse('quantity_missing')
  const outcome =
    intent === 'amend'
      ? await amendOrder(env, session, { commandId: `${named}.${markOf(amend)}`, order, form: amend, country })
      : await cancelOrder(env, session, { commandId: named, order })
  return outcome.ok ? done({ order: outcome.value, cancelled: 0 }) : outcome
}

/** Distinguishes amends of one order: another price under the same command id would be refused. */
const markOf = ({ price, quantity }: { price: string; quantity: string }): string =>
  hashText(`${price} ${quantity}`).toString(36)

function readAmend(form: FormData, language: Language): { price: string; quantity: string } {
  const read = (name: string) => plainDecimal(fieldOf(form, name), language)
  return { price: read('price'), quantity: read('quantity') }
}

/** Answer of an order page; a refusal includes the submitted fields. */
export function orderAnswer(request: Request, form: FormData, outcome: Outcome<OrderResult>): OrderAnswer {
  const fields = textFieldsOf(form)
  const intent = fieldOf(form, 'intent')
  if (outcome.ok) return { intent, ...outcome.value, problem: null, fields: {} }
  const { code, facts } = outcome.refusal
  const isAboutPrice = facts['field'] === 'price' || /^(?:price_|conditional_entry_past_)/.test(code)
  const problem = { code, isAboutPrice, text: ownRefusalText(request, outcome.refusal) }
  return { intent, order: null, cancelled: 0, problem, fields }
}
