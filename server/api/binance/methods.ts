// WebSocket API methods of the dialect, mapped to its REST endpoints.

import * as v from 'valibot'
import { checkSession } from '#services/account-room'
import { account } from './account'
import { type Endpoint, signed, toFaultOr } from './endpoint'
import { exchangeInfo } from './exchange-info'
import { type Fault, type FaultOr, failed, succeed } from './fault'
import { aggregateTrades, depth, klines, ping, time, trades } from './market'
import { allOrders, myTrades, openOrders } from './order-lists'
import { cancel, cancelAllOfPair, find, place, tryOut } from './orders'
import { type Sent, signedFields } from './parameters'
import type { Login } from './signed'
import { bookTicker, dayTicker, price } from './tickers'

export const METHODS: ReadonlyMap<string, Endpoint> = new Map([
  ['ping', ping],
  ['time', time],
  ['exchangeInfo', exchangeInfo],
  ['depth', depth],
  ['trades.recent', trades],
  ['trades.aggregate', aggregateTrades],
  ['klines', klines],
  ['uiKlines', klines],
  ['ticker.price', price],
  ['ticker.book', bookTicker],
  ['ticker.24hr', dayTicker],
  ['order.place', place],
  ['order.test', tryOut],
  ['order.status', find],
  ['order.cancel', cancel],
  ['openOrders.status', openOrders],
  ['openOrders.cancelAll', cancelAllOfPair],
  ['allOrders', allOrders],
  ['myTrades', myTrades],
  ['account.status', account],
])

/** Judges the key of `session.logon`, and of a subscription to the account's events. */
export const logOn = signed(v.object(signedFields), {
  scope: 'read',
  weight: 2,
  isOnce: true,
  answer: async ({ env, session }) => {
    const check = toFaultOr(await checkSession(env, session), 'read')
    return check.ok
      ? succeed({ userId: session.userId, keyId: session.sessionId } satisfies Login)
      : { ok: false, fault: check.fault }
  },
})

export interface MethodCall {
  readonly id: string | number | null
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

const isText = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)
const isReadable = (value: unknown): boolean => isText(value) || (Array.isArray(value) && value.every(isText))
const call = v.strictObject({
  id: v.nullable(v.union([v.pipe(v.string(), v.regex(/^[\w-]{1,36}$/)), v.pipe(v.number(), v.safeInteger())])),
  method: v.pipe(
    v.string(),
    v.transform((name) => name.replace(/^v3\//, '')),
  ),
  params: v.optional(
    v.custom<Readonly<Record<string, unknown>>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    ),
    {},
  ),
})

export function readCall(message: unknown): FaultOr<MethodCall> {
  const read = v.safeParse(call, message)
  return read.success ? succeed(read.output) : failed(-1135, 'Invalid JSON Request')
}

export const UNKNOWN_METHOD: Fault = { status: 400, code: -1020, msg: 'This operation is not supported.' }

const ILLEGAL = failed(-1100, 'Illegal characters found in a parameter.')

/** Converts call parameters for the endpoints. The signed text holds all except `signature`, sorted by name. */
export function readSentBy({ params }: MethodCall): FaultOr<Sent & { readonly keyId: string | null }> {
  if (!Object.values(params).every(isReadable)) return ILLEGAL
  const texts = Object.entries(params)
    .map(([name, value]) => [name, isText(value) ? String(value) : JSON.stringify(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const parameters = new Map(texts)
  const payload = texts
    .filter(([name]) => name !== 'signature')
    .map(([name, text]) => `${name}=${text}`)
    .join('&')
  // Signed texts of /api/v1 have line feeds, and those of this dialect none: no signature is good for both.
  if (/[\r\n]/.test(payload)) return ILLEGAL
  const [signature = null, keyId = null] = ['signature', 'apiKey'].map((name) => parameters.get(name))
  for (const name of ['signature', 'apiKey', 'returnRateLimits']) parameters.delete(name)
  return succeed({ parameters, signature, payload, keyId })
}
