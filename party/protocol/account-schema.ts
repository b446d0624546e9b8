// What an account's own socket may hear, checked: a client's text becomes a request or is refused by name.

import * as v from 'valibot'
import { WALLETS } from '#domain/catalogue'
import { ALL_KINDS, NOTICE_CHANNELS } from '#domain/message'
import { ORDER_STAGES } from '#domain/order'
import { type AccountSocketRequest, ORDERS_PER_COMMAND_MAX, WATCHES_ARRANGED_MAX } from './account'
import { MESSAGES_DELETED_MAX } from './message'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const page = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000_000))
const limit = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500))
const clientId = v.pipe(v.string(), v.regex(/^[\w.:-]{1,64}$/))
const commandId = v.pipe(v.string(), v.maxLength(80))
const symbol = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/))
const storedAmount = v.pipe(v.string(), v.regex(/^[1-9]\d{0,36}$/))
const wallet = v.picklist(WALLETS)
const couponRef = v.pipe(v.string(), v.regex(/^[\w.:-]{1,64}$/))
const orderName = v.union([v.strictObject({ orderNo: positive }), v.strictObject({ clientOrderId: clientId })])
const billReason = v.picklist([
  'demo_grant',
  'transfer',
  'spot_hold',
  'spot_release',
  'spot_fill',
  'spot_fee',
  'correction',
  'deposit',
  'deposit_recall',
  'deposit_returned',
  'withdrawal_hold',
  'withdrawal_release',
  'withdrawal',
  'withdrawal_fee',
  'convert',
  'convert_fee',
  'rebate',
  'coupon_bonus',
])

const messagePreference = v.strictObject({
  kind: v.picklist(ALL_KINDS),
  channels: v.array(v.picklist(NOTICE_CHANNELS)),
})

const newOrder = v.strictObject({
  symbol,
  clientOrderId: v.nullable(clientId),
  side: v.picklist(['buy', 'sell']),
  kind: v.picklist(['limit', 'market']),
  // A market order's is the house's to say (market-prices.ts).
  ticks: count,
  lots: count,
  budget: v.nullable(storedAmount),
  timeInForce: v.picklist(['gtc', 'ioc', 'fok']),
  isPostOnly: v.boolean(),
  selfTrade: v.picklist(['cancel_newest', 'cancel_oldest', 'cancel_both']),
})

const request = v.variant('type', [
  v.strictObject({
    commandId,
    type: v.literal('place_spot_orders'),
    orders: v.pipe(v.array(newOrder), v.minLength(1), v.maxLength(ORDERS_PER_COMMAND_MAX)),
  }),
  v.strictObject({ commandId, type: v.literal('cancel_spot_order'), order: orderName }),
  v.strictObject({ commandId, type: v.literal('cancel_spot_orders'), symbol: v.nullable(symbol) }),
  v.strictObject({
    commandId,
    type: v.literal('amend_spot_order'),
    order: orderName,
    ticks: v.nullable(positive),
    lots: v.nullable(positive),
  }),
  v.strictObject({
    commandId,
    type: v.literal('transfer'),
    assetId: positive,
    amount: storedAmount,
    from: wallet,
    to: wallet,
  }),
  v.strictObject({ commandId, type: v.literal('watch'), assetId: positive }),
  v.strictObject({ commandId, type: v.literal('unwatch'), watchId: positive }),
  v.strictObject({
    commandId,
    type: v.literal('arrange_watches'),
    watchIds: v.pipe(v.array(positive), v.minLength(1), v.maxLength(WATCHES_ARRANGED_MAX)),
  }),
  v.strictObject({ commandId, type: v.literal('read_message'), messageId: positive }),
  v.strictObject({ commandId, type: v.literal('read_all_messages') }),
  v.strictObject({
    commandId,
    type: v.literal('delete_messages'),
    messageIds: v.nullable(v.pipe(v.array(positive), v.minLength(1), v.maxLength(MESSAGES_DELETED_MAX))),
  }),
  v.strictObject({
    commandId,
    type: v.literal('set_message_preferences'),
    preferences: v.pipe(v.array(messagePreference), v.maxLength(ALL_KINDS.length)),
  }),
  v.strictObject({ type: v.literal('profile_check') }),
  v.strictObject({ type: v.literal('balances') }),
  v.strictObject({
    type: v.literal('orders'),
    symbol: v.nullable(symbol),
    stage: v.nullable(v.picklist(ORDER_STAGES)),
    page,
    limit,
  }),
  v.strictObject({ type: v.literal('order'), order: orderName }),
  v.strictObject({
    type: v.literal('fills'),
    orderNo: v.nullable(positive),
    symbol: v.optional(v.nullable(symbol), null),
    page,
    limit,
  }),
  v.strictObject({
    type: v.literal('bills'),
    wallet: v.nullable(wallet),
    assetId: v.nullable(positive),
    reason: v.nullable(billReason),
    page,
    limit,
  }),
  v.strictObject({ type: v.literal('watches') }),
  v.strictObject({ type: v.literal('withdrawal_use') }),
  v.strictObject({ type: v.literal('conversions'), page, limit }),
  v.strictObject({
    type: v.literal('messages'),
    kinds: v.nullable(v.pipe(v.array(v.picklist(ALL_KINDS)), v.maxLength(ALL_KINDS.length))),
    page,
    limit,
  }),
  v.strictObject({ commandId, type: v.literal('use_coupon'), ref: couponRef }),
  v.strictObject({ type: v.literal('standing') }),
  v.strictObject({ type: v.literal('coupons') }),
  v.strictObject({ type: v.literal('rebates') }),
  v.strictObject({ type: v.literal('message_count') }),
  v.strictObject({ type: v.literal('message_preferences') }),
])

/** The caller's name for an answer. */
const answerId = v.pipe(v.string(), v.minLength(1), v.maxLength(80))

const socketRequest: v.GenericSchema<unknown, AccountSocketRequest> = v.variant('type', [
  v.strictObject({ type: v.literal('resume'), after: count }),
  v.strictObject({ type: v.literal('request'), id: answerId, request }),
])

/** The longest text a socket may send: fifty orders with room to spare. */
const TEXT_LENGTH_MAX = 64 * 1024

/** A socket's text as a request, or null when it is malformed. */
export function parseSocketRequest(text: unknown): AccountSocketRequest | null {
  if (typeof text !== 'string' || text.length > TEXT_LENGTH_MAX) return null
  const parsed = v.safeParse(socketRequest, parseJson(text))
  return parsed.success ? parsed.output : null
}

/** The caller's id of a malformed request, as far as it can be told, so that its answer finds back. */
export function readAnswerId(text: unknown): string {
  if (typeof text !== 'string' || text.length > TEXT_LENGTH_MAX) return ''
  const parsed = v.safeParse(v.object({ id: answerId }), parseJson(text))
  return parsed.success ? parsed.output.id : ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Not JSON at all: no schema matches undefined.
    return undefined
  }
}
