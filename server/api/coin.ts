// /api/coin/*: spot orders under the names of the wire contract. One price, one amount, the two ids of the pair.

import * as v from 'valibot'
import type { Catalogue, Pair } from '#domain/catalogue'
import { done, refuse } from '#domain/outcome'
import type { OrderStage } from '#domain/order'
import { loadCatalogue } from '#services/catalogue'
import { cancelOrder, listOrders, placeOrder } from '#services/spot'
import { sentence } from '#services/words'
import { placeOf } from '#session/place'
import {
  clientOrderId,
  decimal,
  direction,
  flag,
  id,
  idOrAll,
  limit,
  orderKind,
  page,
  selfTrade,
  timeInForce,
} from '#services/input'
import { sentenceText } from './fields'
import { privateRoute } from './route'
import { coinOrder, coinOrderRow, showRows } from './spot-rows'

/** Wire status of orders: 0 all, 1 open, 2 filled, 3 cancelled. Refused orders are hidden from these clients. */
const STAGES = { '0': 'taken', '1': 'open', '2': 'filled', '3': 'called_off' } as const satisfies Record<
  string,
  OrderStage
>

export const coinRoutes = [
  privateRoute({
    method: 'POST',
    path: '/coin/trade',
    summary: 'Place an order; without the optional fields a limit order that rests until cancelled',
    tag: 'Spot',
    input: v.object({
      currency_id: id,
      legal_id: id,
      type: direction,
      amount: v.optional(decimal),
      target_price: v.optional(decimal),
      order_type: v.optional(orderKind, 'limit'),
      time_in_force: v.optional(timeInForce),
      post_only: v.optional(flag),
      self_trade: v.optional(selfTrade),
      client_order_id: v.optional(clientOrderId),
      quote_amount: v.optional(decimal),
    }),
    output: v.literal(''),
    handler: async ({ env, session, request, commandId, input }) => {
      const pair = findPairByIds(await loadCatalogue(env), input.currency_id, input.legal_id)
      if (!pair) return refuse('pair_not_found')
      if (input.order_type === 'limit' && input.target_price === undefined) {
        return refuse('field_missing', { field: 'target_price' })
      }
      if (input.amount === undefined && input.quote_amount === undefined) {
        return refuse('field_missing', { field: 'amount' })
      }
      const form = {
        symbol: pair.symbol,
        side: input.type,
        kind: input.order_type,
        price: input.target_price,
        quantity: input.amount,
        quoteAmount: input.quote_amount,
        timeInForce: input.time_in_force,
        isPostOnly: input.post_only,
        selfTrade: input.self_trade,
        clientOrderId: input.client_order_id,
      }
      const outcome = await placeOrder(env, session, { commandId, form, country: placeOf(request).country })
      return outcome.ok ? done('' as const) : outcome
    },
  }),
  privateRoute({
    method: 'PUT',
    path: '/coin/trade',
    summary: 'Cancel an order',
    tag: 'Spot',
    input: v.object({ id }),
    output: sentenceText,
    handler: async ({ env, session, commandId, input, language }) => {
      const outcome = await cancelOrder(env, session, { commandId, order: { orderNo: input.id } })
      return outcome.ok ? done(sentence(language, 'done_order_cancelled')) : outcome
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/coin/list',
    summary: 'Own orders, newest first, as a bare array; an empty page is the end',
    tag: 'Spot',
    input: v.object({
      currency_id: v.optional(idOrAll, '0'),
      legal_id: v.optional(idOrAll, '0'),
      status: v.optional(v.picklist(['0', '1', '2', '3']), '0'),
      page,
      limit: limit(10),
    }),
    output: v.array(coinOrder),
    handler: async ({ env, session, input }) => {
      const catalogue = await loadCatalogue(env)
      const pair = findPairByIds(catalogue, input.currency_id, input.legal_id || USDT_ID)
      if (input.currency_id !== 0 && !pair) return refuse('pair_not_found')
      const orders = await listOrders(env, session, {
        symbol: pair?.symbol,
        stage: STAGES[input.status],
        page: input.page,
        limit: input.limit,
      })
      return orders.ok ? done(showRows(catalogue, orders.value.rows, coinOrderRow)) : orders
    },
  }),
]

const USDT_ID = 3

const findPairByIds = (catalogue: Catalogue, currencyId: number, legalId: number): Pair | undefined =>
  catalogue.pairs.find((pair) => pair.base.id === currencyId && pair.quote.id === legalId)
