// What any book may assume of an order it is given. A breach is the caller's mistake: the Market checks orders before it sends them.

import { assert } from '#domain/assert'
import type { BookOrder, RestingOrder } from './book'

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0

export function assertSubmittable(order: BookOrder, lastId: number): void {
  assert(Number.isSafeInteger(order.id) && order.id > lastId, 'an order has a safe id above every id before it')
  assert(Number.isSafeInteger(order.owner) && order.owner >= 0, 'an owner is an account number')
  // Zero means any price, for a market sell only: a limit order at price zero could rest.
  assert(isCount(order.ticks) || (order.isMarket && order.ticks === 0), 'a price is a positive, safe number of ticks')
  if (order.budgetTickLots === null) {
    assert(isCount(order.lots), 'a quantity is a positive, safe number of lots')
  } else {
    assert(order.isMarket && order.side === 'buy', 'only a market buy has a budget')
    assert(isCount(order.budgetTickLots), 'a budget is a positive, safe number')
  }
}

export function assertRestorable(order: RestingOrder): void {
  assert(isCount(order.id), 'an order has a positive, safe id')
  assert(Number.isSafeInteger(order.owner) && order.owner >= 0, 'an owner is an account number')
  assert(isCount(order.ticks), 'a price is a positive, safe number of ticks')
  assertLotsLeft(order.lotsLeft)
}

export function assertLotsLeft(lotsLeft: number): void {
  assert(isCount(lotsLeft), 'a resting order has a positive, safe number of lots left')
}
