// The exchange class of clients/ccxt through CCXT: every method that it says it has, and the exceptions that its users wait for.

import assert from 'node:assert/strict'
import { checkExchange, refusedBy } from './exchange.mjs'
import { checkSockets, until } from './sockets.mjs'

export async function check({ url, key, reader, ours: Exchange, ccxt }) {
  const open = ({ id, secret }) => {
    const exchange = new Exchange({ apiKey: id, secret, timeout: 60_000 })
    const ws = `${url.replace('http', 'ws')}/api/v1/ws`
    exchange.urls.api = { public: `${url}/api`, private: `${url}/api`, ws }
    return exchange
  }
  const exchange = open(key)
  await checkExchange(exchange, ccxt)

  const status = await exchange.fetchStatus()
  assert.equal(status.status, 'ok')
  assert.ok(Math.abs((await exchange.fetchTime()) - Date.now()) < 60_000)
  const fees = await exchange.fetchTradingFees()
  assert.ok(fees['BTC/USDT'].taker > 0)

  // A trade is in the ledger, with the money that it moved.
  const ledger = await exchange.fetchLedger(undefined, undefined, 100)
  assert.ok(ledger.some(({ type }) => type === 'trade'))
  for (const { before, after, amount, direction } of ledger)
    assert.ok(Math.abs(before + (direction === 'in' ? amount : -amount) - after) < 1e-6)
  const moved = await exchange.transfer('USDT', 12.5, 'spot', 'funding')
  assert.equal(moved.amount, 12.5)
  const [transfer] = await exchange.fetchTransfers('USDT')
  assert.deepEqual([transfer.fromAccount, transfer.toAccount, transfer.amount], ['spot', 'funding', 12.5])
  const funding = await exchange.fetchBalance({ type: 'funding' })
  assert.ok(funding.USDT.free >= 12.5)
  assert.deepEqual(await exchange.fetchDeposits('USDT'), [])
  assert.deepEqual(await exchange.fetchWithdrawals(), [])

  // Several orders at once: the refused one alone is refused.
  const price = (await exchange.fetchTicker('BTC/USDT')).last * 0.95
  const rest = { symbol: 'BTC/USDT', type: 'limit', side: 'buy', amount: 0.001, price }
  const placed = await exchange.createOrders([rest, { ...rest, amount: 1_000 }, rest])
  assert.deepEqual(
    placed.map(({ status }) => status),
    ['open', 'rejected', 'open'],
  )
  const cheaper = price * 0.98
  const edited = await exchange.editOrder(placed[0].id, 'BTC/USDT', 'limit', 'buy', 0.002, cheaper)
  assert.equal(edited.amount, 0.002)
  assert.equal(edited.price, Number(exchange.priceToPrecision('BTC/USDT', cheaper)))

  // A walk meets each order once while orders arrive.
  const known = (await exchange.fetchOrders('BTC/USDT', undefined, 100)).map(({ id }) => id)
  const met = []
  for (let cursor = 0; cursor !== null;) {
    const { message } = await exchange.privateGetV1Orders({ symbol: 'BTC-USDT', limit: 2, cursor })
    met.push(...message.list.map(({ order_id: id }) => String(id)))
    cursor = message.next_cursor
    await exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.001, price)
  }
  assert.deepEqual(met.filter((id) => known.includes(id)).sort(), known.sort())
  assert.equal(new Set(met).size, met.length)
  await exchange.cancelAllOrders('BTC/USDT')

  await checkSockets(exchange, ccxt)
  await checkSocketOnly(exchange, { price, rest })
  await exchange.close()

  // What an attacker or a careless owner meets.
  const wrong = open({ ...key, secret: 'f'.repeat(64) })
  await refusedBy(ccxt.AuthenticationError, wrong.fetchBalance())
  await refusedBy(ccxt.AuthenticationError, open({ ...key, id: `1.${'0'.repeat(48)}` }).fetchBalance())
  await refusedBy(ccxt.PermissionDenied, open(reader).createOrder('BTC/USDT', 'market', 'buy', 0.001))
  const late = open(key)
  late.options.timeDifference = 120_000
  await refusedBy(ccxt.InvalidNonce, late.fetchBalance())
  const readOnly = open(reader)
  await Promise.all([wrong, late, readOnly].map((each) => each.loadHttpProxyAgent()))
  await refusedBy(ccxt.AuthenticationError, wrong.watchBalance())
  await refusedBy(ccxt.InvalidNonce, late.watchOrders())
  assert.ok((await readOnly.watchBalance()).info)
  await refusedBy(ccxt.PermissionDenied, readOnly.createOrderWs('BTC/USDT', 'market', 'buy', 0.001))
  await Promise.all([wrong, late, readOnly].map((each) => each.close()))
  await refusedBy(ccxt.BadRequest, exchange.publicGetV1Candles({ symbol: 'BTC-USDT', period: '7min' }))
  console.log('ccxt: the class of clients/ccxt passes')
}

/** What this site's socket has and others lack: several orders in one message, amendments, and a stream that goes on after a loss. */
async function checkSocketOnly(exchange, { price, rest }) {
  const placed = await exchange.createOrdersWs([rest, { ...rest, amount: 1_000 }])
  assert.deepEqual(
    placed.map(({ status }) => status),
    ['open', 'rejected'],
  )
  const [{ id }] = placed
  const edited = await exchange.editOrderWs(id, 'BTC/USDT', 'limit', 'buy', 0.002, price)
  assert.deepEqual([edited.id, edited.amount], [id, 0.002])
  // The connection is lost, and the order ends meanwhile: its end is heard all the same.
  await exchange.close()
  await exchange.cancelOrder(id, 'BTC/USDT')
  const statusOf = (orders) => orders.findLast((order) => order.id === id)?.status
  await until(
    () => exchange.watchOrders('BTC/USDT'),
    (orders) => statusOf(orders) === 'canceled',
  )
  assert.equal(await exchange.unWatchOrderBook('BTC/USDT'), true)
  const { message } = await exchange.cancelAllOrdersAfter(60_000)
  assert.ok(message.cancel_at > Date.now())
  assert.equal((await exchange.cancelAllOrdersAfter(0)).message.cancel_at, null)
}
