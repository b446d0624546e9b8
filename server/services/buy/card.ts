// Card payments by hosted checkout, as documented by Stripe: one session per order; signed webhooks report the outcome.
// https://docs.stripe.com/api/checkout/sessions/create, https://docs.stripe.com/webhooks#verify-manually,
// https://docs.stripe.com/api/refunds/create, https://docs.stripe.com/api/idempotent_requests,
// https://docs.stripe.com/api/events/types

import * as v from 'valibot'
import type { BuyOrderRow } from '#db/platform/buy'
import { BOUGHT_ASSET, minorOf } from '#domain/buy/terms'
import type { PaymentEvent } from '#domain/buy/payment'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import { answerEmbedded } from './embedded-card'
import type { CardProvider } from './providers'

const API_VERSION = '2024-06-20'
const TIMEOUT_MS = 15_000
/** Allowed session lifetime: 30 minutes to 24 hours, with a minute's margin for clock differences. */
const OPEN_MS = { min: 31 * MINUTE_MS, max: DAY_MS - MINUTE_MS }

const session = v.object({ id: v.pipe(v.string(), v.minLength(1)), url: v.nullable(v.string()) })

export interface Checkout {
  readonly id: string
  readonly url: string
}

type CheckoutOrder = Pick<BuyOrderRow, 'id' | 'reference' | 'currency' | 'pay' | 'payUntil' | 'createdAt'>

/**
 * Checkout URL of an order. Repeated calls return the same session, unless it expires soon: then a new one, and a late
 * payment of the old one is reviewed by staff. Throws when the provider fails.
 */
export async function openCheckout(
  env: Env,
  provider: CardProvider,
  order: CheckoutOrder,
  now: number,
): Promise<Checkout> {
  const wanted = Math.min(order.payUntil, order.createdAt + OPEN_MS.max)
  const until = Math.floor(Math.max(wanted, now + OPEN_MS.min) / 1000)
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
    expires_at: String(until),
  }
  const key = `order-${order.reference}-${until}`
  const answer = await call(env, provider, { path: '/v1/checkout/sessions', form, key })
  const { id, url } = v.parse(session, answer)
  if (url === null) throw new Error(`card provider: session ${id} has no page`)
  return { id, url }
}

/** Expires an unpaid checkout; the provider refuses a paid one. */
export async function closeCheckout(env: Env, provider: CardProvider, checkoutId: string): Promise<void> {
  const path = `/v1/checkout/sessions/${encodeURIComponent(checkoutId)}/expire`
  await call(env, provider, { path, form: {}, key: `expire-${checkoutId}` })
}

interface Refund {
  /** The provider's number of the payment. */
  readonly paymentId: string
  readonly reference: string
  /** In the currency's smallest unit. */
  readonly amount: number
  /** Idempotency key of the refund decision: each decision refunds once. */
  readonly key: string
}

const refund = v.object({ status: v.nullable(v.string()) })

/**
 * Refunds a card payment. Returns false when the provider refuses; throws when the outcome is unknown, and the call may
 * then be retried.
 */
export async function refundCard(env: Env, provider: CardProvider, input: Refund): Promise<boolean> {
  const form = {
    payment_intent: input.paymentId,
    amount: String(input.amount),
    'metadata[order]': input.reference,
  }
  try {
    const answer = await call(env, provider, { path: '/v1/refunds', form, key: `refund-${input.key}` })
    const { status } = v.parse(refund, answer)
    // A pending refund counts as success; a later failure arrives by webhook.
    return status !== 'failed' && status !== 'canceled'
  } catch (error) {
    if (error instanceof ProviderRefusal) return false
    throw error
  }
}

/** Final refusal: already refunded, unknown payment, or no balance. */
class ProviderRefusal extends Error {}
const FINAL: ReadonlySet<number> = new Set([400, 402, 404])

interface Asked {
  readonly path: string
  readonly form: Readonly<Record<string, string>>
  /** Idempotency key: the provider executes a key once. */
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
  if (response.ok) return response.json()
  const text = `card provider: ${path} answered ${response.status}`
  throw FINAL.has(response.status) ? new ProviderRefusal(text) : new Error(text)
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
const dispute = v.object({
  id: v.string(),
  payment_intent: text,
  amount: count,
  currency: text,
  status: text,
  /** Amounts withdrawn by the dispute (negative) and returned, in our account's currency. */
  balance_transactions: v.optional(
    v.array(v.object({ amount: v.pipe(v.number(), v.safeInteger()), currency: v.string() })),
    [],
  ),
})
const moved = v.object({
  id: v.string(),
  payment_intent: text,
  metadata,
  amount: count,
  currency: text,
  status: text,
})

/** Payment event of a webhook; null for unrelated events. Throws on malformed bodies. */
export function readCardEvent(body: string): PaymentEvent | null {
  const event = v.parse(envelope, JSON.parse(body))
  switch (event.type) {
    case 'checkout.session.completed':
      // Delayed payment methods complete the session unpaid; a second event reports the payment.
      return ofSession(event.id, 'paid', event.data.object, ['paid', 'no_payment_required'])
    case 'checkout.session.async_payment_succeeded':
      return ofSession(event.id, 'paid', event.data.object, ['paid'])
    case 'checkout.session.async_payment_failed':
      return ofSession(event.id, 'failed', event.data.object)
    case 'checkout.session.expired':
      return ofSession(event.id, 'ended', event.data.object)
    case 'charge.refunded': {
      const read = v.parse(charge, event.data.object)
      return ofRefund(event.id, 'refunded', { ...read, refunded: read.amount_refunded ?? 0 })
    }
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return ofDispute(event.id, event.type, v.parse(dispute, event.data.object))
    // The event name depends on the endpoint's API version; all report the same failure.
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated': {
      const read = v.parse(moved, event.data.object)
      if (read.status !== 'failed') return null
      return ofRefund(`${read.id}:failed`, 'refund_failed', { ...read, refunded: 0 })
    }
    default:
      return null
  }
}

interface SentBack extends Pick<v.InferOutput<typeof charge>, 'payment_intent' | 'metadata' | 'amount' | 'currency'> {
  readonly refunded: number
}

const ofRefund = (id: string, type: 'refunded' | 'refund_failed', reported: SentBack): PaymentEvent => ({
  id,
  type,
  paymentId: reported.payment_intent ?? '',
  reference: reported.metadata?.order ?? '',
  currency: (reported.currency ?? '').toUpperCase(),
  amount: reported.amount ?? 0,
  refunded: reported.refunded,
  payer: '',
})

/**
 * Event of a dispute, keyed by its id, since a payment can have several disputes. Dispute metadata contains no order. A
 * won dispute returns the whole amount; a partial one returns the sum of its balance entries in its currency.
 */
function ofDispute(id: string, type: string, reported: v.InferOutput<typeof dispute>): PaymentEvent {
  const entries = reported.balance_transactions.filter(({ currency }) => currency === reported.currency)
  const sum = (sign: 1 | -1) => entries.reduce((all, { amount }) => all + Math.max(0, sign * amount), 0)
  const whole = reported.amount ?? 0
  const isWon = reported.status === 'won' || reported.status === 'warning_closed'
  const said = type.endsWith('withdrawn') ? { out: sum(-1) || whole } : { back: sum(1) || (isWon ? whole : 0) }
  return {
    ...ofRefund(id, 'refunded', { ...reported, metadata: null, refunded: 0 }),
    disputes: { [reported.id]: said },
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
