// The Binance Spot dialect through npm's `binance`, of which only the addresses are changed.

import assert from 'node:assert/strict'
import { SYMBOL, checkEvents, checkMarket, checkOrder, eventually, limit, refusedBy } from './story.mjs'

const QUIET = { trace: () => {}, info: () => {}, error: console.error }

export async function check({ url, key, reader, binance }) {
  const { MainClient, WebsocketAPIClient, WebsocketClient, WS_KEY_MAP } = binance
  const signer = ({ id, secret }) => ({ api_key: id, api_secret: secret })
  const open = (by) => new MainClient({ ...signer(by), baseUrl: `${url}/binance` })
  const client = open(key)
  const socketUrl = `${url.replace('http', 'ws')}/binance`

  const price = checkMarket({
    info: await client.getExchangeInfo({ symbol: SYMBOL }),
    depth: await client.getOrderBook({ symbol: SYMBOL, limit: 5 }),
    klines: await client.getKlines({ symbol: SYMBOL, interval: '1m', limit: 3 }),
  })
  assert.ok((await client.getBalances()).some(({ coin, free }) => coin === 'USDT' && Number(free) > 0))
  const bought = await client.submitNewOrder({ symbol: SYMBOL, side: 'BUY', type: 'MARKET', quantity: 0.002 })
  assert.equal(bought.status, 'FILLED')
  const fills = await client.getAccountTradeList({ symbol: SYMBOL, orderId: bought.orderId })
  assert.equal(fills.length, bought.fills.length)
  await checkOrder(
    {
      place: (order) => client.submitNewOrder(order),
      find: (name) => client.getOrder(name),
      open: (pair) => client.getOpenOrders(pair),
      cancel: (name) => client.cancelOrder(name),
      account: () => client.getAccountInformation(),
    },
    price,
  )
  await client.submitNewOrder({ ...limit, price, newClientOrderId: client.generateNewOrderId() })
  assert.equal((await client.cancelAllSymbolOrders({ symbol: SYMBOL })).length, 1)
  await refusedBy(-2013, client.getOrder({ symbol: SYMBOL, orderId: 999_999 }))
  await refusedBy(-2010, client.submitNewOrder({ ...limit, price, quantity: 40 }))
  await refusedBy(-2015, open(reader).submitNewOrder({ ...limit, price }))
  await refusedBy(-1022, open({ ...key, secret: 'f'.repeat(64) }).getAccountInformation())

  const api = new WebsocketAPIClient({ ...signer(key), wsUrl: socketUrl, muteLatencyWarning: true }, QUIET)
  const events = []
  api.getWSClient().on('message', (message) => events.push(message))
  await api.subscribeUserDataStream(WS_KEY_MAP.mainWSAPI)
  const now = () => ({ timestamp: Date.now() })
  const resultOf = async (call) => (await call).result
  const orderId = await checkOrder(
    {
      place: (order) => resultOf(api.submitNewSpotOrder({ ...order, ...now() })),
      find: (name) => resultOf(api.getSpotOrderStatus({ ...name, ...now() })),
      open: (pair) => resultOf(api.getSpotOpenOrders({ ...pair, ...now() })),
      cancel: (name) => resultOf(api.cancelSpotOrder({ ...name, ...now() })),
      account: () => resultOf(api.getSpotAccountInformation(now())),
    },
    price,
  )
  await eventually('the end of the order', () => events.some(({ i, X }) => i === orderId && X === 'CANCELED'))
  await eventually('the balance', () => events.some(({ e }) => e === 'outboundAccountPosition'))
  checkEvents(events, orderId)
  await api.unsubscribeUserDataStream(WS_KEY_MAP.mainWSAPI)
  await api.disconnectAll()

  const streams = new WebsocketClient({ wsUrl: socketUrl }, QUIET)
  const heard = []
  streams.on('message', (message) => heard.push(message))
  await streams.subscribe(['btcusdt@kline_1m', 'btcusdt@depth5', 'btcusdt@bookTicker'], 'main')
  await eventually('a candle', () => heard.some(({ e }) => e === 'kline'))
  await eventually('levels', () => heard.some(({ bids }) => bids?.length === 5))
  await eventually('a best price', () => heard.some(({ b, a }) => Number(b) < Number(a)))
  await streams.closeAll()
  console.log('npm-binance: the package `binance` passes with its addresses changed')
}
