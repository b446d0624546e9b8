// Checks of a trader's orders after the last kill: acknowledged orders exist as acknowledged, and fills add up.

import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { FillRow, OrderRow, Trader } from './trader'

const LOOKS_MAX = 200

export interface Holdings {
  readonly orders: readonly OrderRow[]
  readonly fills: readonly FillRow[]
}

/** Orders and fills of one moment: read in pages, and again when the house traded with one of them meanwhile. */
export async function readHoldings(url: string, trader: Trader): Promise<Holdings> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const orders = await trader.listOrders(url)
    const fills = await trader.listFills(url)
    const again = await trader.listOrders(url)
    if (JSON.stringify(orders) === JSON.stringify(again)) return { orders, fills }
    await wait(100)
  }
  throw new Error(`the orders of ${trader.name} do not come to rest`)
}

export function expectOrdersKept(trader: Trader, { orders, fills }: Holdings): void {
  const ids = orders.map((order) => order.client_order_id)
  expect(new Set(ids).size, `${trader.name} has no order twice`).toBe(ids.length)
  const now = new Map(orders.map((order) => [order.client_order_id, order]))
  for (const [id, orderNo] of trader.placed) expect(now.get(id)?.order_id, id).toBe(orderNo)
  for (const row of trader.acknowledged) expectAsSaid(row, now.get(row.client_order_id))
  const fillsOf = groupBy(fills, (fill) => fill.order_id)
  for (const order of orders) {
    if (order.state !== 'rejected')
      expect(trader.placed.has(order.client_order_id), `${order.client_order_id} was acknowledged`).toBe(true)
    expectCancelAsked(trader, order)
    expectFillsAddUp(order, fillsOf.get(order.order_id) ?? [])
  }
}

/** A closed order equals its acknowledgement exactly. An open one may have traded further, but not back. */
function expectAsSaid(said: OrderRow, now: OrderRow | undefined): void {
  if (said.state !== 'open' && said.state !== 'pending') {
    expect(now).toEqual(said)
    return
  }
  expect(fixedPart(now)).toEqual(fixedPart(said))
  if (now === undefined) return
  for (const field of ['filled_quantity', 'filled_quote', 'fee'] as const)
    expect(units(now[field]) >= units(said[field]), `${said.client_order_id}: ${field}`).toBe(true)
  if (said.state === 'open') expect(['open', 'filled', 'cancelled'], said.client_order_id).toContain(now.state)
}

const fixedPart = (order: OrderRow | undefined) => ({
  ...order,
  ...{ state: null, close_reason: null, filled_quantity: null, filled_quote: null, fee: null },
  ...{ average_price: null, updated_at: null, refusal: null },
})

/** Every cancelled order has a sent cancel, and no acknowledged cancel is open. */
function expectCancelAsked(trader: Trader, order: OrderRow): void {
  if (order.close_reason === 'cancelled')
    expect(trader.cancelsSent.has(order.client_order_id), `${order.client_order_id}: a cancel was sent`).toBe(true)
  if (trader.cancelledNos.has(order.order_id))
    expect(['cancelled', 'filled'], order.client_order_id).toContain(order.state)
}

function expectFillsAddUp(order: OrderRow, fills: readonly FillRow[]): void {
  const sum = (of: (fill: FillRow) => bigint) => fills.reduce((total, fill) => total + of(fill), 0n)
  expect(
    {
      quantity: sum((fill) => units(fill.quantity)),
      quote: sum((fill) => units(fill.price) * units(fill.quantity)),
      fee: sum((fill) => units(fill.fee)),
    },
    order.client_order_id,
  ).toEqual({
    quantity: units(order.filled_quantity),
    quote: units(order.filled_quote) * UNIT,
    fee: units(order.fee),
  })
}

/** Each trade is reported once to each side, with equal data. Returns the number of trades. */
export function expectTradesMatch(all: readonly Holdings[]): number {
  const fills = all.flatMap((one) => one.fills)
  const sidesOf = groupBy(fills, (fill) => fill.trade_no)
  for (const [tradeNo, sides] of sidesOf) {
    const [one, other] = sides
    // A trade known to one trader only has the house as its other side.
    if (one === undefined || other === undefined) continue
    expect(sides, `trade ${tradeNo}`).toHaveLength(2)
    expect([one.price, one.quantity]).toEqual([other.price, other.quantity])
    expect([one.side, other.side].sort()).toEqual(['buy', 'sell'])
    expect([one.role, other.role].sort()).toEqual(['maker', 'taker'])
  }
  return sidesOf.size
}

function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

const DECIMALS = 18
const UNIT = 10n ** BigInt(DECIMALS)

/** "1.5" in units of the last decimal of all amounts. */
function units(text: string): bigint {
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(DECIMALS, '0'))
}
