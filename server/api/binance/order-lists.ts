// Lists of own orders and fills in the Binance Spot dialect.

import * as v from 'valibot'
import { listFillsBefore, listOrdersBefore } from '#services/spot'
import { toFaultOr, findNamed, pairsOf, signed } from './endpoint'
import { succeed } from './fault'
import { showFill, showOrder } from './order-rows'
import { instant, orderId, rowLimit, signedFields, symbolName } from './parameters'

/** Far above the open orders that pairs allow an account. */
export const OPEN_ORDERS_SHOWN = 5_000

export const openOrders = signed(v.object({ symbol: v.optional(symbolName), ...signedFields }), {
  scope: 'read',
  weight: 6,
  answer: async ({ env, catalogue, session, input }) => {
    const pair = input.symbol === undefined ? succeed(null) : findNamed(catalogue, input.symbol)
    if (!pair.ok) return pair
    const walk = {
      symbol: pair.value?.symbol ?? null,
      stage: 'open',
      before: null,
      first: 1,
      limit: OPEN_ORDERS_SHOWN,
    } as const
    const rows = toFaultOr(await listOrdersBefore(env, session, walk), 'read')
    if (!rows.ok) return rows
    const known = pairsOf(catalogue)
    return succeed(
      rows.value.flatMap((row) => {
        const own = known.find(({ symbol }) => symbol === row.symbol)
        return own ? [showOrder(own, row)] : []
      }),
    )
  },
})

const list = {
  symbol: symbolName,
  startTime: v.optional(instant),
  endTime: v.optional(instant),
  limit: rowLimit(500, 1_000),
  ...signedFields,
}

/** A walk from a number or an instant on goes up; without either the newest rows are meant. Answers ascend in any case. */
const walkOf = (
  first: number | undefined,
  { startTime, endTime, limit }: { startTime?: number | undefined; endTime?: number | undefined; limit: number },
) => ({
  from: startTime,
  until: endTime === undefined ? undefined : endTime + 1,
  before: null,
  first: first ?? (startTime === undefined ? undefined : 1),
  limit,
})
const ascending = <Row>(rows: readonly Row[], keyOf: (row: Row) => number): readonly Row[] =>
  [...rows].sort((one, other) => keyOf(one) - keyOf(other))

export const allOrders = signed(v.object({ ...list, orderId: v.optional(orderId) }), {
  scope: 'read',
  weight: 20,
  answer: async ({ env, catalogue, session, input }) => {
    const pair = findNamed(catalogue, input.symbol)
    if (!pair.ok) return pair
    const walk = { symbol: pair.value.symbol, stage: null, ...walkOf(input.orderId, input) }
    const rows = toFaultOr(await listOrdersBefore(env, session, walk), 'read')
    if (!rows.ok) return rows
    return succeed(ascending(rows.value, ({ orderNo }) => orderNo).map((row) => showOrder(pair.value, row)))
  },
})

export const myTrades = signed(v.object({ ...list, orderId: v.optional(orderId), fromId: v.optional(orderId) }), {
  scope: 'read',
  weight: 20,
  answer: async ({ env, catalogue, session, input }) => {
    const pair = findNamed(catalogue, input.symbol)
    if (!pair.ok) return pair
    const walk = { symbol: pair.value.symbol, orderNo: input.orderId ?? null, ...walkOf(input.fromId, input) }
    const rows = toFaultOr(await listFillsBefore(env, session, walk), 'read')
    if (!rows.ok) return rows
    return succeed(ascending(rows.value, ({ id }) => id).map((row) => showFill(pair.value, row)))
  },
})
