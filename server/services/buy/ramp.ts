// On-ramp provider, as documented by MoonPay: signed checkout URL, signed webhooks. It has no refund call: payments
// forwarded to us are refunded by staff. https://dev.moonpay.com/docs/ramps-sdk-buy-params,
// https://dev.moonpay.com/docs/on-ramp-enhance-security-using-signed-urls,
// https://dev.moonpay.com/api-reference/widget/webhooks/signature,
// https://dev.moonpay.com/api-reference/widget/webhooks/buy

import { hmacSha256 } from '#lib/digest'
import * as v from 'valibot'
import type { BuyOrderRow } from '#db/platform/buy'
import type { PaymentEvent } from '#domain/buy/payment'
import { BOUGHT_ASSET, readMinor } from '#domain/buy/terms'
import { isSameText } from '#domain/same-text'
import type { RampProvider } from './providers'

type RampOrder = Pick<BuyOrderRow, 'id' | 'reference' | 'currency' | 'pay'>

/** Checkout URL of an order, deterministic. The provider's "usdt" means Ethereum USDT, hence an Ethereum wallet. */
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

/** Base64 of HMAC-SHA256 over the query including "?". */
const signSearch = (secret: string, search: string): string => hmacSha256(secret, search).toString('base64')

/** Verifies a signed query like the third party does. */
export function isSignedSearch({ secret }: Pick<RampProvider, 'secret'>, search: string): boolean {
  const [, signed = '', signature = ''] = /^(\?.*)&signature=([^&]*)$/.exec(search) ?? []
  return signed !== '' && isSameText(unescaped(signature), signSearch(secret, signed))
}

/** Percent-decodes an ASCII signature like `decodeURIComponent`, but never throws. */
const unescaped = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

const amount = v.optional(v.nullable(v.pipe(v.number(), v.minValue(0))), 0)
const text = v.optional(v.nullable(v.string()), '')
/** Webhooks about sales and identities use the same endpoint. */
const envelope = v.object({ type: v.string(), data: v.unknown() })
const transaction = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  status: v.string(),
  externalTransactionId: text,
  baseCurrencyAmount: amount,
  feeAmount: amount,
  extraFeeAmount: amount,
  networkFeeAmount: amount,
  areFeesIncluded: v.optional(v.nullable(v.boolean()), false),
  baseCurrency: v.optional(v.nullable(v.object({ code: v.string() })), null),
  /** Bought asset and destination wallet. */
  currency: v.optional(v.nullable(v.object({ code: v.string() })), null),
  walletAddress: text,
  /** Payer names are optional; without them staff review the payment. */
  customer: v.optional(v.nullable(v.object({ firstName: text, lastName: text })), null),
})

/** Other states belong to a pending payment: waitingPayment, waitingAuthorization, pending. */
const TYPES: Readonly<Record<string, PaymentEvent['type']>> = { completed: 'paid', failed: 'failed' }

/**
 * Payment event of a webhook; null for unrelated events. Throws on malformed bodies. Our key and the order reference
 * are visible in the buyer's URL, so anyone can pay under them to another wallet: a payment not sent to our `wallet`
 * matches no order.
 */
export function readRampEvent(body: string, wallet: string): PaymentEvent | null {
  const event = v.parse(envelope, JSON.parse(body))
  if (!event.type.startsWith('transaction_')) return null
  const data = v.parse(transaction, event.data)
  const type = Object.hasOwn(TYPES, data.status) ? TYPES[data.status] : undefined
  if (type === undefined) return null
  return {
    // These events lack an id; a payment enters each status once.
    id: `${data.id}:${data.status}`,
    type,
    paymentId: data.id,
    reference: type !== 'paid' || isOurs(data, wallet) ? (data.externalTransactionId ?? '') : '',
    currency: currencyOf(data),
    amount: takenOf(data),
    refunded: 0,
    payer: [data.customer?.firstName, data.customer?.lastName].filter(Boolean).join(' '),
  }
}

type Transaction = v.InferOutput<typeof transaction>
/** Ethereum addresses are case-insensitive. */
const isOurs = ({ currency, walletAddress }: Transaction, wallet: string): boolean =>
  currency?.code.toUpperCase() === BOUGHT_ASSET && walletAddress?.toLowerCase() === wallet.toLowerCase()

const currencyOf = ({ baseCurrency }: Transaction): string => (baseCurrency?.code ?? '').toUpperCase()

/**
 * Amount spent in minor units: the base amount plus fees when fees are included. An invalid amount becomes 0 and is
 * reviewed by staff.
 */
function takenOf(data: Transaction): number {
  const fees = data.areFeesIncluded ? [data.feeAmount, data.extraFeeAmount, data.networkFeeAmount] : []
  const parts = [data.baseCurrencyAmount, ...fees].map((units) => readMinor(currencyOf(data), String(units ?? 0)))
  return parts.reduce<number>((sum, part) => sum + (part ?? NaN), 0) || 0
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
      currency: { code: query.get('currencyCode') },
      walletAddress: query.get('walletAddress'),
      customer: { firstName: name, lastName: '' },
    },
  })
