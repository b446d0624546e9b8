// A third party that takes the money for us, as on-ramps document it (MoonPay's address and messages): a signed address out, a signed message
// back. https://dev.moonpay.com/docs/on-ramp-enhance-security-using-signed-urls, https://dev.moonpay.com/reference/reference-webhooks-signature

import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import type { BuyOrderRow } from '#db/platform/buy'
import type { PaymentEvent } from '#domain/buy/payment'
import { BOUGHT_ASSET, readMinor } from '#domain/buy/terms'
import { type RampProvider, isSameText } from './providers'

type RampOrder = Pick<BuyOrderRow, 'id' | 'reference' | 'currency' | 'pay'>

/** The page of the third party for this order. The same order always has the same. */
export function rampAddress(provider: RampProvider, order: RampOrder): string {
  const query = new URLSearchParams({
    apiKey: provider.key,
    currencyCode: BOUGHT_ASSET.toLowerCase(),
    walletAddress: provider.wallet,
    baseCurrencyCode: order.currency.toLowerCase(),
    baseCurrencyAmount: String(order.pay),
    lockAmount: 'true',
    externalTransactionId: order.reference,
    redirectURL: `${provider.site}/buy/orders/${order.id}?back=1`,
  })
  const search = `?${query.toString()}`
  return `${provider.url}${search}&signature=${encodeURIComponent(signSearch(provider.secret, search))}`
}

/** Base64 of HMAC-SHA256 over the query with its "?". */
const signSearch = (secret: string, search: string): string =>
  createHmac('sha256', secret).update(search).digest('base64')

/** As the third party checks the address that it was sent. */
export function isSignedSearch({ secret }: Pick<RampProvider, 'secret'>, search: string): boolean {
  const [, signed = '', signature = ''] = /^(\?.*)&signature=([^&]*)$/.exec(search) ?? []
  return signed !== '' && isSameText(decodeURIComponent(signature), signSearch(secret, signed))
}

const amount = v.optional(v.nullable(v.pipe(v.number(), v.minValue(0))), 0)
const text = v.optional(v.nullable(v.string()), '')
const message = v.object({
  type: v.string(),
  data: v.object({
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    status: v.string(),
    externalTransactionId: text,
    baseCurrencyAmount: amount,
    refundAmount: amount,
    baseCurrency: v.optional(v.nullable(v.object({ code: v.string() })), null),
    customer: v.optional(v.nullable(v.object({ firstName: text, lastName: text })), null),
  }),
})

const TYPES: Readonly<Record<string, PaymentEvent['type']>> = {
  completed: 'paid',
  failed: 'failed',
  refunded: 'refunded',
}

/** What a message says of a payment; null for one that says nothing of any. Throws on what no such party would send. */
export function readRampEvent(body: string): PaymentEvent | null {
  const { data } = v.parse(message, JSON.parse(body))
  const type = Object.hasOwn(TYPES, data.status) ? TYPES[data.status] : undefined
  if (type === undefined) return null
  const currency = (data.baseCurrency?.code ?? '').toUpperCase()
  const minor = (units: number | null) => readMinor(currency, String(units ?? 0)) ?? 0
  const paid = minor(data.baseCurrencyAmount)
  return {
    // Their messages have no number of their own: a payment is in each of its states once.
    id: `${data.id}:${data.status}${type === 'refunded' ? `:${data.refundAmount ?? 0}` : ''}`,
    type,
    paymentId: data.id,
    reference: data.externalTransactionId ?? '',
    currency,
    amount: paid,
    refunded: type === 'refunded' ? minor(data.refundAmount || data.baseCurrencyAmount) : 0,
    payer: [data.customer?.firstName, data.customer?.lastName].filter(Boolean).join(' '),
  }
}

/** The message that the embedded third party sends. */
export const playRampEvent = (
  query: URLSearchParams,
  { id, status, name }: { readonly id: string; readonly status: 'completed' | 'failed'; readonly name: string },
): string =>
  JSON.stringify({
    type: status === 'failed' ? 'transaction_failed' : 'transaction_updated',
    data: {
      id,
      status,
      externalTransactionId: query.get('externalTransactionId'),
      baseCurrencyAmount: Number(query.get('baseCurrencyAmount')),
      baseCurrency: { code: query.get('baseCurrencyCode') },
      customer: { firstName: name, lastName: '' },
    },
  })
