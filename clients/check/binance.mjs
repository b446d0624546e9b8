// The Binance Spot dialect through CCXT's `binance` class, of which only the addresses are changed.

import assert from 'node:assert/strict'
import { checkExchange, refusedBy } from './exchange.mjs'
import { checkSockets } from './sockets.mjs'

/** The same addresses on another site. */
const moved = (address, url) =>
  typeof address === 'string'
    ? address
        .replace(/^https?:\/\/[^/]+/, `${url}/binance`)
        .replace(/^wss:\/\/[^/]+/, `${url.replace('http', 'ws')}/binance`)
    : Object.fromEntries(Object.entries(address).map(([name, each]) => [name, moved(each, url)]))

export async function check({ url, key, reader, ccxt }) {
  const open = ({ id, secret }) => {
    const exchange = new ccxt.pro.binance({ apiKey: id, secret, timeout: 60_000 })
    exchange.urls.api = moved(exchange.urls.api, url)
    return exchange
  }
  const exchange = open(key)
  await checkExchange(exchange, ccxt)
  await checkSockets(exchange, ccxt)
  await exchange.loadHttpProxyAgent()
  const [candle] = await exchange.watchOHLCV('BTC/USDT', '1m')
  assert.ok(candle[3] <= candle[4] && candle[4] <= candle[2])
  const { info } = await exchange.fetchBalanceWs()
  assert.ok(info.balances.find(({ asset }) => asset === 'BTC').free > 0)
  await exchange.close()
  await refusedBy(ccxt.AuthenticationError, open({ ...key, secret: 'f'.repeat(64) }).fetchBalance())
  await refusedBy(ccxt.AuthenticationError, open(reader).createOrder('BTC/USDT', 'market', 'buy', 0.001))
  const late = open(key)
  late.options.timeDifference = 120_000
  await refusedBy(ccxt.InvalidNonce, late.fetchBalance())
  console.log('binance: CCXT passes with its addresses changed')
}
