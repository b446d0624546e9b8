// Spot trading: orders of the user, sent to the Markets of their pairs, and settlement of the Markets' messages.

import { tableOf } from '#party/lib/table'
import { spotOrder } from '#db/account/spot'
import * as v from 'valibot'
import { findPair } from '#domain/catalogue'
import { formatTrimmed } from '#domain/money/amount'
import { lots, lotsToBase } from '#domain/money/price'
import { ORDER_STAGES } from '#domain/order'
import { done, refuse } from '#domain/outcome'
import type { SpotOrderRow } from '#party/protocol/account-rows'
import type { MessageFacts } from '#party/protocol/message'
import type { AccountState } from '../state'
import { feature, deferredCommand, query, system } from '../feature'
import { madeId, marks, narrowing, newOrder, paging, positive } from '../fields'
import type { Spot } from './state'
import { placeForAgent, valuesForAgent } from './agent-orders'
import { listEnded, listFills, listFillsBefore, listNewestFills, listOrders, listOrdersBefore } from './listing'
import { OrderStore, toOrderRow } from './order-store'
import { amendOrder, cancelAll, cancelForAccount, cancelOrder, placeOrder, placeOrders } from './orders'
import {
  amendOutcome,
  cancelOutcome,
  cancelledOutcome,
  marketsOfOrders,
  orderNosOf,
  orderSoFar,
  placedOutcomes,
  placedSoFar,
} from './outcomes'
import { applyMessage } from './settlement'
import { areAnswered, splitOrders } from './splitting'

const orderName = v.union([v.strictObject({ orderNo: positive }), v.strictObject({ clientOrderId: madeId })])

const before = { before: v.nullable(positive), first: v.optional(positive), limit: paging.limit }

