// The Binance Spot dialect through npm's `@binance/spot`, of which only the addresses are changed. It wants TLS.

import assert from 'node:assert/strict'
import { SYMBOL, checkEvents, checkMarket, checkOrder, eventually, limit, refusedBy } from './story.mjs'
import { serveTls } from './tls.mjs'

/** Its own presets of a second and five are short for a busy machine. */
const TIMEOUT = { timeout: 60_000 }

export async function check({ url, key, reader, spot, folder }) {
  const front = await serveTls(url, folder)
  const socketUrl = `${front.url.replace('https', 'wss')}/binance`
  const open = ({ id, secret }) => {
    const by = { apiKey: id, apiSecret: secret, ...TIMEOUT }
    return new spot.Spot({
      configurationRestAPI: { ...by, basePath: `${front.url}/binance` },
      configurationWebsocketAPI: { ...by, wsURL: `${socketUrl}/ws-api/v3` },
      configurationWebsocketStreams: { wsURL: socketUrl },
    })
  }
  const client = open(key)
  const rest = client.restAPI
  const dataOf = async (call) => (await call).data()

  const price = checkMarket({
    info: await dataOf(rest.exchangeInfo({ symbol: SYMBOL })),
    depth: await dataOf(rest.depth({ symbol: SYMBOL, limit: 5 })),
    klines: await dataOf(rest.klines({ symbol: SYMBOL, interval: '1m', limit: 3 })),
  })
  const bought = await dataOf(rest.newOrder({ symbol: SYMBOL, side: 'BUY', type: 'MARKET', quantity: 0.002 }))
  assert.equal(bought.status, 'FILLED')
  const fills = await dataOf(rest.myTrades({ symbol: SYMBOL, orderId: bought.orderId }))
  assert.equal(fills.length, bought.fills.length)
  await checkOrder(
    {
      place: (order) => dataOf(rest.newOrder(order)),
      find: (name) => dataOf(rest.getOrder(name)),
      open: (pair) => dataOf(rest.getOpenOrders(pair)),
      cancel: (name) => dataOf(rest.deleteOrder(name)),
      account: () => dataOf(rest.getAccount()),
    },
    price,
  )
  await dataOf(rest.newOrder({ ...limit, price }))
  assert.equal((await dataOf(rest.deleteOpenOrders({ symbol: SYMBOL }))).length, 1)
  await refusedBy(-2013, rest.getOrder({ symbol: SYMBOL, orderId: 999_999 }))
  await refusedBy(-2010, rest.newOrder({ ...limit, price, quantity: 40 }))
  await refusedBy(-2015, open(reader).restAPI.newOrder({ ...limit, price }))
  await refusedBy(-1022, open({ ...key, secret: 'f'.repeat(64) }).restAPI.getAccount())

  const api = await client.websocketAPI.connect()
  const events = []
  const { stream } = await api.userDataStreamSubscribeSignature()
  stream.on('message', (event) => events.push(event))
  const resultOf = async (call) => (await call).data
  const orderId = await checkOrder(
    {
      place: (order) => resultOf(api.orderPlace(order)),
      find: (name) => resultOf(api.orderStatus(name)),
      open: (pair) => resultOf(api.openOrdersStatus(pair)),
      cancel: (name) => resultOf(api.orderCancel(name)),
      account: () => resultOf(api.accountStatus()),
    },
    price,
  )
  await eventually('the end of the order', () => events.some(({ i, X }) => Number(i) === orderId && X === 'CANCELED'))
  await eventually('the balance', () => events.some(({ e }) => e === 'outboundAccountPosition'))
  checkEvents(events, orderId)
  await api.userDataStreamUnsubscribe()
  await api.disconnect()

  const streams = await client.websocketStreams.connect()
  const heard = []
  const kline = streams.kline({ symbol: SYMBOL.toLowerCase(), interval: '1m' })
  const best = streams.bookTicker({ symbol: SYMBOL.toLowerCase() })
  for (const each of [kline, best]) each.on('message', (message) => heard.push(message))
  await eventually('a candle', () => heard.some(({ e }) => e === 'kline'))
  await eventually('a best price', () => heard.some(({ b, a }) => Number(b) < Number(a)))
  await streams.disconnect()
  front.close()
  console.log('binance-spot: the package `@binance/spot` passes with its addresses changed')
}
