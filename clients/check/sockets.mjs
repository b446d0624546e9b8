// Any CCXT exchange with play money through its sockets: market data joins REST without a gap, and own orders are heard from the first to
// the last of their states.

import assert from 'node:assert/strict'
import { refusedBy } from './exchange.mjs'

const SYMBOL = 'BTC/USDT'

/** Reads a stream until an update passes. */
export async function until(read, passes) {
  for (;;) {
    const update = await read()
    if (passes(update)) return update
  }
}

export async function checkSockets(exchange, ccxt) {
  // Sockets without TLS need it.
  await exchange.loadHttpProxyAgent()
  await exchange.loadMarkets()
  const ticker = await exchange.watchTicker(SYMBOL)
  assert.equal(ticker.symbol, SYMBOL)
  assert.ok(ticker.low <= ticker.last && ticker.last <= ticker.high)
  const tickers = await exchange.watchTickers(['BTC/USDT', 'ETH/USDT'])
  assert.ok(Object.keys(tickers).every((symbol) => ['BTC/USDT', 'ETH/USDT'].includes(symbol)))
  await checkBook(exchange)
  await checkOrders(exchange)
  await checkCommands(exchange, ccxt)
}

/** Ten books, each as a book must be, and one equal to REST at the same number. */
async function checkBook(exchange) {
  const levels = ({ bids, asks }) =>
    JSON.stringify([bids, asks].map((side) => side.slice(0, 10).map((row) => row.slice(0, 2))))
  const heard = new Map()
  let equal = 0
  for (let count = 0; count < 10 || equal === 0; count += 1) {
    const book = await exchange.watchOrderBook(SYMBOL)
    assert.ok(book.bids[0][0] < book.asks[0][0])
    assert.ok(!heard.has(book.nonce) || heard.get(book.nonce) === levels(book))
    heard.set(book.nonce, levels(book))
    const asked = exchange.fetchOrderBook(SYMBOL, 100)
    while (!heard.has((await asked).nonce) && [...heard.keys()].at(-1) < (await asked).nonce) {
      const next = await exchange.watchOrderBook(SYMBOL)
      heard.set(next.nonce, levels(next))
    }
    const { nonce } = await asked
    if (!heard.has(nonce)) continue
    assert.equal(levels(await asked), heard.get(nonce))
    equal += 1
  }
}

async function checkOrders(exchange) {
  const { last } = await exchange.fetchTicker(SYMBOL)
  const price = Number(exchange.priceToPrecision(SYMBOL, last * 0.95))
  const orders = []
  const fills = []
  const balances = []
  const hear = (read, heard) =>
    (async () => {
      for (;;) heard.push(...[await read()].flat().map((each) => ({ ...each })))
    })().catch(() => undefined)
  void hear(() => exchange.watchOrders(SYMBOL), orders)
  void hear(() => exchange.watchMyTrades(SYMBOL), fills)
  void hear(() => exchange.watchBalance(), balances)
  const trades = exchange.watchTrades(SYMBOL)
  // The first order may be placed before the account is heard.
  for (let tries = 0; orders.length === 0; tries += 1) {
    assert.ok(tries < 100)
    const { id } = await exchange.createOrder(SYMBOL, 'limit', 'buy', 0.001, price)
    await exchange.cancelOrder(id, SYMBOL)
  }
  const resting = await exchange.createOrder(SYMBOL, 'limit', 'buy', 0.001, price)
  await exchange.cancelOrder(resting.id, SYMBOL)
  const bought = await exchange.createOrder(SYMBOL, 'market', 'buy', 0.01)
  const statesOf = (id) => [...new Set(orders.filter((order) => order.id === id).map(({ status }) => status))]
  await until(
    () => exchange.sleep(20),
    () => statesOf(resting.id).includes('canceled') && statesOf(bought.id).includes('closed'),
  )
  assert.deepEqual(statesOf(resting.id), ['open', 'canceled'])
  const ended = orders.findLast(({ id }) => id === bought.id)
  assert.deepEqual([ended.filled, ended.side, ended.type], [0.01, 'buy', 'market'])
  const sumOf = (rows) => rows.filter(({ order }) => order === bought.id).reduce((sum, { amount }) => sum + amount, 0)
  await until(
    () => exchange.sleep(20),
    () => sumOf(fills) > 0.0099,
  )
  assert.ok(Math.abs(sumOf(fills) - 0.01) < 1e-9)
  assert.ok(fills.every(({ fee, takerOrMaker }) => fee.cost > 0 && takerOrMaker === 'taker'))
  const { BTC, USDT } = await exchange.fetchBalance()
  await until(
    () => exchange.sleep(20),
    () => balances.at(-1)?.USDT?.free === USDT.free,
  )
  const heard = balances.at(-1)
  assert.deepEqual([heard.BTC.free, heard.USDT.used, heard.USDT.total], [BTC.free, USDT.used, USDT.total])
  assert.ok((await trades).every(({ id, amount, price: at }) => id && amount > 0 && at > 0))
}

/** Orders by the socket. */
async function checkCommands(exchange, ccxt) {
  const { last } = await exchange.fetchTicker(SYMBOL)
  const price = Number(exchange.priceToPrecision(SYMBOL, last * 0.95))
  const limit = (amount, at, params) => exchange.createOrderWs(SYMBOL, 'limit', 'buy', amount, at, params)
  const placed = await limit(0.001, price)
  assert.deepEqual([placed.status, placed.price, placed.amount], ['open', price, 0.001])
  assert.equal((await exchange.fetchOrder(placed.id, SYMBOL)).status, 'open')
  assert.equal((await exchange.cancelOrderWs(placed.id, SYMBOL)).status, 'canceled')
  const bought = await exchange.createOrderWs(SYMBOL, 'market', 'buy', 0.001)
  assert.deepEqual([bought.status, bought.filled], ['closed', 0.001])
  for (let count = 0; count < 3; count += 1) await limit(0.001, price)
  await exchange.cancelAllOrdersWs(SYMBOL)
  assert.deepEqual(await exchange.fetchOpenOrders(SYMBOL), [])
  await refusedBy(ccxt.InsufficientFunds, limit(40, last * 0.99))
  // CCXT's `binance` sends `postOnly` itself beside what it means on its socket, as by REST it does not.
  if (exchange.id !== 'binance')
    await refusedBy(ccxt.OrderImmediatelyFillable, limit(0.001, last * 1.05, { postOnly: true }))
  await refusedBy(ccxt.OrderNotFound, exchange.cancelOrderWs('999999', SYMBOL))
}