export const spot = feature({
  name: 'spot',
  tables: OrderStore.tables,
  open: (account: AccountState): Spot => ({ account, orders: new OrderStore(account.store) }),
  provides: {
    orders: (spot: Spot) => ({
      facts: (ref) => orderFacts(spot, ref),
      place: (order, now) => placeOrder(spot, order, { now }),
      send: (order, now, roundAt) => placeOrder(spot, order, { now, roundAt, isSizeAccepted: true }),
      cancelForAccount: (orderNo) => cancelForAccount(spot, orderNo),
      cancelAll: () => void cancelAll(spot, null),
      find: (orderNo) => spot.orders.find({ orderNo }),
      row: (orderNo) => orderRow(spot, orderNo),
      openCount: (symbol) => spot.orders.openCount(symbol),
      openOfAgent: (agent, symbol, side) =>
        spot.orders
          .openOrders(symbol)
          .filter((order) => order.agent === agent && order.side === side)
          .reduce((sum, { lots: whole, lotsFilled }) => lots(sum + whole - lotsFilled), lots(0)),
      openOnMargin: () =>
        spot.orders.openOrders(null).flatMap(({ wallet, orderNo }) => (wallet === null ? [] : [orderNo])),
      areAnswered: (symbol) => areAnswered(spot, symbol),
      split: (action, at, splitShares) => splitOrders(spot, action, at, splitShares),
    }),
    market: (spot: Spot) => ({ apply: (symbol, message, replies) => applyMessage(spot, symbol, message, replies) }),
  },
  unfinished: ({ account }: Spot) => ({
    spot_orders: tableOf(spotOrder).count(account.store, "WHERE state IN ('pending', 'open')"),
  }),
  commands: {
    place_spot_orders: deferredCommand({
      byKey: 'trade',
      /** `marks`: of an agent's command. */
      input: v.strictObject({ orders: v.array(newOrder), marks: v.optional(marks) }),
      // A market order's worst price follows the index price of the moment, so a retry carries another one, or none: it is not compared.
      content: ({ orders }) => orders.map((order) => (order.kind === 'market' ? { ...order, ticks: null } : order)),
      cost: ({ orders }) => Math.max(1, orders.length),
      agentValues: valuesForAgent,
      forAgent: placeForAgent,
      run: (spot: Spot, { orders }, { now }) => placeOrders(spot, orders, now),
      answer: placedOutcomes,
      pendingAnswer: placedSoFar,
      waitsForMarkets: (spot, placed) => marketsOfOrders(spot, orderNosOf(placed)),
    }),
    cancel_spot_order: deferredCommand({
      byKey: 'trade',
      input: v.strictObject({ order: orderName }),
      agentValues: () => [],
      run: (spot: Spot, { order }) => cancelOrder(spot, order),
      answer: cancelOutcome,
      pendingAnswer: orderSoFar,
      waitsForMarkets: (_own, { symbol }) => new Set([symbol]),
    }),
    cancel_spot_orders: deferredCommand({
      byKey: 'trade',
      /** Null: of every pair. */
      input: v.strictObject({ symbol: v.nullable(v.string()) }),
      agentValues: () => [],
      run: (spot: Spot, { symbol }) => cancelAll(spot, symbol),
      answer: cancelledOutcome,
      pendingAnswer: (_own, cancelled) => done(cancelled),
      waitsForMarkets: (spot, { orderNos }) => marketsOfOrders(spot, orderNos),
    }),
    amend_spot_order: deferredCommand({
      byKey: 'trade',
      /** Null leaves price or quantity unchanged. */
      input: v.strictObject({ order: orderName, ticks: v.nullable(positive), lots: v.nullable(positive) }),
      run: (spot: Spot, input, { now }) => amendOrder(spot, input, now),
      answer: amendOutcome,
      pendingAnswer: orderSoFar,
      waitsForMarkets: (_own, { symbol }) => new Set([symbol]),
    }),
  },
  queries: {
    spot_order: query({
      input: v.strictObject({ order: orderName }),
      run: (spot: Spot, { order: name }) => {
        const order = spot.orders.find(name)
        return order ? done(toOrderRow(order)) : refuse('order_not_found')
      },
    }),
    spot_orders: query({
      input: v.strictObject({
        symbol: v.nullable(v.string()),
        stage: v.nullable(v.picklist(ORDER_STAGES)),
        ...narrowing,
        ...paging,
      }),
      run: (spot: Spot, input) => done(listOrders(spot, input)),
    }),
    /** Orders with numbers below `before`, newest first; null for the newest. */
    spot_orders_before: query({
      input: v.strictObject({
        symbol: v.nullable(v.string()),
        stage: v.nullable(v.picklist(ORDER_STAGES)),
        from: narrowing.from,
        until: narrowing.until,
        ...before,
      }),
      run: ({ account }: Spot, input) => done(listOrdersBefore(account.store, input)),
    }),
    spot_fills_before: query({
      input: v.strictObject({
        orderNo: v.nullable(positive),
        symbol: v.nullable(v.string()),
        from: narrowing.from,
        until: narrowing.until,
        ...before,
      }),
      run: ({ account }: Spot, input) => done(listFillsBefore(account.store, input)),
    }),
    spot_fills: query({
      input: v.strictObject({
        orderNo: v.nullable(positive),
        symbol: v.nullable(v.string()),
        ...narrowing,
        ...paging,
      }),
      run: (spot: Spot, input) => done(listFills(spot, input)),
    }),
  },
  system: {
    /** One page for the desk. */
    inspect_spot_orders: system({
      commit: 'read',
      run: (spot: Spot, page: { readonly page: number; readonly limit: number }) =>
        listOrders(spot, { symbol: null, stage: null, ...page }),
    }),
    /** Orders with numbers below `before`, newest first; null for the newest. */
    read_spot_orders: system({
      commit: 'read',
      run: ({ account }: Spot, slice: { readonly before: number | null; readonly limit: number }) =>
        listOrdersBefore(account.store, slice),
    }),
  },
  changes: ({ orders }: Spot) => {
    const changed = orders.changed()
    return changed.orders.length + changed.fills.length > 0 ? changed : null
  },
  snapshot: ({ account, orders }: Spot) => ({
    openOrders: orders.openOrders(null).map(toOrderRow),
    /** Ended orders and fills that a new client may have missed, newest first. */
    endedOrders: listEnded(account.store),
    fills: listNewestFills(account.store),
  }),
  save: ({ orders }: Spot, log) => orders.save(log),
  checkpointed: ({ orders }: Spot) => orders.checkpointed(),
})

function orderRow({ orders }: Spot, orderNo: number): SpotOrderRow | undefined {
  const order = orders.find({ orderNo })
  return order && toOrderRow(order)
}

/** Quantities and prices of a finished order, before fees. */
function orderFacts({ account, orders }: Spot, ref: string): MessageFacts {
  const order = orders.find({ orderNo: parseInt(ref.slice('spot:'.length), 10) })
  const pair = order && findPair(account.catalogue, order.symbol)
  if (!pair) return { pair: order?.symbol ?? '' }
  return {
    side: order.side,
    pair: `${pair.base.code}/${pair.quote.code}`,
    amount: formatTrimmed(pair.base, lotsToBase(pair, order.lotsFilled)),
    asset: pair.base.code,
    total: formatTrimmed(pair.quote, order.quoteFilled),
    quote: pair.quote.code,
    order: String(order.orderNo),
  }
}
