// Orders of the Binance Spot dialect: placed, tried, cancelled, found. The use cases are those of /api/v1.

import * as v from 'valibot'
import type { Pair } from '#domain/catalogue'
import { decodeAmount } from '#domain/money/amount'
import { lots, ticks } from '#domain/money/price'
import type { SelfTradePrevention } from '#domain/order'
import { type OrderText, checkFilters } from '#domain/spot'
import type { SpotOrderRow } from '#party/protocol/account'
import type { Session } from '#session/session'
import {
  cancelAll,
  cancelOrder,
  findOrder,
  listFillsBefore,
  listOrdersBefore,
  parseOrder,
  placeOrder,
  referencesOf,
} from '#services/spot'
import { toFaultOr, findNamed, nameOf, signed, toFault } from './endpoint'
import { type FaultOr, failed, succeed } from './fault'
import { amount, clientId, mandatory, notRequired, orderId, signedFields, symbolName } from './parameters'
import { OPEN_ORDERS_SHOWN } from './order-lists'
import { showCancelled, showFill, showOrder } from './order-rows'

const SELF_TRADE: Readonly<Record<string, SelfTradePrevention>> = {
  EXPIRE_TAKER: 'cancel_newest',
  EXPIRE_MAKER: 'cancel_oldest',
  EXPIRE_BOTH: 'cancel_both',
}
const newOrder = v.object({
  symbol: symbolName,
  side: v.picklist(['BUY', 'SELL']),
  type: v.picklist(['LIMIT', 'LIMIT_MAKER', 'MARKET']),
  timeInForce: v.optional(v.picklist(['GTC', 'IOC', 'FOK'])),
  quantity: v.optional(amount),
  quoteOrderQty: v.optional(amount),
  price: v.optional(amount),
  /** Of types that are refused. */
  stopPrice: v.optional(amount),
  trailingDelta: v.optional(amount),
  newClientOrderId: v.optional(clientId),
  newOrderRespType: v.optional(v.picklist(['ACK', 'RESULT', 'FULL'])),
  selfTradePreventionMode: v.optional(v.picklist(['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'])),
  ...signedFields,
})
type NewOrder = v.InferOutput<typeof newOrder>

/** Required and forbidden fields by order type. */
function checkFields(input: NewOrder): FaultOr<null> {
  const { type, price, quantity, quoteOrderQty, timeInForce } = input
  if (input.stopPrice !== undefined) return notRequired('stopPrice')
  if (input.trailingDelta !== undefined) return notRequired('trailingDelta')
  if (type === 'MARKET') {
    if (price !== undefined) return notRequired('price')
    if (timeInForce !== undefined) return notRequired('timeInForce')
    if (quantity === undefined && quoteOrderQty === undefined) return mandatory('quantity')
    if (quantity !== undefined && quoteOrderQty !== undefined)
      return failed(-1128, 'Combination of optional parameters invalid.')
    return succeed(null)
  }
  if (quoteOrderQty !== undefined) return notRequired('quoteOrderQty')
  if (type === 'LIMIT_MAKER' && timeInForce !== undefined) return notRequired('timeInForce')
  if (type === 'LIMIT' && timeInForce === undefined) return mandatory('timeInForce')
  if (quantity === undefined) return mandatory('quantity')
  return price === undefined ? mandatory('price') : succeed(null)
}

const formOf = (pair: Pair, input: NewOrder, ownId: string): OrderText => ({
  symbol: pair.symbol,
  side: input.side === 'BUY' ? 'buy' : 'sell',
  kind: input.type === 'MARKET' ? 'market' : 'limit',
  price: input.price,
  quantity: input.quantity,
  quoteAmount: input.quoteOrderQty,
  timeInForce: input.timeInForce === undefined ? undefined : TIME_IN_FORCE[input.timeInForce],
  isPostOnly: input.type === 'LIMIT_MAKER' || undefined,
  selfTrade: input.selfTradePreventionMode === undefined ? undefined : SELF_TRADE[input.selfTradePreventionMode],
  clientOrderId: ownId,
  wallet: undefined,
})
const TIME_IN_FORCE = { GTC: 'gtc', IOC: 'ioc', FOK: 'fok' } as const

export const place = signed(newOrder, {
  scope: 'trade',
  weight: 1,
  answer: async ({ env, catalogue, session, commandId, country, input }) => {
    const pair = findNamed(catalogue, input.symbol)
    if (!pair.ok) return pair
    const fields = checkFields(input)
    if (!fields.ok) return fields
    const ownId = input.newClientOrderId ?? crypto.randomUUID()
    const form = formOf(pair.value, input, ownId)
    const placed = await placeOrder(env, session, { commandId, form, country })
    if (!placed.ok) return { ok: false, fault: toFault(placed.refusal, 'new') }
    const order = placed.value
    // The dialect reports an unfilled fill-or-kill order as expired; other market refusals are errors.
    if (order.state === 'rejected' && order.refusal !== null && order.refusal !== 'fill_or_kill_unfilled')
      return { ok: false, fault: toFault({ code: order.refusal, facts: {} }, 'new') }
    const wish = input.newOrderRespType ?? (input.type === 'LIMIT_MAKER' ? 'ACK' : 'FULL')
    return succeed(await reportOf(env, session, pair.value, order, wish))
  },
})

