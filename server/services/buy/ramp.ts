// A third party that takes the money for us, as on-ramps document it (MoonPay's address and messages): a signed address out, a signed message
// back. It has no call to send money back: what it took and sent on to us is refunded by people. https://dev.moonpay.com/docs/ramps-sdk-buy-params,
// https://dev.moonpay.com/docs/on-ramp-enhance-security-using-signed-urls, https://dev.moonpay.com/api-reference/widget/webhooks/signature,
// https://dev.moonpay.com/api-reference/widget/webhooks/buy

import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import type { BuyOrderRow } from '#db/platform/buy'
import type { PaymentEvent } from '#domain/buy/payment'
import { BOUGHT_ASSET, readMinor } from '#domain/buy/terms'
import { type RampProvider, isSameText } from './providers'

type RampOrder = Pick<BuyOrderRow, 'id' | 'reference' | 'currency' | 'pay'>

/** The page of the third party for this order. The same order always has the same. Its "usdt" is that of Ethereum, and so is the wallet. */
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
  return signed !== '' && isSameText(unescaped(signature), signSearch(secret, signed))
}

/** As `decodeURIComponent` reads a signature, which is ASCII; anything else is no signature, and no error either. */
const unescaped = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

const amount = v.optional(v.nullable(v.pipe(v.number(), v.minValue(0))), 0)
const text = v.optional(v.nullable(v.string()), '')
/** Messages of sales and of identities come to the same door. */
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
  /** What was bought, and where it was sent. */
  currency: v.optional(v.nullable(v.object({ code: v.string() })), null),
  walletAddress: text,
  /** Not everybody names who has paid; then people look. */
  customer: v.optional(v.nullable(v.object({ firstName: text, lastName: text })), null),
})

/** The others are of a payment that is under way: waitingPayment, waitingAuthorization, pending. */
const TYPES: Readonly<Record<string, PaymentEvent['type']>> = { completed: 'paid', failed: 'failed' }

/**
 * What a message says of a payment; null for one that says nothing of any. Throws on what no such party would send. Our key and the reference
 * of an order stand in an address that its buyer sees, so anybody can pay under them for coins sent elsewhere: what was not sent to our
 * `wallet` is for no order.
 */
export function readRampEvent(body: string, wallet: string): PaymentEvent | null {
  const told = v.parse(envelope, JSON.parse(body))
  if (!told.type.startsWith('transaction_')) return null
  const data = v.parse(transaction, told.data)
  const type = Object.hasOwn(TYPES, data.status) ? TYPES[data.status] : undefined
  if (type === undefined) return null
  return {
    // Their messages have no number of their own: a payment is in each of its states once.
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
/** Addresses of Ethereum are the same in capitals and without. */
const isOurs = ({ currency, walletAddress }: Transaction, wallet: string): boolean =>
  currency?.code.toUpperCase() === BOUGHT_ASSET && walletAddress?.toLowerCase() === wallet.toLowerCase()

const currencyOf = ({ baseCurrency }: Transaction): string => (baseCurrency?.code ?? '').toUpperCase()

/**
 * What was to be spent, in the smallest unit: where fees are part of it, the base amount is what they have left. An amount that cannot be
 * is none, and is seen to by people.
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
