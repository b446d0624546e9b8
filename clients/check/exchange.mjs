// Any CCXT exchange with play money: market data by CCXT's structures, then orders from the first to the last of their states.

import assert from 'node:assert/strict'

const SYMBOL = 'BTC/USDT'

export async function checkExchange(exchange, ccxt) {
  await checkMarkets(exchange)
  await checkPrices(exchange)
  await checkOrders(exchange)
  await checkRefusals(exchange, ccxt)
}

/** Resolves when the call is refused by this class of exception, and no other. */
export async function refusedBy(Exception, call) {
  const failure = await call.then(
    () => null,
    (error) => error,
  )
  assert.equal(failure?.constructor.name, Exception.name, String(failure))
}

async function checkMarkets(exchange) {
  const markets = await exchange.loadMarkets()
  const market = markets[SYMBOL]
  assert.ok(market.spot && market.active)
  for (const { precision, limits, maker, taker } of Object.values(markets).filter(({ spot }) => spot)) {
    assert.ok(precision.amount > 0 && precision.price > 0)
    assert.ok(limits.amount.min > 0 && limits.cost.min > 0)
    assert.ok(maker >= 0 && taker >= 0)
  }
  const currency = exchange.currencies.USDT
  assert.ok(currency.precision > 0)
  assert.ok(Object.keys(currency.networks).length > 0)
}

async function checkPrices(exchange) {
  const ticker = await exchange.fetchTicker(SYMBOL)
  assert.equal(ticker.symbol, SYMBOL)
  assert.ok(ticker.low <= ticker.last && ticker.last <= ticker.high)
  assert.ok(ticker.bid <= ticker.ask)
  assert.ok(ticker.vwap >= ticker.low && ticker.vwap <= ticker.high)
  assert.ok(Math.abs(ticker.quoteVolume / (ticker.baseVolume * ticker.vwap) - 1) < 0.001)
  const tickers = await exchange.fetchTickers(['BTC/USDT', 'ETH/USDT'])
  assert.deepEqual(Object.keys(tickers).sort(), ['BTC/USDT', 'ETH/USDT'])

  const book = await exchange.fetchOrderBook(SYMBOL, 5)
  assert.ok(book.bids.length === 5 && book.asks.length === 5)
  assert.ok(book.bids[0][0] < book.asks[0][0])
  for (const [side, sign] of [
    ['bids', -1],
    ['asks', 1],
  ])
    assert.deepEqual(
      book[side].map(([price]) => price),
      book[side].map(([price]) => price).sort((a, b) => sign * (a - b)),
    )

  const minute = 60_000
  const since = Math.floor(Date.now() / minute) * minute - 30 * minute
  const candles = await exchange.fetchOHLCV(SYMBOL, '1m', since, 10)
  assert.deepEqual(
    candles.map(([at]) => at),
    Array.from({ length: 10 }, (_, index) => since + index * minute),
  )
  for (const [, open, high, low, close, volume] of candles) {
    assert.ok(low <= Math.min(open, close) && Math.max(open, close) <= high)
    assert.ok(volume >= 0)
  }
  for (const timeframe of ['1h', '1d', '1w', '1M'])
    assert.equal((await exchange.fetchOHLCV(SYMBOL, timeframe, undefined, 3)).length, 3)
}

