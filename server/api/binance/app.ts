// /binance: the Spot REST dialect of Binance over the use cases of this site, for programs that speak it already. Their base address is
// `/binance`, their key is one of /settings/api.

import { Hono } from 'hono'
import { account, coins } from './account'
import { answerFault, byHttp } from './endpoint'
import { exchangeInfo, noSymbols } from './exchange-info'
import { aggregateTrades, depth, klines, ping, time, trades } from './market'
import { allOrders, myTrades, openOrders } from './order-lists'
import { cancel, cancelAllOfPair, find, place, tryOut } from './orders'
import { bookTicker, dayTicker, price } from './tickers'

export const binance = new Hono<{ Bindings: Env }>()

binance.get('/api/v3/ping', byHttp(ping))
binance.get('/api/v3/time', byHttp(time))
binance.get('/api/v3/exchangeInfo', byHttp(exchangeInfo))
binance.get('/api/v3/depth', byHttp(depth))
binance.get('/api/v3/trades', byHttp(trades))
binance.get('/api/v3/aggTrades', byHttp(aggregateTrades))
binance.get('/api/v3/klines', byHttp(klines))
binance.get('/api/v3/uiKlines', byHttp(klines))
binance.get('/api/v3/ticker/price', byHttp(price))
binance.get('/api/v3/ticker/bookTicker', byHttp(bookTicker))
binance.get('/api/v3/ticker/24hr', byHttp(dayTicker))
binance.post('/api/v3/order', byHttp(place))
binance.post('/api/v3/order/test', byHttp(tryOut))
binance.get('/api/v3/order', byHttp(find))
binance.delete('/api/v3/order', byHttp(cancel))
binance.get('/api/v3/openOrders', byHttp(openOrders))
binance.delete('/api/v3/openOrders', byHttp(cancelAllOfPair))
binance.get('/api/v3/allOrders', byHttp(allOrders))
binance.get('/api/v3/myTrades', byHttp(myTrades))
binance.get('/api/v3/account', byHttp(account))
binance.get('/sapi/v1/capital/config/getall', byHttp(coins))
// Clients that load every market ask for those of margin and futures too.
binance.get('/sapi/v1/margin/allPairs', (context) => context.json([]))
binance.get('/sapi/v1/margin/isolated/allPairs', (context) => context.json([]))
binance.get('/fapi/v1/exchangeInfo', byHttp(noSymbols))
binance.get('/dapi/v1/exchangeInfo', byHttp(noSymbols))

const UNSUPPORTED = { status: 404, code: -1020, msg: 'This operation is not supported.' }
binance.all('*', () => answerFault(UNSUPPORTED))
binance.onError((error) => {
  console.error(error)
  return answerFault({ status: 500, code: -1000, msg: 'An unknown error occurred while processing the request.' })
})
