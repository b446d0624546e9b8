// /api/v1 orders: all order options, by number or by the client's own id. Extends the old contract.

import * as v from 'valibot'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { OrderText } from '#domain/spot'
import type { OrderName } from '#party/protocol/spot'
import type { SpotOrderRow } from '#party/protocol/account'
import { loadCatalogue } from '#services/catalogue'
import {
  amendOrder,
  cancelAll,
  cancelOrder,
  findOrder,
  listFills,
  listFillsBefore,
  listOrders,
  listOrdersBefore,
  placeOrder,
  placeOrders,
} from '#services/spot'
import { refusalText } from '#services/words'
import { placeOf } from '#session/place'
import { clientOrderId, decimal, direction, flag, id, orderKind, selfTrade, symbol, timeInForce } from '#services/input'
import { beforeOf, listFields, listOf, pageOf } from './cursor'
import { wireId } from './fields'
import { privateRoute } from './route'
import { fill, fillRow, order, orderRow, showRows } from './spot-rows'

export const newOrder = v.object({
  symbol,
  side: direction,
  kind: v.optional(orderKind, 'limit'),
  price: v.optional(decimal),
  quantity: v.optional(decimal),
  quote_amount: v.optional(v.pipe(decimal, v.description('quote to spend: market buys only'))),
  time_in_force: v.optional(timeInForce),
  post_only: v.optional(flag),
  self_trade: v.optional(selfTrade),
  client_order_id: v.optional(clientOrderId),
  wallet: v.optional(v.pipe(v.literal('margin'), v.description('absent: the wallet that the pair is traded from'))),
})
const named = { order_id: v.optional(id), client_order_id: v.optional(clientOrderId) }
const refusedOrder = v.object({ code: v.string(), message: v.string() })

