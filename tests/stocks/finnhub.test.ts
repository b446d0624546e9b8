// The adapter of Finnhub against a server on this machine that speaks its protocol over real sockets and REST. The clock is the test's.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Listing } from '#domain/quotes/candle'
import { FeedConnection, type OpenSocket } from '#party/quotes/feeds/connection'
import { createBinance } from '#party/quotes/feeds/binance'
import { createFinnhub } from '#party/quotes/feeds/finnhub'
import { type FeedEvent, covers } from '#party/quotes/feeds/protocol'
import { TestExchange } from '../quotes/exchanges'

const TOKEN = 'a-token'
const apple: Listing = { symbol: 'AAPL-USDT', priceDecimals: 2, quantityDecimals: 6, exchange: 'NASDAQ' }
const renamed: Listing = { ...apple, symbol: 'FB-USDT', code: 'META' }
const bitcoin: Listing = { symbol: 'BTC-USDT', priceDecimals: 1, quantityDecimals: 5 }
const MORNING = Date.parse('2026-11-25T14:30:00Z')

class TestFinnhub extends TestExchange {
  readonly socketPath = `/?token=${TOKEN}`

  protected greet(client: WebSocket): void {
    client.send(JSON.stringify({ type: 'ping' }))
  }

  protected hear(client: WebSocket, message: object): void {
    if (!('type' in message) || message.type !== 'subscribe')
      client.send(JSON.stringify({ type: 'error', msg: 'Subscribing to too many symbols' }))
  }

  protected ticker(symbol: string, { price, volume }: { readonly price: number; readonly volume: number }): string {
    return JSON.stringify({
      type: 'trade',
      data: [{ c: ['1', '12'], p: price, s: symbol, t: MORNING + 500, v: volume }],
    })
  }

  protected rest(url: URL): { status: number; body: unknown } {
    if (url.searchParams.get('token') !== TOKEN) return { status: 401, body: { error: 'Invalid API key' } }
    if (url.pathname === '/quote') {
      const isKnown = url.searchParams.get('symbol') === 'AAPL'
      const [c, h, l, o, pc] = isKnown ? [265.13, 266.5, 262.01, 263, 261] : [0, 0, 0, 0, 0]
      return { status: 200, body: { c, h, l, o, pc, d: 4.13, dp: 1.58, t: MORNING / 1000 } }
    }
    const [from, to] = [Number(url.searchParams.get('from')), Number(url.searchParams.get('to'))]
    const rows = this.candles.filter(([at]) => at / 1000 >= from && at / 1000 <= to)
    if (rows.length === 0) return { status: 200, body: { s: 'no_data' } }
    const column = (index: number) => rows.map((row) => Number(row[index]))
    const body = { s: 'ok', t: column(0).map((at) => at / 1000), o: column(1), h: column(2), l: column(3) }
    return { status: 200, body: { ...body, c: column(4), v: column(5) } }
  }
}

const server = new TestFinnhub()
const protocol = () =>
  createFinnhub({ token: TOKEN, socketUrl: `ws://127.0.0.1:${server.port}/`, restUrl: server.restUrl })
const openSocket: OpenSocket = (url, { message, closed }) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.on('open', () => resolve({ send: (text) => socket.send(text), close: () => socket.terminate() }))
    socket.on('message', (data: Buffer) => message(data.toString()))
    socket.on('close', (code) => closed(`closed ${code}`))
    socket.on('error', reject)
  })

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000 && !isSo(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isSo()).toBe(true)
}

beforeAll(() => server.open())
afterAll(() => server.close())
beforeEach(() => {
  server.heard.length = 0
  server.restPaths.length = 0
  server.candles.length = 0
  server.markets.clear()
})

describe('Finnhub', () => {
  test('is subscribed to share by share, by the code of today, and its trades are understood', async () => {
    const events: FeedEvent[] = []
    const connection = new FeedConnection(protocol(), openSocket, (heard) => events.push(...heard))
    connection.list([apple, renamed])
    connection.beat(MORNING)
    await until(() => server.heard.length === 2)
    expect(server.heard.map((text) => JSON.parse(text) as unknown)).toEqual([
      { type: 'subscribe', symbol: 'AAPL' },
      { type: 'subscribe', symbol: 'META' },
    ])
    server.markets.set('META', { price: 600.1, open: 0, high: 0, low: 0, volume: 2.5 })
    server.say()
    server.say()
    await until(() => events.length === 4)
    const trade = { type: 'price', symbol: 'FB-USDT', price: '600.10000000', bid: null, ask: null, day: null }
    const minute = { type: 'minute', symbol: 'FB-USDT', at: MORNING }
    expect(events).toEqual([trade, { ...minute, volume: '2.50000000' }, trade, { ...minute, volume: '5.00000000' }])
    // Without trades the exchange pings once a minute, so the connection isn't silent.
    connection.beat(MORNING + 100_000)
    expect(connection.isConnected).toBe(true)
    connection.beat(MORNING + 151_000)
    expect(connection.isConnected).toBe(false)
    connection.stop()
  })

  test('is asked for the price of each share, and what it does not know has none', async () => {
    const asked = protocol()
    const body = async (listing: Listing) => (await fetch(asked.tickersUrl([listing]) ?? '')).json()
    expect(asked.readTickers(await body(apple), [apple])).toEqual([
      {
        type: 'price',
        symbol: 'AAPL-USDT',
        price: '265.13000000',
        bid: null,
        ask: null,
        day: { open: '261.00000000', high: '266.50000000', low: '262.01000000', volume: '0' },
        saidAt: MORNING,
      },
    ])
    expect(asked.readTickers(await body(renamed), [renamed])).toEqual([])
  })

  test('gives candles of the past, or says that there are none', async () => {
    const asked = protocol()
    const request = { symbol: 'AAPL-USDT', period: '5min', from: MORNING, limit: 1000 } as const
    expect(asked.readCandles(await (await fetch(asked.candlesUrl(request))).json())).toEqual([])
    server.candles.push([MORNING, '265.1', '266', '264.9', '265.5', '1234'])
    expect(asked.readCandles(await (await fetch(asked.candlesUrl(request))).json())).toEqual([
      {
        at: MORNING,
        open: '265.10000000',
        high: '266.00000000',
        low: '264.90000000',
        close: '265.50000000',
        volume: '1234.00000000',
      },
    ])
    const { searchParams } = new URL(asked.candlesUrl(request))
    expect([searchParams.get('symbol'), searchParams.get('resolution')]).toEqual(['AAPL', '5'])
    expect(Number(searchParams.get('to')) - Number(searchParams.get('from'))).toBe(5 * 60 * 1000 - 1)
    expect(() => asked.readCandles({ error: 'You don’t have access to this resource.' })).toThrow()
  })

  test('says why it refuses, and passes over what it cannot mean', () => {
    const asked = protocol()
    expect(asked.read('{"type":"error","msg":"Invalid API key"}', [apple])).toEqual([
      { type: 'refused', symbol: null, error: 'Invalid API key' },
    ])
    for (const text of ['{"type":"ping"}', 'no JSON', '{"type":"trade","data":[{"s":"AAPL"}]}', '[]'])
      expect(asked.read(text, [apple])).toEqual([])
  })
})

test('each source is asked for what it has: shares here, coins there', () => {
  expect([covers(protocol(), apple), covers(protocol(), bitcoin)]).toEqual([true, false])
  expect([covers(createBinance({}), apple), covers(createBinance({}), bitcoin)]).toEqual([false, true])
})
