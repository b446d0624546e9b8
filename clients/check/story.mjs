// What the checks of Binance's clients have in common: answers as the dialect has them, and one order from placed to cancelled.

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

export const SYMBOL = 'BTCUSDT'
export const limit = { symbol: SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.001 }

/** Looks until a value is there. */
export async function eventually(what, find) {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = find()
    if (found) return found
    await wait(50)
  }
  throw new Error(`it never happened: ${what}`)
}

/** Refused by this number of the dialect. */
export async function refusedBy(code, call) {
  const failure = await call.then(
    () => null,
    (error) => error,
  )
  assert.equal(failure?.code ?? failure?.error?.code, code, JSON.stringify(failure) ?? 'not refused')
}

/** Market data; answers a price at which a purchase rests. */
export function checkMarket({ info, depth, klines }) {
  const [pair] = info.symbols
  assert.equal(pair.symbol, SYMBOL)
  assert.deepEqual([pair.status, pair.baseAsset, pair.quoteAsset], ['TRADING', 'BTC', 'USDT'])
  assert.equal(depth.bids.length, 5)
  const [[bid], [ask]] = [depth.bids[0], depth.asks[0]]
  assert.ok(Number(bid) < Number(ask))
  assert.equal(klines.length, 3)
  for (const [at, open, high, low, close] of klines) {
    assert.equal(Number(at) % 60_000, 0)
    assert.ok(Number(low) <= Math.min(open, close) && Math.max(open, close) <= Number(high))
  }
  return Math.floor(Number(bid) * 0.95)
}

function balanceOf({ balances }, asset) {
  const found = balances.find((each) => each.asset === asset)
  return { free: Number(found.free), locked: Number(found.locked) }
}

/** One order by any of the clients, from placed to cancelled. */
export async function checkOrder({ place, find, open, cancel, account }, price) {
  const before = balanceOf(await account(), 'USDT')
  const placed = await place({ ...limit, price })
  const name = { symbol: SYMBOL, orderId: placed.orderId }
  const found = await find(name)
  assert.deepEqual([found.status, Number(found.price), Number(found.origQty)], ['NEW', price, 0.001])
  assert.ok((await open({ symbol: SYMBOL })).some(({ orderId }) => orderId === placed.orderId))
  const held = balanceOf(await account(), 'USDT')
  assert.ok(
    held.locked >= price * 0.001 - 1e-6 && Math.abs(held.free + held.locked - before.free - before.locked) < 1e-6,
  )
  assert.equal((await cancel(name)).status, 'CANCELED')
  assert.equal((await find(name)).status, 'CANCELED')
  return placed.orderId
}

/** Both ends of an order's life in the user's stream. */
export function checkEvents(events, orderId) {
  const states = events.filter(({ e, i }) => e === 'executionReport' && Number(i) === Number(orderId)).map(({ X }) => X)
  assert.deepEqual(states, ['NEW', 'CANCELED'])
  assert.ok(events.some(({ e }) => e === 'outboundAccountPosition'))
}