/** Validates like a new order, except for balances; places nothing. */
export const tryOut = signed(
  v.object({ ...newOrder.entries, computeCommissionRates: v.optional(v.picklist(['false'])) }),
  {
    scope: 'trade',
    weight: 1,
    answer: async ({ env, catalogue, session, input }) => {
      const pair = findNamed(catalogue, input.symbol)
      if (!pair.ok) return pair
      const fields = checkFields(input)
      if (!fields.ok) return fields
      const form = formOf(pair.value, input, input.newClientOrderId ?? 'try')
      const parsed = await parseOrder(catalogue, referencesOf(env), form)
      if (!parsed.ok) return { ok: false, fault: toFault(parsed.refusal, 'new') }
      const { ticks: worst, lots: quantity, budget, ...kind } = parsed.value
      const size = { ticks: ticks(worst), lots: lots(quantity), budget: budget === null ? null : decodeAmount(budget) }
      const passed = checkFilters(pair.value, { ...kind, ...size }, 0)
      if (!passed.ok) return { ok: false, fault: toFault(passed.refusal, 'new') }
      // Calls the Account so that it judges the key.
      const known = await listOrdersBefore(env, session, { symbol: null, stage: 'open', before: null, limit: 1 })
      return known.ok ? succeed({}) : { ok: false, fault: toFault(known.refusal, 'read') }
    },
  },
)

async function reportOf(env: Env, session: Session, pair: Pair, order: SpotOrderRow, wish: 'ACK' | 'RESULT' | 'FULL') {
  const acknowledged = {
    symbol: nameOf(pair),
    orderId: order.orderNo,
    orderListId: -1,
    clientOrderId: order.clientOrderId ?? String(order.orderNo),
    transactTime: order.updatedAt,
  }
  if (wish === 'ACK') return acknowledged
  const { time: _time, updateTime: _updateTime, isWorking: _isWorking, ...shown } = showOrder(pair, order)
  const result = { ...acknowledged, ...shown }
  if (wish === 'RESULT') return result
  const walk = { symbol: null, orderNo: order.orderNo, before: null, first: 1, limit: 500 }
  const fills = await listFillsBefore(env, session, walk)
  return {
    ...result,
    fills: (fills.ok ? fills.value : []).map((row) => {
      const { price, qty, commission, commissionAsset, id: tradeId } = showFill(pair, row)
      return { price, qty, commission, commissionAsset, tradeId }
    }),
  }
}

const named = { orderId: v.optional(orderId), origClientOrderId: v.optional(clientId) }
const orderName = v.object({ symbol: symbolName, ...named, ...signedFields })

/** Finds an order of the pair. */
async function findOwn(
  { env, session }: { readonly env: Env; readonly session: Session },
  pair: Pair,
  { orderId: orderNo, origClientOrderId }: { orderId?: number | undefined; origClientOrderId?: string | undefined },
): Promise<FaultOr<SpotOrderRow>> {
  if (orderNo === undefined && origClientOrderId === undefined) return mandatory('orderId')
  const name = orderNo === undefined ? { clientOrderId: origClientOrderId ?? '' } : { orderNo }
  const found = toFaultOr(await findOrder(env, session, name), 'read')
  if (!found.ok) return found
  const { symbol, clientOrderId } = found.value
  const isOther = origClientOrderId !== undefined && clientOrderId !== origClientOrderId
  return symbol === pair.symbol && !isOther ? found : { ok: false, fault: toFault(NO_ORDER, 'read') }
}
const NO_ORDER = { code: 'order_not_found', facts: {} }

export const find = signed(orderName, {
  scope: 'read',
  weight: 4,
  answer: async ({ catalogue, input, ...asked }) => {
    const pair = findNamed(catalogue, input.symbol)
    if (!pair.ok) return pair
    const order = await findOwn(asked, pair.value, input)
    return order.ok ? succeed(showOrder(pair.value, order.value)) : order
  },
})

export const cancel = signed(
  v.object({
    ...orderName.entries,
    newClientOrderId: v.optional(clientId),
    cancelRestrictions: v.optional(v.picklist(['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'])),
  }),
  {
    scope: 'trade',
    weight: 1,
    answer: async ({ env, catalogue, session, commandId, input }) => {
      const pair = findNamed(catalogue, input.symbol)
      if (!pair.ok) return pair
      if (input.cancelRestrictions !== undefined) return notRequired('cancelRestrictions')
      const found = await findOwn({ env, session }, pair.value, input)
      if (!found.ok) return found.fault.code === -2013 ? { ok: false, fault: toFault(NO_ORDER, 'cancel') } : found
      const order = { orderNo: found.value.orderNo }
      const cancelled = toFaultOr(await cancelOrder(env, session, { commandId, order }), 'cancel')
      return cancelled.ok ? succeed(showCancelled(pair.value, cancelled.value, input.newClientOrderId)) : cancelled
    },
  },
)

export const cancelAllOfPair = signed(v.object({ symbol: symbolName, ...signedFields }), {
  scope: 'trade',
  weight: 1,
  answer: async ({ env, catalogue, session, commandId, input }) => {
    const pair = findNamed(catalogue, input.symbol)
    if (!pair.ok) return pair
    const { symbol } = pair.value
    const walk = { symbol, before: null, first: 1, limit: OPEN_ORDERS_SHOWN }
    const before = toFaultOr(await listOrdersBefore(env, session, { ...walk, stage: 'open' }), 'read')
    if (!before.ok) return before
    const outcome = toFaultOr(await cancelAll(env, session, { commandId, symbol }), 'cancel')
    if (!outcome.ok) return outcome
    const { orderNos } = outcome.value
    if (orderNos.length === 0) return { ok: false, fault: toFault(NO_ORDER, 'cancel') }
    const gone = { ...walk, stage: 'cancelled', first: Math.min(...orderNos) } as const
    const after = toFaultOr(await listOrdersBefore(env, session, gone), 'read')
    const rows = [...(after.ok ? after.value : []), ...before.value]
    const cancelled = orderNos.flatMap((no) => rows.find(({ orderNo }) => orderNo === no) ?? [])
    return succeed(cancelled.map((row) => ({ ...showCancelled(pair.value, row), status: 'CANCELED' })))
  },
})
