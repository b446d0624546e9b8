// Hostile and unlucky programs on sockets of the Binance Spot dialect: what one visitor can cost the site, and what a loss takes from readers.

import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, test, vi } from 'vitest'
import { findPair } from '#domain/catalogue'
import { done } from '#domain/outcome'
import { forgetIsolateCaches } from '#domain/isolate-cache'
import { nameOf, pairsOf } from '#api/binance/endpoint'
import { INTERVALS } from '#api/binance/market'
import type { MarketSocketMessage, TapeTrade } from '#party/protocol/market'
import { loadCatalogue } from '#services/catalogue'
import { ApiConnection } from '../../server/socket/binance/api-connection'
import { Streams } from '../../server/socket/binance/streams'
import { Feeds } from '../../server/socket/feeds'
import { type Person, join, seed } from '../api/client'
import { type Program, program } from '../keys/client'
import { eventually } from '../socket/program-wire'
import { Wire, sign } from './wire'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const NOT_READ = 4413

let alice: Person
let bot: Program
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bot = await program(alice.userId, { kind: 'hmac', scopes: ['read', 'trade'] })
})

class FakeSocket extends EventTarget {
  readonly said: string[] = []
  accept(): void {}
  close(): void {}
  send(text: string): void {
    this.said.push(text)
  }
  tell(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}

/** Streams over rooms that count the candles read from them. */
function streamsOf() {
  const read: string[] = []
  const candles = ({ symbol, period }: { symbol: string; period: string }) => {
    read.push(`${symbol} ${period}`)
    return Promise.resolve([])
  }
  const quotes = { idFromName: () => 'main', get: () => ({ candles }) } as unknown as Env['Quotes']
  const sockets = { quotes: new FakeSocket(), market: new FakeSocket() }
  const feeds = new Feeds({
    openQuotes: () => Promise.resolve(sockets.quotes as unknown as WebSocket),
    openMarket: () => Promise.resolve(sockets.market as unknown as WebSocket),
  })
  forgetIsolateCaches()
  const streams = new Streams({ ...env, QUOTES_SOURCE: 'feed', Quotes: quotes }, feeds)
  const told: { readonly stream: string; readonly data: Readonly<Record<string, unknown>> }[] = []
  const listener = {
    tell: (stream: string, data: string) =>
      void told.push({ stream, data: JSON.parse(data) as (typeof told)[0]['data'] }),
  }
  return { streams, read, told, listener, ...sockets }
}

test('one visitor with every stream of candles costs a bounded number of readings, and each has its turn', async () => {
  const { streams, read, listener } = streamsOf()
  const names = pairsOf(await loadCatalogue(env)).flatMap((pair) =>
    Object.keys(INTERVALS).map((interval) => `${nameOf(pair).toLowerCase()}@kline_${interval}`),
  )
  for (const name of names) expect(await streams.join(name, listener)).toBe(true)
  const start = Date.now()
  const turns = Math.ceil(names.length / 20) + 1
  for (let turn = 0; turn < turns; turn += 1) {
    const before = read.length
    streams.keep(start + turn * 1_000)
    await scheduler.wait(5)
    expect(read.length - before).toBeLessThanOrEqual(20)
  }
  expect(new Set(read).size).toBe(names.length)
})

test('tickers of every pair read the means of the day once', async () => {
  const { streams, read, listener, told, quotes } = streamsOf()
  const pairs = pairsOf(await loadCatalogue(env))
  for (const pair of pairs) await streams.join(`${nameOf(pair).toLowerCase()}@ticker`, listener)
  await scheduler.wait(20)
  const quote = { price: '1', open: '1', high: '1', low: '1', volume: '1', bid: '1', ask: '1', change: '+0', at: 1 }
  const rows = pairs.map(({ symbol }) => ({ ...quote, symbol, code: symbol, isStale: false }))
  quotes.tell({ type: 'snapshot', seq: 1, quotes: rows })
  streams.keep(Date.now())
  await eventually('every ticker', () => told.length === pairs.length)
  expect(read.length).toBe(pairs.length)
})

test('trades between a lost message and the next snapshot are told, each once', async () => {
  const { streams, listener, told, market } = streamsOf()
  const pair = findPair(await loadCatalogue(env), 'BTC-USDT')
  if (!pair) throw new Error('no pair')
  await streams.join('btcusdt@aggTrade', listener)
  await scheduler.wait(20)
  const trade = (tradeNo: number): TapeTrade => ({ tradeNo, at: 1, ticks: 100, lots: 1, side: 'buy' })
  const tell = (type: 'snapshot' | 'delta', seq: number, numbers: readonly number[]) =>
    market.tell({
      ...{ type, seq, at: 1, bids: [], asks: [], indexTicks: 1, trades: numbers.map(trade) },
    } satisfies MarketSocketMessage)
  tell('snapshot', 10, [1])
  tell('delta', 11, [2])
  tell('delta', 13, [4])
  expect(market.said).toHaveLength(1)
  tell('snapshot', 13, [1, 2, 3, 4])
  tell('delta', 14, [5])
  expect(told.map(({ data }) => data['a'])).toEqual([2, 3, 4, 5])
})

test('a program that leaves before its subscription is opened holds no socket to the account', async () => {
  const room = env.Account.get(env.Account.idFromName(String(alice.userId)))
  const sockets = () => runInDurableObject(room, (_, state) => state.getWebSockets().length)
  const before = await sockets()
  for (let count = 0; count < 5; count += 1) {
    const wire = await Wire.open('/ws-api/v3')
    wire.send('userDataStream.subscribe.signature', await sign(bot))
    wire.socket.close()
  }
  const wire = await Wire.open('/ws-api/v3')
  expect(await wire.codeOf('account.status', await sign(bot))).toBe('ok')
  expect(await wire.codeOf('account.status', await sign(bot))).toBe('ok')
  for (let tries = 0; tries < 100 && (await sockets()) > before; tries += 1) await scheduler.wait(20)
  expect(await sockets()).toBe(before)
  wire.socket.close()
})

/** The longest answer that anybody can ask for, of candles that the site has made once. */
const FAR = { symbol: 'BTCUSDT', interval: '1w', limit: 1_000 }
const askMuch = (wire: Wire, count: number) =>
  Promise.all(Array.from({ length: count }, () => wire.codeOf('klines', FAR)))

test('a guest that is sent much is closed, whatever it sends', async () => {
  const wire = await Wire.open('/ws-api/v3')
  expect(new Set(await askMuch(wire, 90))).toEqual(new Set(['ok']))
  // What it sends is limited as well: a hundred messages, and further ones by and by.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_000)
  expect(await askMuch(wire, 90)).toContain('closed')
  clock.mockRestore()
  expect(wire.closed).toBe(NOT_READ)
  expect(wire.length).toBeLessThan(18 * 1024 * 1024)
})

test('a program with a key is closed too, however often it writes', async () => {
  const wire = await Wire.open('/ws-api/v3')
  expect(await wire.codeOf('account.status', await sign(bot))).toBe('ok')
  while (wire.closed === null) {
    await Promise.all([wire.codeOf('ping'), askMuch(wire, 40)])
    expect(wire.length).toBeLessThan(40 * 1024 * 1024)
  }
  expect([wire.closed, wire.length > 20 * 1024 * 1024]).toEqual([NOT_READ, true])
})

test('a signed text is good for one act: not for another that has the same fields', async () => {
  const wire = await Wire.open('/ws-api/v3')
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.002' }
  const tried = await sign(bot, order)
  expect(await wire.codeOf('order.test', tried)).toBe('ok')
  expect(await wire.codeOf('order.place', tried)).toBe(-2010)
  const listed = await sign(bot, { symbol: 'BTCUSDT' })
  expect(await wire.codeOf('openOrders.status', listed)).toBe('ok')
  expect(await wire.codeOf('openOrders.status', listed)).toBe('ok')
  expect(await wire.codeOf('openOrders.cancelAll', listed)).toBe(-2010)
  const asked = await sign(bot)
  expect(await wire.codeOf('account.status', asked)).toBe('ok')
  expect(await wire.codeOf('userDataStream.subscribe.signature', asked)).toBe(-2010)
  expect(await wire.codeOf('myTrades', await sign(bot, { symbol: 'BTCUSDT' }))).toBe('ok')
  wire.socket.close()
})

test('a value that is neither a text nor a list of texts names nothing', async () => {
  const wire = await Wire.open('/ws-api/v3')
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.002' }
  for (const newClientOrderId of [null, {}, [{}]]) {
    const { signature, ...params } = await sign(bot, { ...order, newClientOrderId: JSON.stringify(newClientOrderId) })
    expect(await wire.codeOf('order.test', { ...params, newClientOrderId, signature })).toBe(-1100)
  }
  wire.socket.close()
})

test('an event with a fill that the lists do not show ends the stream, so that no trade is missing without a word', async () => {
  const room = { asKey: () => Promise.resolve('1 0\n{"ok":true,"value":[]}') }
  const Account = { idFromName: () => 'one', get: () => room } as unknown as Env['Account']
  const account = new FakeSocket()
  const told: { readonly event?: { readonly e: string } }[] = []
  const connection = new ApiConnection(
    {
      env: { ...env, Account },
      later: () => undefined,
      openAccount: () => Promise.resolve(done(account as unknown as WebSocket)),
      send: (text) => void told.push(JSON.parse(text) as (typeof told)[0]),
    },
    { address: 'local', country: '', language: 'en' },
    { showsLimits: false },
  )
  const method = 'userDataStream.subscribe.signature'
  await connection.hear(JSON.stringify({ id: 1, method, params: await sign(bot) }))
  expect(told).toEqual([{ id: 1, status: 200, result: { subscriptionId: 0 } }])
  account.tell({ type: 'snapshot', seq: 1, balances: [], spot: { openOrders: [] } })
  account.tell({
    type: 'event',
    seq: 2,
    at: 1,
    balances: [],
    spot: { orders: [], fills: [{ orderNo: 1, tradeNo: 7 }] },
  })
  expect(await eventually('an event', () => told[1]?.event?.e)).toBe('eventStreamTerminated')
})

test('a socket that nobody uses is closed after a minute, and one that hears a stream is not', async () => {
  const idle = [await Wire.open('/ws/7'), await Wire.open('/ws-api/v3')]
  const used = await Wire.open('/ws/btcusdt@bookTicker')
  await eventually('a first message', () => used.heard.length > 0)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
  await eventually('both closes', () => idle.every(({ closed }) => closed !== null))
  clock.mockRestore()
  expect([...idle, used].map(({ closed }) => closed)).toEqual([4408, 4408, null])
})

test('a pair named twice is refused, so that a list costs no more than its pairs do', async () => {
  const wire = await Wire.open('/ws-api/v3')
  for (const method of ['ticker.book', 'ticker.24hr', 'ticker.price', 'exchangeInfo']) {
    expect([method, await wire.codeOf(method, { symbols: ['BTCUSDT', 'ETHUSDT', 'BTCUSDT'] })]).toEqual([method, -1151])
    expect([method, await wire.codeOf(method, { symbols: ['BTCUSDT', 'ETHUSDT'] })]).toEqual([method, 'ok'])
  }
  wire.socket.close()
})
