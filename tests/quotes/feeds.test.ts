// The adapters against servers on this machine that speak the exchanges' protocols over real sockets. The clock is the test's.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { FeedConnection, type OpenSocket } from '#party/quotes/feeds/connection'
import { createBinance } from '#party/quotes/feeds/binance'
import { createKraken } from '#party/quotes/feeds/kraken'
import type { FeedEvent, FeedProtocol } from '#party/quotes/feeds/protocol'
import { TestBinance, type TestExchange, TestKraken } from './exchanges'

const bitcoin = { symbol: 'BTC-USDT', priceDecimals: 1, quantityDecimals: 5 }
const dogecoin = { symbol: 'DOGE-USDT', priceDecimals: 5, quantityDecimals: 0 }
const market = { price: 61_000.5, open: 60_000, high: 62_000, low: 59_500, volume: 1234.5 }
const NOON = Date.parse('2026-11-21T12:00:00Z')

const openSocket: OpenSocket = (url, { message, closed }) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.on('open', () => resolve({ send: (text) => socket.send(text), close: () => socket.terminate() }))
    socket.on('message', (data: Buffer) => message(data.toString()))
    socket.on('close', (code) => closed(`closed ${code}`))
    socket.on('error', reject)
  })

/** Polls until the condition holds, for at most ten seconds. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    if (isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('it never happened')
}

const binance = new TestBinance()
const kraken = new TestKraken()
const connections: FeedConnection[] = []

beforeEach(async () => {
  for (const exchange of [binance, kraken] as TestExchange[]) {
    exchange.markets.clear()
    exchange.heard.length = 0
    exchange.connections = 0
    exchange.isRefusing = false
    await exchange.open()
  }
  binance.markets.set('BTCUSDT', market)
  kraken.markets.set('BTC/USDT', market)
})

afterEach(async () => {
  for (const connection of connections.splice(0)) connection.stop()
  await binance.close()
  await kraken.close()
})

function connect(protocol: FeedProtocol, listings = [bitcoin]): { connection: FeedConnection; events: FeedEvent[] } {
  const events: FeedEvent[] = []
  const connection = new FeedConnection(protocol, openSocket, (heard) => events.push(...heard))
  connections.push(connection)
  connection.list(listings)
  connection.beat(NOON)
  return { connection, events }
}
const toBinance = () => createBinance({ socketUrl: binance.socketUrl, restUrl: binance.restUrl })
const toKraken = () => createKraken({ socketUrl: kraken.socketUrl, restUrl: kraken.restUrl })

describe('Binance', () => {
  test('is subscribed to and its ticker understood', async () => {
    const { events } = connect(toBinance())
    await until(() => binance.heard.length === 1)
    expect(JSON.parse(binance.heard[0] ?? '')).toEqual({
      method: 'SUBSCRIBE',
      params: ['btcusdt@ticker', 'btcusdt@kline_1m'],
      id: 1,
    })
    binance.say()
    binance.sayMinute('BTCUSDT', NOON, '12.34500000')
    await until(() => events.length === 2)
    expect(events).toEqual([
      {
        type: 'price',
        symbol: 'BTC-USDT',
        price: '61000.50000000',
        bid: '61000.49000000',
        ask: '61000.51000000',
        day: { open: '60000.00000000', high: '62000.00000000', low: '59500.00000000', volume: '1234.50000000' },
      },
      { type: 'minute', symbol: 'BTC-USDT', at: NOON, volume: '12.34500000' },
    ])
  })

  test('says why it refuses', () => {
    const error = (text: string) => toBinance().read(text, [bitcoin])
    expect(error('{"error":{"code":2,"msg":"Invalid request"},"id":1}')).toEqual([
      { type: 'refused', symbol: null, error: 'Invalid request' },
    ])
    expect(error('{"code":3,"msg":"Invalid JSON"}')).toEqual([{ type: 'refused', symbol: null, error: 'Invalid JSON' }])
  })

  test.each([
    '',
    'null',
    '{"result":null,"id":1}',
    '{"stream":"x","data":{"e":"24hrTicker","s":"BTCUSDT","c":"-1"}}',
    '[[[[',
  ])('no price is read from %s', (text) => {
    expect(toBinance().read(text, [bitcoin])).toEqual([])
  })

  test('is asked for candles and current prices as its REST interface wants', () => {
    const url = new URL(toBinance().candlesUrl({ symbol: 'BTC-USDT', period: '60min', from: NOON, limit: 1000 }))
    expect(url.pathname).toBe('/api/v3/klines')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      symbol: 'BTCUSDT',
      interval: '1h',
      startTime: String(NOON),
      limit: '1000',
    })
    expect(toBinance().tickersUrl([bitcoin, dogecoin])).toBe(
      `${binance.restUrl}/api/v3/ticker/24hr?symbols=%5B%22BTCUSDT%22%2C%22DOGEUSDT%22%5D`,
    )
    expect(createBinance({}).socketUrl).toBe('wss://stream.binance.com:9443/stream')
  })
})

describe('Kraken', () => {
  test('begins with a snapshot, refuses a pair that it does not have, and goes on', async () => {
    const { connection, events } = connect(toKraken(), [bitcoin, dogecoin])
    await until(() => events.length >= 3)
    const [ticker, ohlc] = kraken.heard.map((text) => (JSON.parse(text) as { params: unknown }).params)
    expect(ticker).toEqual({
      channel: 'ticker',
      symbol: ['BTC/USDT', 'DOGE/USDT'],
      event_trigger: 'bbo',
      snapshot: true,
    })
    expect(ohlc).toEqual({ channel: 'ohlc', symbol: ['BTC/USDT', 'DOGE/USDT'], interval: 1, snapshot: false })
    expect(events).toContainEqual({
      type: 'refused',
      symbol: 'DOGE-USDT',
      error: 'Currency pair not supported DOGE/USDT',
    })
    expect(events.find((event) => event.type === 'price')).toMatchObject({
      symbol: 'BTC-USDT',
      price: '61000.500000000000',
      day: { open: '60000.000000000000', volume: '1234.500000000000' },
    })
    expect(connection.isConnected).toBe(true)
  })

  test('reads the minute’s volume', () => {
    const minute = {
      symbol: 'BTC/USDT',
      open: 1,
      high: 1,
      low: 1,
      close: 1,
      trades: 2,
      volume: 0.5,
      vwap: 1,
      interval: 1,
    }
    const begin = { interval_begin: '2026-11-21T12:00:00.000000000Z', timestamp: '2026-11-21T12:01:00.000000Z' }
    const text = JSON.stringify({ channel: 'ohlc', type: 'update', data: [{ ...minute, ...begin }] })
    expect(toKraken().read(text, [bitcoin])).toEqual([
      { type: 'minute', symbol: 'BTC-USDT', at: NOON, volume: '0.500000000000' },
    ])
  })

  test('is pinged every half minute and kept alive by heartbeats', async () => {
    const { connection } = connect(toKraken())
    await until(() => kraken.heard.length === 2)
    for (let second = 1; second <= 40; second += 1) {
      connection.beat(NOON + second * 1000)
      if (second % 10 !== 0) continue
      const before = connection.lastMessageAt
      kraken.heartbeat()
      await until(() => connection.lastMessageAt > before)
    }
    expect(connection.reconnects).toBe(0)
    await until(() => kraken.heard.length === 3)
    expect(kraken.heard[2]).toBe('{"method":"ping"}')
  })

  test('calls bitcoin XBT and dogecoin XDG in REST only', () => {
    const query = (symbol: string) =>
      new URL(toKraken().candlesUrl({ symbol, period: '1D', from: NOON, limit: 1000 })).searchParams
    expect(Object.fromEntries(query('BTC-USDT'))).toEqual({
      pair: 'XBTUSDT',
      interval: '1440',
      since: String(NOON / 1000 - 1),
    })
    expect(query('DOGE-USDT').get('pair')).toBe('XDGUSDT')
    expect(query('ETH-BTC').get('pair')).toBe('ETHXBT')
  })

  test('answers candles or an error', () => {
    const row = [NOON / 1000, '1.0', '3.0', '0.5', '2.0', '1.5', '7.25', 4]
    expect(toKraken().readCandles({ error: [], result: { XBTUSDT: [row], last: 1 } })).toEqual([
      { at: NOON, open: '1.0', high: '3.0', low: '0.5', close: '2.0', volume: '7.25' },
    ])
    expect(() => toKraken().readCandles({ error: ['EQuery:Unknown asset pair'] })).toThrow('EQuery:Unknown asset pair')
  })
})

describe('a connection', () => {
  test('that is cut is opened again after a second', async () => {
    const { connection } = connect(toBinance())
    await until(() => connection.isConnected && binance.listeners === 1 && binance.heard.length === 1)
    binance.drop()
    await until(() => !connection.isConnected)
    expect(connection.reconnects).toBe(1)
    connection.beat(NOON + 999)
    expect(binance.connections).toBe(1)
    connection.beat(NOON + 1000)
    await until(() => connection.isConnected)
    await until(() => binance.heard.length === 2)
    expect(binance.connections).toBe(2)
  })

  test('waits 1, 2, 4, 8, 16 and then 30 seconds while the exchange is away, and starts over when it is back', async () => {
    binance.isRefusing = true
    const { connection } = connect(toBinance())
    let tries = NOON
    const tried: number[] = []
    let now = NOON
    for (const pauseSeconds of [1, 2, 4, 8, 16, 30, 30]) {
      await until(() => connection.error !== null && !connection.isOpening)
      connection.beat(tries + pauseSeconds * 1000 - 1)
      expect(connection.isOpening).toBe(false)
      now = tries + pauseSeconds * 1000
      connection.beat(now)
      expect(connection.isOpening).toBe(true)
      tried.push(now - tries)
      tries = now
    }
    expect(tried).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    await until(() => !connection.isOpening)
    binance.isRefusing = false
    connection.beat(now + 30_000)
    await until(() => connection.isConnected && connection.lastMessageAt > 0)
    binance.drop()
    await until(() => !connection.isConnected)
    connection.beat(now + 31_000)
    await until(() => connection.isConnected)
  })

  test('that says nothing for 15 seconds is given up, however open it looks', async () => {
    const { connection } = connect(toBinance())
    await until(() => connection.lastMessageAt === NOON)
    connection.beat(NOON + 15_000)
    expect(connection.isConnected).toBe(true)
    connection.beat(NOON + 15_001)
    expect(connection.isConnected).toBe(false)
    expect(connection.error).toBe('no message for 15 s')
    connection.beat(NOON + 16_001)
    await until(() => connection.isConnected)
  })

  test('is replaced before the exchange closes it for its age, at Binance 24 hours', async () => {
    expect(toBinance().connectionAgeMaxMs).toBe((23 * 60 + 50) * 60_000)
    const { connection } = connect({ ...toBinance(), connectionAgeMaxMs: 10_000 })
    await until(() => connection.lastMessageAt === NOON)
    connection.beat(NOON + 10_000)
    expect(connection.isConnected).toBe(true)
    connection.beat(NOON + 10_001)
    expect(connection.isConnected).toBe(false)
    connection.beat(NOON + 10_002)
    await until(() => connection.isConnected && binance.connections === 2)
  })

  test('subscribes anew when a pair is listed', async () => {
    const { connection } = connect(toBinance())
    await until(() => binance.heard.length === 1)
    connection.list([bitcoin])
    expect(connection.isConnected).toBe(true)
    connection.list([bitcoin, dogecoin])
    connection.beat(NOON + 1)
    await until(() => binance.heard.length === 2)
    expect(binance.heard[1]).toContain('dogeusdt@ticker')
  })
})
