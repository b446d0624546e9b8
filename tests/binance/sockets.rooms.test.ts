// The Binance Spot dialect on sockets: market streams that join REST without a gap, methods by key and by session, the events of an account,
// and what must be refused by its numbers.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Person, join, ok, seed } from '../api/client'
import { type Program, program } from '../keys/client'
import { eventually } from '../socket/program-wire'
import { type Event, type Heard, Wire, now, sign } from './wire'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

interface Depth extends Event {
  readonly U: number
  readonly u: number
  readonly b: readonly (readonly [string, string])[]
  readonly a: readonly (readonly [string, string])[]
}

let alice: Person
let bot: Program
let signer: Program
let reader: Program
let price: number
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bot = await program(alice.userId, { kind: 'hmac', scopes: ['read', 'trade'] })
  signer = await program(alice.userId, { kind: 'ed25519', scopes: ['read', 'trade'] })
  reader = await program(alice.userId, { kind: 'hmac', scopes: ['read'] })
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  price = Math.floor(Number(quote?.price) * 0.95)
})

const LIMIT = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001' }
const resting = () => ({ ...LIMIT, price: String(price) })

test('changes of the book follow each other by number and make of REST what REST has later', async () => {
  const wire = await Wire.open('/ws')
  expect(await wire.ask('SUBSCRIBE', ['btcusdt@depth@100ms'])).toEqual({ id: 1, result: null })
  const changes = () => wire.events('depthUpdate') as Depth[]
  const trader = await Wire.open('/ws-api/v3')
  const act = async () => {
    const { result } = await trader.signed(bot, 'order.place', resting())
    await trader.signed(bot, 'order.cancel', {
      symbol: 'BTCUSDT',
      orderId: (result as { orderId: number }).orderId,
    })
  }
  await act()
  await eventually('a first change', () => changes().length > 0)
  const snapshot = (await trader.ask('depth', { symbol: 'BTCUSDT', limit: 1_000 })).result as Book
  for (let count = 0; count < 3; count += 1) await act()
  await eventually('changes past the snapshot', () => (changes().at(-1)?.u ?? 0) > snapshot.lastUpdateId + 3)
  const later = (await trader.ask('depth', { symbol: 'BTCUSDT', limit: 1_000 })).result as Book
  await act()
  await eventually('changes as far as the later book', () => (changes().at(-1)?.u ?? 0) >= later.lastUpdateId)
  for (const [index, { U }] of changes().entries()) if (index > 0) expect(U).toBe((changes()[index - 1]?.u ?? 0) + 1)
  const sides = [new Map(snapshot.bids), new Map(snapshot.asks)]
  for (const { b, a } of changes().filter((each) => each.u > snapshot.lastUpdateId && each.u <= later.lastUpdateId))
    for (const [index, rows] of [b, a].entries())
      for (const [at, quantity] of rows)
        if (Number(quantity) === 0) sides[index]?.delete(at)
        else sides[index]?.set(at, quantity)
  expect(sides.map((side) => Object.fromEntries(side))).toEqual(
    [later.bids, later.asks].map((rows) => Object.fromEntries(rows)),
  )
  wire.socket.close()
  trader.socket.close()
})
interface Book {
  readonly lastUpdateId: number
  readonly bids: readonly (readonly [string, string])[]
  readonly asks: readonly (readonly [string, string])[]
}