export const spotRoutes = [
  privateRoute({
    method: 'POST',
    path: '/v1/order',
    scope: 'trade',
    forAgents: true,
    summary: 'Place an order with every option',
    tag: 'Spot',
    input: newOrder,
    output: order,
    handler: async ({ env, session, request, commandId, input }) => {
      const { country } = placeOf(request)
      return showOrder(env, await placeOrder(env, session, { commandId, form: readForm(input), country }))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/orders',
    scope: 'trade',
    summary: 'Place several orders at once, each with its own outcome (JSON body)',
    tag: 'Spot',
    input: v.object({ orders: v.pipe(v.array(v.strictObject(newOrder.entries)), v.minLength(1)) }),
    output: v.array(v.object({ order: v.nullable(order), refusal: v.nullable(refusedOrder) })),
    handler: async ({ env, session, request, commandId, input, language }) => {
      const { country } = placeOf(request)
      const outcome = await placeOrders(env, session, { commandId, forms: input.orders.map(readForm), country })
      if (!outcome.ok) return outcome
      return done(
        await Promise.all(
          outcome.value.map(async (each) => {
            const shown = await showOrder(env, each)
            if (shown.ok) return { order: shown.value, refusal: null }
            return {
              order: null,
              refusal: { code: shown.refusal.code, message: refusalText(language, shown.refusal) },
            }
          }),
        ),
      )
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/order',
    scope: 'read',
    summary: 'One order, by its number or by the client order id',
    tag: 'Spot',
    input: v.object(named),
    output: order,
    handler: async ({ env, session, input }) => {
      const name = readName(input)
      return name.ok ? showOrder(env, await findOrder(env, session, name.value)) : name
    },
  }),
  privateRoute({
    method: 'DELETE',
    path: '/v1/order',
    scope: 'trade',
    forAgents: true,
    summary: 'Cancel one order',
    tag: 'Spot',
    input: v.object(named),
    output: order,
    handler: async ({ env, session, commandId, input }) => {
      const name = readName(input)
      return name.ok ? showOrder(env, await cancelOrder(env, session, { commandId, order: name.value })) : name
    },
  }),
  privateRoute({
    method: 'PUT',
    path: '/v1/order',
    scope: 'trade',
    summary: 'Change price or quantity (the whole quantity, filled part included); only shrinking keeps the place',
    tag: 'Spot',
    input: v.object({ ...named, price: v.optional(decimal), quantity: v.optional(decimal) }),
    output: order,
    handler: async ({ env, request, session, commandId, input }) => {
      const name = readName(input)
      if (!name.ok) return name
      if (input.price === undefined && input.quantity === undefined)
        return refuse('field_missing', { field: 'quantity' })
      const form = { price: input.price, quantity: input.quantity }
      return showOrder(
        env,
        await amendOrder(env, session, { commandId, order: name.value, form, country: placeOf(request).country }),
      )
    },
  }),
  privateRoute({
    method: 'DELETE',
    path: '/v1/orders',
    scope: 'trade',
    forAgents: true,
    summary: 'Cancel every open order, or those of one pair',
    tag: 'Spot',
    input: v.object({ symbol: v.optional(symbol) }),
    output: v.object({ order_ids: v.array(wireId) }),
    handler: async ({ env, session, commandId, input }) => {
      const outcome = await cancelAll(env, session, { commandId, symbol: input.symbol ?? null })
      return outcome.ok ? done({ order_ids: [...outcome.value.orderNos] }) : outcome
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/orders',
    scope: 'read',
    weight: 5,
    summary: 'Own orders, newest first: by pages, or as a walk from `cursor`',
    tag: 'Spot',
    input: v.object({
      symbol: v.optional(symbol),
      stage: v.optional(v.picklist(['open', 'closed', 'filled', 'cancelled'])),
      ...listFields,
    }),
    output: listOf(order),
    handler: async ({ env, session, input }) => {
      const { symbol = null, stage = null, since: from, until, cursor, page, limit } = input
      const catalogue = await loadCatalogue(env)
      if (cursor === undefined) {
        const orders = await listOrders(env, session, {
          symbol: input.symbol,
          stage: input.stage,
          from,
          until,
          page,
          limit,
        })
        if (!orders.ok) return orders
        const list = showRows(catalogue, orders.value.rows, orderRow)
        return done({ list, count: orders.value.total, page, limit })
      }
      const walk = { symbol, stage, from, until, before: beforeOf(cursor), limit: limit + 1 }
      const orders = await listOrdersBefore(env, session, walk)
      if (!orders.ok) return orders
      const { list, next_cursor } = pageOf(orders.value, { limit, numberOf: ({ orderNo }) => orderNo })
      return done({ list: showRows(catalogue, list, orderRow), next_cursor })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/fills',
    scope: 'read',
    weight: 5,
    summary: 'Own fills, newest first, of one order when order_id is given: by pages, or as a walk from `cursor`',
    tag: 'Spot',
    input: v.object({
      order_id: v.optional(id),
      symbol: v.optional(symbol),
      ...listFields,
    }),
    output: listOf(fill),
    handler: async ({ env, session, input }) => {
      const { symbol = null, order_id: orderNo = null, since: from, until, cursor, page, limit } = input
      const catalogue = await loadCatalogue(env)
      if (cursor === undefined) {
        const filter = { orderNo: input.order_id, symbol: input.symbol, from, until, page, limit }
        const fills = await listFills(env, session, filter)
        if (!fills.ok) return fills
        return done({ list: showRows(catalogue, fills.value.rows, fillRow), count: fills.value.total, page, limit })
      }
      const walk = { symbol, orderNo, from, until, before: beforeOf(cursor), limit: limit + 1 }
      const fills = await listFillsBefore(env, session, walk)
      if (!fills.ok) return fills
      const { list, next_cursor } = pageOf(fills.value, { limit, numberOf: ({ id }) => id })
      return done({ list: showRows(catalogue, list, fillRow), next_cursor })
    },
  }),
]

export const readForm = (input: v.InferOutput<typeof newOrder>): OrderText => ({
  symbol: input.symbol,
  side: input.side,
  kind: input.kind,
  price: input.price,
  quantity: input.quantity,
  quoteAmount: input.quote_amount,
  timeInForce: input.time_in_force,
  isPostOnly: input.post_only,
  selfTrade: input.self_trade,
  clientOrderId: input.client_order_id,
  wallet: input.wallet,
})

/** The order number wins if both are given. */
function readName(input: { order_id?: number | undefined; client_order_id?: string | undefined }): Outcome<OrderName> {
  if (input.order_id !== undefined) return done({ orderNo: input.order_id })
  if (input.client_order_id !== undefined) return done({ clientOrderId: input.client_order_id })
  return refuse('field_missing', { field: 'order_id' })
}

async function showOrder(env: Env, outcome: Outcome<SpotOrderRow>): Promise<Outcome<ReturnType<typeof orderRow>>> {
  if (!outcome.ok) return outcome
  const [shown] = showRows(await loadCatalogue(env), [outcome.value], orderRow)
  return shown ? done(shown) : refuse('pair_not_found')
}
