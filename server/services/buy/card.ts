// Cards, by the hosted checkout of a payment provider as Stripe documents it: a session is asked for once per order, and signed messages say
// what came of it. https://docs.stripe.com/api/checkout/sessions/create, https://docs.stripe.com/webhooks#verify-manually

import * as v from 'valibot'
import type { BuyOrderRow } from '#db/platform/buy'
import { BOUGHT_ASSET, minorOf } from '#domain/buy/terms'
import type { PaymentEvent } from '#domain/buy/payment'
import { answerEmbedded } from './embedded-card'
import type { CardProvider } from './providers'

const API_VERSION = '2024-06-20'
const TIMEOUT_MS = 15_000

const session = v.object({ id: v.pipe(v.string(), v.minLength(1)), url: v.nullable(v.string()) })

export interface Checkout {
  readonly id: string
  readonly url: string
}

type CheckoutOrder = Pick<BuyOrderRow, 'id' | 'reference' | 'currency' | 'pay' | 'payUntil'>

/** The page on which the order is paid. The same order again gets the same page. Throws when the provider does not give one. */
export async function openCheckout(env: Env, provider: CardProvider, order: CheckoutOrder): Promise<Checkout> {
  const form = {
    mode: 'payment',
    'payment_method_types[0]': 'card',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': order.currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(minorOf(order.currency, order.pay)),
    'line_items[0][price_data][product_data][name]': `${BOUGHT_ASSET} ${order.reference}`,
    client_reference_id: order.reference,
    'metadata[order]': order.reference,
    'payment_intent_data[metadata][order]': order.reference,
    success_url: `${provider.site}/buy/orders/${order.id}?back=1`,
    cancel_url: `${provider.site}/buy/orders/${order.id}`,
    expires_at: String(Math.floor(order.payUntil / 1000)),
  }
  const answer = await call(env, provider, { path: '/v1/checkout/sessions', form, key: `order-${order.reference}` })
  const { id, url } = v.parse(session, answer)
  if (url === null) throw new Error(`card provider: session ${id} has no page`)
  return { id, url }
}

/** Nobody can pay there any more. One that is paid already refuses. */
export async function closeCheckout(env: Env, provider: CardProvider, checkoutId: string): Promise<void> {
  const path = `/v1/checkout/sessions/${encodeURIComponent(checkoutId)}/expire`
  await call(env, provider, { path, form: {}, key: `expire-${checkoutId}` })
}

interface Asked {
  readonly path: string
  readonly form: Readonly<Record<string, string>>
  /** The provider carries a key out once. */
  readonly key: string
}

async function call(env: Env, provider: CardProvider, { path, form, key }: Asked): Promise<unknown> {
  if (provider.isEmbedded) return answerEmbedded(env, path, form)
  const response = await fetch(`${provider.url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${provider.key}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Idempotency-Key': key,
      'Stripe-Version': API_VERSION,
    },
    body: new URLSearchParams(form).toString(),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`card provider: ${path} answered ${response.status}`)
  return response.json()
}

const text = v.optional(v.nullable(v.string()), '')
const count = v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), 0)
const metadata = v.optional(v.nullable(v.object({ order: text })), null)
const envelope = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  type: v.string(),
  data: v.object({ object: v.unknown() }),
})
const paidSession = v.object({
  payment_intent: text,
  client_reference_id: text,
  metadata,
  payment_status: text,
  amount_total: count,
  currency: text,
  customer_details: v.optional(v.nullable(v.object({ name: text })), null),
})
const charge = v.object({ payment_intent: text, metadata, amount: count, amount_refunded: count, currency: text })

/** What a message says of a payment; null for one that says nothing of any. Throws on what no such provider would send. */
export function readCardEvent(body: string): PaymentEvent | null {
  const event = v.parse(envelope, JSON.parse(body))
  switch (event.type) {
    case 'checkout.session.completed':
      // Of some ways to pay the money is only on its way then, and another message follows.
      return ofSession(event.id, 'paid', event.data.object, ['paid', 'no_payment_required'])
    case 'checkout.session.async_payment_succeeded':
      return ofSession(event.id, 'paid', event.data.object, ['paid'])
    case 'checkout.session.async_payment_failed':
      return ofSession(event.id, 'failed', event.data.object)
    case 'checkout.session.expired':
      return ofSession(event.id, 'ended', event.data.object)
    case 'charge.refunded': {
      const refund = v.parse(charge, event.data.object)
      return {
        id: event.id,
        type: 'refunded',
        paymentId: refund.payment_intent ?? '',
        reference: refund.metadata?.order ?? '',
        currency: (refund.currency ?? '').toUpperCase(),
        amount: refund.amount ?? 0,
        refunded: refund.amount_refunded ?? 0,
        payer: '',
      }
    }
    default:
      return null
  }
}

function ofSession(
  id: string,
  type: 'paid' | 'failed' | 'ended',
  object: unknown,
  statuses?: readonly string[],
): PaymentEvent | null {
  const read = v.parse(paidSession, object)
  if (statuses && !statuses.includes(read.payment_status ?? '')) return null
  return {
    id,
    type,
    paymentId: read.payment_intent ?? '',
    reference: read.client_reference_id || read.metadata?.order || '',
    currency: (read.currency ?? '').toUpperCase(),
    amount: read.amount_total ?? 0,
    refunded: 0,
    payer: read.customer_details?.name ?? '',
  }
}