test('trades, best prices, tickers and candles are told, wrapped where the address says so', async () => {
  const names = ['btcusdt@trade', 'btcusdt@aggTrade', 'btcusdt@bookTicker', 'btcusdt@depth5', 'btcusdt@kline_1m']
  const tickers = ['btcusdt@ticker', 'ethusdt@miniTicker', '!miniTicker@arr']
  const wire = await Wire.open(`/stream?streams=${[...names, ...tickers].join('/')}`)
  const of = (name: string) => wire.heard.filter(({ stream }) => stream === name).map(({ data }) => data)
  await eventually('a first ticker', () => of('btcusdt@ticker')[0])
  const trader = await Wire.open('/ws-api/v3')
  await trader.signed(bot, 'order.place', { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.002' })
  const trade = await eventually('the trade', () => of('btcusdt@trade')[0])
  expect(trade).toMatchObject({ e: 'trade', s: 'BTCUSDT', m: false, q: expect.stringMatching(/^\d\.\d+$/) })
  for (const name of [...names, ...tickers]) await eventually(name, () => of(name)[0])
  expect(of('btcusdt@aggTrade')[0]).toMatchObject({ a: trade['t'], p: trade['p'], q: trade['q'] })
  expect(of('btcusdt@kline_1m')[0]).toMatchObject({ e: 'kline', k: { i: '1m', s: 'BTCUSDT', x: false } })
  expect(of('ethusdt@miniTicker')[0]).toMatchObject({ e: '24hrMiniTicker', s: 'ETHUSDT' })
  expect(of('!miniTicker@arr')[0]).toEqual(expect.arrayContaining([expect.objectContaining({ s: 'BTCUSDT' })]))
  const [levels] = of('btcusdt@depth5') as unknown as Book[]
  expect([levels?.bids.length, levels?.asks.length]).toEqual([5, 5])
  const best = of('btcusdt@bookTicker').at(-1)
  expect(Number(best?.['b'])).toBeLessThan(Number(best?.['a']))
  expect(await wire.ask('LIST_SUBSCRIPTIONS')).toEqual({ id: 1, result: [...names, ...tickers] })
  expect((await wire.ask('UNSUBSCRIBE', [...names, ...tickers])).result).toBeNull()
  expect((await wire.ask('LIST_SUBSCRIPTIONS')).result).toEqual([])
  wire.socket.close()
  trader.socket.close()
})

test('requests for streams that cannot be read are refused, and begin nothing', async () => {
  // A number in the address, as clients count their connections, is no stream.
  const wire = await Wire.open('/ws/7')
  const rows: readonly (readonly [text: string, code: number])[] = [
    ['{', 3],
    ['[]', 2],
    ['{"method":"SUBSCRIBE","params":["btcusdt@trade"]}', 2],
    ['{"id":1,"method":"LISTEN","params":["btcusdt@trade"]}', 2],
    ['{"id":1,"method":"SUBSCRIBE","params":["btcusdt@trade"],"more":1}', 2],
    ['{"id":1,"method":"SUBSCRIBE","params":[]}', 2],
    ['{"id":1,"method":"SUBSCRIBE","params":[7]}', 2],
    ['{"id":1,"method":"SUBSCRIBE","params":["btcusdt@trade","nosuch@trade"]}', 2],
    ['{"id":1,"method":"SUBSCRIBE","params":["btcusdt@kline_7m"]}', 2],
    ['{"id":1,"method":"SUBSCRIBE","params":["btcusdt@trade@100ms"]}', 2],
    ['{"id":1,"method":"SUBSCRIBE","params":["btcusdt@constructor"]}', 2],
    ['{"id":1,"method":"SUBSCRIBE","params":["btcusdt@kline_constructor"]}', 2],
    ['{"id":1,"method":"SET_PROPERTY","params":["combined",1]}', 1],
    ['{"id":1,"method":"SET_PROPERTY","params":["other",true]}', 0],
    ['{"id":1,"method":"GET_PROPERTY","params":["other"]}', 0],
    ['{"id":1,"method":"LIST_SUBSCRIPTIONS","params":["all"]}', 2],
  ]
  for (const [index, [text, code]] of rows.entries()) {
    wire.socket.send(text)
    const told = await eventually(text, () => wire.heard[index])
    expect({ text, code: told.error?.code }).toEqual({ text, code })
  }
  wire.socket.send('{"id":"x","method":"LIST_SUBSCRIPTIONS"}')
  expect(await eventually('the list', () => wire.heard[rows.length])).toEqual({ id: 'x', result: [] })
  wire.socket.close()
})

test('orders are placed, found, listed and cancelled by methods, and each is told as an event once', async () => {
  const wire = await Wire.open('/ws-api/v3')
  const subscribed = await wire.signed(bot, 'userDataStream.subscribe.signature')
  expect(subscribed).toMatchObject({ status: 200, result: { subscriptionId: 0 } })
  expect((await wire.signed(reader, 'userDataStream.subscribe.signature')).error?.code).toBe(-1130)
  const placed = await wire.signed(bot, 'order.place', { ...resting(), newClientOrderId: 'mine.7' })
  expect(placed).toMatchObject({ status: 200, result: { status: 'NEW', clientOrderId: 'mine.7' } })
  expect(placed.rateLimits).toEqual([
    { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6_000, count: expect.any(Number) },
  ])
  const { orderId } = placed.result as { orderId: number }
  const name = { symbol: 'BTCUSDT', orderId }
  expect(await wire.signed(bot, 'v3/order.status', name)).toMatchObject({ result: { orderId, status: 'NEW' } })
  const open = await wire.signed(bot, 'openOrders.status', { symbol: 'BTCUSDT' })
  expect(open.result).toEqual(expect.arrayContaining([expect.objectContaining({ orderId })]))
  expect(await wire.signed(bot, 'order.cancel', name)).toMatchObject({ result: { orderId, status: 'CANCELED' } })
  const bought = await wire.signed(bot, 'order.place', {
    ...{ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.002', returnRateLimits: false },
  })
  expect(bought.rateLimits).toBeUndefined()
  const order = bought.result as { orderId: number; fills: readonly { tradeId: number; qty: string }[] }
  const reports = (id: number) => wire.events('executionReport').filter(({ i }) => i === id)
  const whole = await eventually('the end of the purchase', () =>
    reports(order.orderId).find(({ X }) => X === 'FILLED'),
  )
  expect(whole).toMatchObject({ x: 'TRADE', z: '0.00200', S: 'BUY', o: 'MARKET', m: false, N: 'BTC' })
  const trades = reports(order.orderId).filter(({ x }) => x === 'TRADE')
  expect(trades.map(({ t, l }) => [t, l])).toEqual(order.fills.map(({ tradeId, qty }) => [tradeId, qty]))
  expect(reports(order.orderId).map(({ x }) => x)).toEqual(['NEW', ...trades.map(() => 'TRADE')])
  expect(reports(orderId).map(({ x, X }) => [x, X])).toEqual([
    ['NEW', 'NEW'],
    ['CANCELED', 'CANCELED'],
  ])
  const account = (await wire.signed(bot, 'account.status')).result as {
    balances: readonly { asset: string; free: string; locked: string }[]
  }
  const usdt = account.balances.find(({ asset }) => asset === 'USDT')
  await eventually('the balance of the account', () => {
    const told = wire.events('outboundAccountPosition').flatMap(({ B }) => B as { a: string; f: string; l: string }[])
    const newest = told.findLast(({ a }) => a === 'USDT')
    return Number(newest?.f) === Number(usdt?.free) && Number(newest?.l) === Number(usdt?.locked)
  })
  expect((await wire.ask('session.subscriptions')).result).toEqual([{ subscriptionId: 0 }])
  for (const subscriptionId of [1, -1, '0', 'none'])
    expect(await wire.codeOf('userDataStream.unsubscribe', { subscriptionId })).toBe(-1130)
  expect((await wire.ask('session.subscriptions')).result).toEqual([{ subscriptionId: 0 }])
  expect((await wire.ask('userDataStream.unsubscribe', { subscriptionId: 0 })).status).toBe(200)
  expect(await wire.codeOf('userDataStream.unsubscribe', { subscriptionId: 0 })).toBe(-1130)
  expect(await wire.codeOf('userDataStream.unsubscribe')).toBe('ok')
  const before = wire.events('executionReport').length
  await wire.signed(bot, 'order.cancel', { symbol: 'BTCUSDT', orderId: 999_999 })
  expect((await wire.ask('session.subscriptions')).result).toEqual([])
  expect(wire.events('executionReport')).toHaveLength(before)
  wire.socket.close()
})

test('a session needs one signature of an Ed25519 key, and ends', async () => {
  const wire = await Wire.open('/ws-api/v3?returnRateLimits=false')
  expect(await wire.codeOf('session.logon', await sign(bot))).toBe(-4056)
  const params = await sign(signer, {})
  expect(await wire.ask('session.logon', params)).toMatchObject({ status: 200, result: { apiKey: signer.id } })
  const again = await Wire.open('/ws-api/v3')
  expect((await again.ask('session.logon', params)).error?.code).toBe(-2010)
  const placed = await wire.ask('order.place', { ...resting(), timestamp: now() })
  expect(placed).toMatchObject({ status: 200, result: { status: 'NEW' } })
  expect(placed.rateLimits).toBeUndefined()
  expect((await wire.ask('userDataStream.subscribe')).result).toEqual({ subscriptionId: 0 })
  expect((await wire.ask('openOrders.cancelAll', { symbol: 'BTCUSDT', timestamp: now() })).status).toBe(200)
  await eventually('an event', () => wire.events('executionReport').some(({ X }) => X === 'CANCELED'))
  expect((await wire.ask('order.place', { ...resting(), timestamp: Date.now() - 6_000 })).error?.code).toBe(-1021)
  expect((await wire.ask('order.place', resting())).error?.code).toBe(-1102)
  expect((await wire.ask('session.logout')).result).toMatchObject({ apiKey: null, userDataStream: false })
  expect((await wire.ask('order.place', { ...resting(), timestamp: now() })).error?.code).toBe(-2014)
  wire.socket.close()
  again.socket.close()
})

test('tampered, late, foreign and repeated calls are refused by number, and nothing is carried out', async () => {
  const wire = await Wire.open('/ws-api/v3')
  const orders = async () => (await wire.signed(bot, 'openOrders.status', { symbol: 'BTCUSDT' })).result
  const before = await orders()
  const place = (params: unknown) => wire.ask('order.place', params)
  const once = await sign(bot, resting())
  expect((await place(once)).status).toBe(200)
  for (let round = 0; round < 5; round += 1) {
    const rows: readonly (readonly [told: Promise<Heard>, code: number])[] = [
      [place(once), -2010],
      [place({ ...(await sign(bot, resting())), quantity: '0.002' }), -1022],
      [place({ ...(await sign(bot, resting())), apiKey: reader.id }), -1022],
      [place(await sign(reader, resting())), -2015],
      [place(await sign(bot, { ...resting(), timestamp: Date.now() - 6_000 })), -1021],
      [place(await sign(bot, { ...resting(), timestamp: Date.now() + 60_000 })), -1021],
      [place({ ...resting(), timestamp: now(), apiKey: bot.id }), -1102],
      [place({ ...resting(), timestamp: now() }), -2014],
      [place(await sign(bot, { ...resting(), wish: 1 })), -1104],
      [place(await sign(bot, { ...resting(), newClientOrderId: 'a\nb' })), -1100],
      [place(await sign(bot, { ...resting(), quantity: '40' })), -2010],
      [place(await sign(bot, { ...resting(), price: '100' })), -1013],
      [wire.signed(bot, 'order.cancel', { symbol: 'BTCUSDT', orderId: 999_999 }), -2011],
      [wire.signed(bot, 'order.status', { symbol: 'BTCUSDT', orderId: 999_999 }), -2013],
      [wire.signed(bot, 'order.cancelReplace', {}), -1020],
      [wire.signed(bot, 'session.status', { more: 1 }), -1104],
      [wire.ask('userDataStream.subscribe'), -2014],
      [wire.ask('userDataStream.start', { apiKey: bot.id }), -1020],
    ]
    for (const [index, [told, code]] of rows.entries())
      expect({ index, code: (await told).error?.code }).toEqual({ index, code })
  }
  for (const text of ['{', '[]', '{"id":{},"method":"ping"}', '{"id":1,"method":"ping","more":1}']) {
    const known = wire.heard.length
    wire.socket.send(text)
    expect((await eventually(text, () => wire.heard[known])).error?.code).toBe(-1135)
  }
  await wire.signed(bot, 'openOrders.cancelAll', { symbol: 'BTCUSDT' })
  expect(before).toEqual([])
  expect(await orders()).toEqual([])
  wire.socket.close()
})

test('a removed key is dead on its sockets too', async () => {
  const cleo = await join('Cleo')
  const key = await program(cleo.userId, { kind: 'ed25519', scopes: ['read', 'trade'] })
  const wire = await Wire.open('/ws-api/v3')
  await wire.signed(key, 'session.logon')
  expect((await wire.ask('userDataStream.subscribe')).status).toBe(200)
  expect((await wire.ask('account.status', { timestamp: now() })).status).toBe(200)
  await env.Account.get(env.Account.idFromName(String(cleo.userId))).asSystem(
    JSON.stringify({ type: 'remove_api_key', keyId: key.id }),
  )
  await eventually('the end of the stream', () => wire.events('eventStreamTerminated')[0])
  expect((await wire.ask('account.status', { timestamp: now() })).error?.code).toBe(-2015)
  wire.socket.close()
})