async function checkOrders(exchange) {
  const before = await exchange.fetchBalance()
  const bought = await exchange.createOrder(SYMBOL, 'market', 'buy', 0.01)
  assert.deepEqual([bought.status, bought.filled, bought.side, bought.type], ['closed', 0.01, 'buy', 'market'])
  assert.ok(Math.abs(bought.cost / (bought.average * 0.01) - 1) < 1e-6)
  const after = await exchange.fetchBalance()
  const fills = (await exchange.fetchMyTrades(SYMBOL)).filter(({ order }) => order === bought.id)
  const fee = fills.reduce((sum, { fee: { cost } }) => sum + cost, 0)
  assert.ok(Math.abs(fills.reduce((sum, { amount }) => sum + amount, 0) - 0.01) < 1e-9)
  assert.ok(Math.abs(after.BTC.total - (before.BTC?.total ?? 0) - 0.01 + fee) < 1e-8)
  assert.ok(Math.abs(before.USDT.total - after.USDT.total - bought.cost) < 1e-6)
  const spent = await exchange.createMarketBuyOrderWithCost(SYMBOL, 100)
  assert.ok(spent.cost <= 100 && spent.cost > 90, String(spent.cost))
  assert.ok((await exchange.fetchTrades(SYMBOL, undefined, 50)).length > 0)

  const price = Number(exchange.priceToPrecision(SYMBOL, (await exchange.fetchTicker(SYMBOL)).last * 0.95))
  const clientOrderId = `mine-${Date.now()}`
  const resting = await exchange.createOrder(SYMBOL, 'limit', 'buy', 0.001, price, { clientOrderId, postOnly: true })
  const found = await exchange.fetchOrder(resting.id, SYMBOL)
  assert.deepEqual(
    [found.status, found.price, found.amount, found.remaining, found.clientOrderId, found.timeInForce],
    ['open', price, 0.001, 0.001, clientOrderId, found.timeInForce],
  )
  assert.ok((await exchange.fetchOpenOrders(SYMBOL)).some(({ id }) => id === resting.id))
  const held = await exchange.fetchBalance()
  assert.ok(held.USDT.used > price * 0.001 - 1e-6)
  assert.equal((await exchange.cancelOrder(resting.id, SYMBOL)).status, 'canceled')
  assert.equal((await exchange.fetchOrder(resting.id, SYMBOL)).status, 'canceled')
  const never = await exchange.createOrder(SYMBOL, 'limit', 'buy', 0.001, price, { timeInForce: 'IOC' })
  assert.ok(['canceled', 'expired'].includes(never.status), never.status)

  for (let count = 0; count < 3; count += 1) await exchange.createOrder(SYMBOL, 'limit', 'buy', 0.001, price)
  assert.equal((await exchange.fetchOpenOrders(SYMBOL)).length, 3)
  await exchange.cancelAllOrders(SYMBOL)
  assert.equal((await exchange.fetchOpenOrders(SYMBOL)).length, 0)
  const orders = await exchange.fetchOrders(SYMBOL)
  assert.deepEqual(
    orders.map(({ timestamp }) => timestamp),
    orders.map(({ timestamp }) => timestamp).sort((a, b) => a - b),
  )
  assert.ok((await exchange.fetchClosedOrders(SYMBOL)).some(({ id }) => id === bought.id))
  const [first] = orders
  const newer = await exchange.fetchOrders(SYMBOL, first.timestamp + 1)
  assert.ok(newer.every(({ timestamp }) => timestamp > first.timestamp) && newer.length > 0)
}

async function checkRefusals(exchange, ccxt) {
  const { last } = await exchange.fetchTicker(SYMBOL)
  const limit = (side, amount, price, params) => exchange.createOrder(SYMBOL, 'limit', side, amount, price, params)
  await refusedBy(ccxt.InsufficientFunds, limit('buy', 40, last * 0.99))
  // CCXT's `binance` knows the filters of price step and lot as InvalidOrder, and every other filter as BadRequest.
  const OfFilter = exchange.id === 'binance' ? ccxt.BadRequest : ccxt.InvalidOrder
  await refusedBy(OfFilter, limit('buy', 0.001, last * 0.1))
  await refusedBy(OfFilter, limit('buy', 0.00001, last * 0.99))
  await refusedBy(ccxt.OrderImmediatelyFillable, limit('buy', 0.001, last * 1.05, { postOnly: true }))
  await refusedBy(ccxt.OrderNotFound, exchange.cancelOrder('999999', SYMBOL))
  await refusedBy(ccxt.OrderNotFound, exchange.fetchOrder('999999', SYMBOL))
  await refusedBy(ccxt.BadSymbol, exchange.fetchTicker('NO/SUCH'))
}
