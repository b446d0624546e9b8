// Lists of the user's spot orders and fills, on saved state, newest first.

import type { OrderStage, OrderState } from '#domain/order'
import { spotFill, spotOrder } from '#db/account/spot'
import type { Page, SpotFillRow, SpotOrderRow } from '#party/protocol/account-rows'
import type { Paging } from '#party/lib/slice'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import { type Condition, type Listing, type Narrowing, type Slice, narrowed, readBefore, readPage } from '../listing'
import type { Spot } from './state'
import { readOrder, toFillRow, toOrderRow } from './order-store'

/** How many fills, and how many of the newest orders, a snapshot carries. */
const RECENT_ROWS = 50

const STATES_OF = {
  open: ['pending', 'open'],
  closed: ['filled', 'cancelled', 'rejected'],
  filled: ['filled'],
  cancelled: ['cancelled', 'rejected'],
  taken: ['pending', 'open', 'filled', 'cancelled'],
  called_off: ['cancelled'],
} as const satisfies Record<OrderStage, readonly OrderState[]>

const ordersWith = (conditions: readonly Condition[]): Listing<RowOf<typeof spotOrder>> => ({
  table: tableOf(spotOrder),
  key: 'order_no',
  conditions,
})

interface OrderFilter {
  readonly symbol: string | null
  readonly stage: OrderStage | null
}

interface FillFilter {
  readonly orderNo: number | null
  readonly symbol: string | null
}

export function listOrders(
  { account: { store }, orders }: Spot,
  { symbol, stage, side, from, until, ...page }: Paging & Narrowing & OrderFilter,
): Page<SpotOrderRow> {
  const conditions = [...ofSymbol(symbol), ...narrowed('opened_at', { side, from, until })]
  const listing = ordersWith(stage === null ? conditions : [...conditions, isAccepted(stage)])
  const stored = readPage(store, { ...listing, history: orders.orderHistory }, page)
  return { rows: stored.rows.map(rowOf), total: stored.total }
}

const isAccepted = (stage: OrderStage): Condition => ({
  text: `state IN (${STATES_OF[stage].map((state) => `'${state}'`).join(', ')})`,
})

/** Orders with numbers below `before`; null for the newest. */
export const listOrdersBefore = (
  store: Store,
  { symbol = null, stage = null, from, until, ...slice }: Slice & Narrowing & Partial<OrderFilter>,
): SpotOrderRow[] => {
  const conditions = [...ofSymbol(symbol), ...narrowed('opened_at', { from, until })]
  return readBefore(store, ordersWith(stage === null ? conditions : [...conditions, isAccepted(stage)]), slice).map(
    rowOf,
  )
}

/** Fills with numbers below `before`, and these numbers. */
export function listFillsBefore(
  store: Store,
  { orderNo, symbol, from, until, ...slice }: Slice & Narrowing & FillFilter,
): (SpotFillRow & { readonly id: number })[] {
  const conditions = [...narrowed('at', { from, until }), ...ofOrder(orderNo), ...ofSymbol(symbol)]
  const fills = readBefore(store, { table: tableOf(spotFill), key: 'id', conditions }, slice)
  return fills.map((fill) => ({ id: fill.id, ...toFillRow(fill) }))
}

const ofSymbol = (symbol: string | null): Condition[] =>
  symbol === null ? [] : [{ text: 'symbol = ?', value: symbol }]

const ofOrder = (orderNo: number | null): Condition[] =>
  orderNo === null ? [] : [{ text: 'order_no = ?', value: orderNo }]

const ORDERS_FILLED = tableOf(spotFill).pick('orderNo')

/** The newest orders that ended, and the older ones that filled lately: both are found by their number alone. */
export function listEnded(store: Store): SpotOrderRow[] {
  const filled = ORDERS_FILLED.rows(store, `ORDER BY id DESC LIMIT ${RECENT_ROWS}`).map(({ orderNo }) => orderNo)
  const newest = `WHERE state NOT IN ('pending', 'open') AND (
      order_no IN (SELECT order_no FROM spot_order ORDER BY order_no DESC LIMIT ${RECENT_ROWS})
      OR order_no IN (${filled.join(', ')}))
    ORDER BY order_no DESC`
  return tableOf(spotOrder).rows(store, newest).map(rowOf)
}

export const listNewestFills = (store: Store): SpotFillRow[] =>
  tableOf(spotFill).rows(store, `ORDER BY id DESC LIMIT ${RECENT_ROWS}`).map(toFillRow)

export function listFills(
  { account: { store }, orders }: Spot,
  { orderNo, symbol, side, from, until, ...page }: Paging & Narrowing & FillFilter,
): Page<SpotFillRow> {
  const conditions = [...narrowed('at', { side, from, until }), ...ofOrder(orderNo), ...ofSymbol(symbol)]
  const listing = { table: tableOf(spotFill), key: 'id', conditions, history: orders.fillHistory } as const
  const stored = readPage(store, listing, page)
  return { rows: stored.rows.map(toFillRow), total: stored.total }
}

const rowOf = (row: RowOf<typeof spotOrder>): SpotOrderRow => toOrderRow(readOrder(row))
