// Outcomes of spot commands, built from the orders and the Market's replies, at once or after the Market has answered.

import { assert } from '#domain/assert'
import { type Outcome, type Refused, done, refuse } from '#domain/outcome'
import type { MarketRefusal, PlaceRefusal } from '#domain/spot'
import type { SpotOrderRow } from '#party/protocol/account-rows'
import { isUndecided } from '#domain/order'
import type { MarketReplies } from '../capabilities'
import type { PendingOrderChange, CancelledOrders, PlacedOrders, Spot } from './state'
import { type SpotOrder, isOpen, toOrderRow } from './order-store'

type OrderOutcome = Outcome<SpotOrderRow, MarketRefusal>
type PlacedOutcome = Outcome<readonly Outcome<SpotOrderRow, PlaceRefusal | MarketRefusal>[], never>

/** Current state of the orders, pending ones included. */
export const placedSoFar = (spot: Spot, { items }: PlacedOrders): PlacedOutcome =>
  done(
    items.map((item) =>
      typeof item === 'number' ? placedOutcome(getOrder(spot, item)) : { ok: false, refusal: item },
    ),
  )

export function placedOutcomes(spot: Spot, placed: PlacedOrders): PlacedOutcome | undefined {
  const isPending = orderNosOf(placed).some((orderNo) => isUndecided(getOrder(spot, orderNo)))
  return isPending ? undefined : placedSoFar(spot, placed)
}

export function cancelledOutcome(
  spot: Spot,
  { orderNos }: CancelledOrders,
): Outcome<CancelledOrders, never> | undefined {
  const orders = orderNos.map((orderNo) => getOrder(spot, orderNo))
  if (orders.some(isOpen)) return undefined
  return done({ orderNos: orders.filter((order) => order.closeReason === 'cancelled').map((order) => order.orderNo) })
}

export const orderSoFar = (spot: Spot, { orderNo }: PendingOrderChange): OrderOutcome =>
  done(toOrderRow(getOrder(spot, orderNo)))

export function cancelOutcome(spot: Spot, asked: PendingOrderChange, replies: MarketReplies): OrderOutcome | undefined {
  const order = getOrder(spot, asked.orderNo)
  if (order.closeReason === 'cancelled') return done(toOrderRow(order))
  return refusedBy(asked, replies) ?? (isOpen(order) ? undefined : refuse('order_not_open'))
}

export function amendOutcome(spot: Spot, asked: PendingOrderChange, replies: MarketReplies): OrderOutcome | undefined {
  const order = getOrder(spot, asked.orderNo)
  const refused = refusedBy(asked, replies)
  if (refused) return refused
  if (asked.symbol === replies.symbol && replies.amended.has(asked.seq)) return done(toOrderRow(order))
  return order.amend?.seq === asked.seq ? undefined : refuse('order_not_open')
}

export const orderNosOf = ({ items }: PlacedOrders): number[] => items.filter((item) => typeof item === 'number')

export const marketsOfOrders = (spot: Spot, orderNos: readonly number[]): ReadonlySet<string> =>
  new Set(
    orderNos
      .map((orderNo) => getOrder(spot, orderNo))
      .filter(isOpen)
      .map(({ symbol }) => symbol),
  )

const placedOutcome = (order: SpotOrder): OrderOutcome =>
  order.refusal === null ? done(toOrderRow(order)) : refuse(order.refusal, order.refusalFacts ?? {})

function refusedBy({ symbol, seq }: PendingOrderChange, replies: MarketReplies): Refused<MarketRefusal> | undefined {
  const refusal = symbol === replies.symbol ? replies.refused.get(seq) : undefined
  return refusal && { ok: false, refusal }
}

function getOrder({ orders }: Spot, orderNo: number): SpotOrder {
  const order = orders.find({ orderNo })
  assert(order !== undefined, `order ${orderNo} is kept`)
  return order
}
