// The Binance Spot dialect through CCXT's `binance` class, of which only the addresses are changed.

import { checkExchange, refusedBy } from './exchange.mjs'

export async function check({ url, key, reader, ccxt }) {
  const open = ({ id, secret }) => {
    const exchange = new ccxt.binance({ apiKey: id, secret })
    for (const [name, address] of Object.entries(exchange.urls.api))
      if (typeof address === 'string') exchange.urls.api[name] = address.replace(/^https?:\/\/[^/]+/, `${url}/binance`)
    return exchange
  }
  const exchange = open(key)
  await checkExchange(exchange, ccxt)
  await refusedBy(ccxt.AuthenticationError, open({ ...key, secret: 'f'.repeat(64) }).fetchBalance())
  await refusedBy(ccxt.AuthenticationError, open(reader).createOrder('BTC/USDT', 'market', 'buy', 0.001))
  const late = open(key)
  late.options.timeDifference = 120_000
  await refusedBy(ccxt.InvalidNonce, late.fetchBalance())
  console.log('binance: CCXT passes with its addresses changed')
}
