// From end to end: the room on the Workers runtime, connected to two exchanges on this machine, cut off and killed.

import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import type { Candle, ChainReport, DayLine, FeedHealth, Quote, QuotesRpc, Tick } from '#party/protocol/quotes'
import { startRuntime } from '../../scripts/lib/runtime.mjs'
import { TestBinance, TestKraken } from './exchanges'

const MINUTE = 60_000
const binance = new TestBinance()
const kraken = new TestKraken()
let folder = ''
let script = ''
let server: Miniflare
let talking: ReturnType<typeof setInterval>

const start = (): Promise<Miniflare> =>
  startRuntime({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: script }],
    d1Databases: ['DB'],
    durableObjects: { Quotes: { className: 'Quotes', useSQLite: true } },
    persistDir: folder,
    bindings: {
      QUOTES_SOURCE: 'binance,kraken',
      BINANCE_WS_URL: binance.socketUrl,
      BINANCE_REST_URL: binance.restUrl,
      KRAKEN_WS_URL: kraken.socketUrl,
      KRAKEN_REST_URL: kraken.restUrl,
    },
  })

async function fillDirectory(): Promise<void> {
  const database = await server.getD1Database('DB')
  const migrations = (await readdir('db/platform/migrations')).filter((name) => name.endsWith('.sql')).sort()
  for (const name of migrations) {
    const statements = (await readFile(join('db/platform/migrations', name), 'utf8')).split('--> statement-breakpoint')
    for (const statement of statements) if (statement.trim() !== '') await database.prepare(statement).run()
  }
  await database.batch(seedStatements().map((statement) => database.prepare(statement)))
}

async function call<Method extends keyof QuotesRpc>(method: Method, ...args: Parameters<QuotesRpc[Method]>) {
  const response = await server.dispatchFetch(`http://cm.test/rpc/${method}`, {
    method: 'POST',
    body: JSON.stringify(args),
  })
  return response.json()
}
// Methods of QuotesRpc; HTTP loses their types.
const quotes = () => call('quotes') as Promise<Quote[]>
const latest = (symbol: string) => call('latestTick', symbol) as Promise<Tick | null>
const health = () => call('health') as Promise<FeedHealth[]>

/** Sets the room's clock ahead of this process's. */
const setAhead = (milliseconds: number) =>
  server.dispatchFetch(`http://cm.test/ahead/${milliseconds}`, { method: 'POST' })

/** Polls until there is an answer, for at most 30 seconds. */
async function eventually<Answer>(ask: () => Promise<Answer | null | undefined | false>): Promise<Answer> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never happened')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quotes-'))
  const bundle = await build({
    entryPoints: ['tests/quotes/quotes-worker.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    loader: { '.sql': 'text' },
    logLevel: 'error',
  })
  script = bundle.outputFiles[0]?.text ?? ''
  await binance.open()
  await kraken.open()
  binance.markets.set('BTCUSDT', { price: 61_000, open: 60_000, high: 62_000, low: 59_000, volume: 1000 })
  binance.markets.set('ETHUSDT', { price: 3000, open: 3100, high: 3200, low: 2900, volume: 5000 })
  kraken.markets.set('BTC/USDT', { price: 61_000.2, open: 60_000, high: 62_000, low: 59_000, volume: 100 })
  talking = setInterval(() => {
    binance.say()
    kraken.heartbeat()
  }, 500)
  server = await start()
  await fillDirectory()
}, 60_000)

afterAll(async () => {
  clearInterval(talking)
  await server.dispose()
  await binance.close()
  await kraken.close()
  await rm(folder, { recursive: true, force: true })
})

describe('with real feeds', { timeout: 60_000 }, () => {
  test('the market list has the median of both exchanges, and only what they quote', async () => {
    const list = await eventually(async () => {
      const found = await quotes()
      return found.some((quote) => quote.source === 'binance+kraken') && found
    })
    const bitcoin = list.find((quote) => quote.symbol === 'BTC-USDT')
    expect(bitcoin).toMatchObject({
      price: '61000.1',
      open: '60000.0',
      high: '62000.0',
      change: '+1.67',
      isStale: false,
    })
    expect(list.find((quote) => quote.symbol === 'ETH-USDT')).toMatchObject({
      price: '3000.00',
      source: 'binance',
      change: '-3.23',
    })
    expect(list.map((quote) => quote.symbol).sort()).toEqual(['BTC-USDT', 'ETH-USDT'])
    expect(await health()).toContainEqual(
      expect.objectContaining({
        source: 'kraken',
        symbol: 'ETH-USDT',
        error: 'Currency pair not supported ETH/USDT',
        isStale: true,
      }),
    )
  })

  test('one exchange is cut off: the other goes on, and the first comes back by itself', async () => {
    const before = kraken.connections
    kraken.drop()
    await eventually(async () => kraken.connections > before)
    const row = await eventually(async () => {
      const rows = await health()
      return rows.find(({ source, symbol, isConnected }) => source === 'kraken' && symbol === 'BTC-USDT' && isConnected)
    })
    expect(row.reconnects).toBeGreaterThan(0)
    expect((await latest('BTC-USDT'))?.price).toMatch(/^6\d{4}\.\d$/)
  })

  test('history comes by REST, and the running candle is made of ticks', async () => {
    const minute = Math.floor(Date.now() / MINUTE) * MINUTE
    for (let ago = 5; ago >= 1; ago -= 1)
      binance.candles.push([minute - ago * MINUTE, '60900', '61100', '60800', '60950', '12.5'])
    const request = { symbol: 'BTC-USDT', period: '1min', from: minute - 5 * MINUTE, to: Date.now() + MINUTE } as const
    const candles = (await call('candles', request)) as Candle[]
    expect(candles[0]).toEqual({
      at: minute - 5 * MINUTE,
      open: '60900.0',
      high: '61100.0',
      low: '60800.0',
      close: '60950.0',
      volume: '12.50000',
    })
    expect(candles.at(-1)?.close).toBe((await quotes()).find((quote) => quote.symbol === 'BTC-USDT')?.price)
    expect(binance.restPaths.some((path) => path.startsWith('/api/v3/klines?symbol=BTCUSDT&interval=1m'))).toBe(true)
    const lines = (await call('dayLines')) as DayLine[]
    expect(lines.find((line) => line.symbol === 'BTC-USDT')?.closes.at(-1)).toMatch(/^6\d{4}\.\d$/)
  })

  test('after the process is gone and back, ticks go on in the same chain, and the feed starts without being asked', async () => {
    const before = await eventually(() => latest('BTC-USDT'))
    await server.dispatchFetch('http://cm.test/rpc/alarmNow', { method: 'POST', body: '[]' })
    await server.dispose()
    const connections = binance.connections
    server = await start()
    // Without any request the room's alarm reconnects the feed.
    await eventually(async () => binance.connections > connections)
    const after = await eventually(() => latest('BTC-USDT'))
    expect(after.seq).toBeGreaterThan(before.seq)
    const report = (await call('verifyChain')) as ChainReport
    expect(report.brokenRound).toBeNull()
    expect(report.ticksChecked).toBeGreaterThanOrEqual(after.seq)
  })

  test('the price of a second in which the feed was running is the published tick', async () => {
    const tick = await eventually(() => latest('BTC-USDT'))
    expect(await call('priceAt', 'BTC-USDT', tick.at)).toEqual(tick)
    expect(await call('priceAt', 'BTC-USDT', tick.at - 3_600_000)).toBeNull()
  })

  test('of two exchanges that disagree the one that repeats an old price does not count, and when neither moves there is no price', async () => {
    // Kraken has repeated one price for more than five seconds.
    await setAhead(6000)
    const still = setInterval(() => kraken.say(), 500)
    let price = 62_500
    const moving = setInterval(() => {
      price += 0.1
      binance.markets.set('BTCUSDT', { price, open: 60_000, high: 63_000, low: 59_000, volume: 1000 })
    }, 400)
    try {
      const tick = await eventually(async () => {
        const found = await latest('BTC-USDT')
        return Number(found?.price) > 62_000 && found
      })
      expect(tick.price).toMatch(/^625\d\d\.\d$/)
      const rows = (await health()).filter(({ symbol }) => symbol === 'BTC-USDT')
      expect(rows.map(({ source, isOutlier }) => [source, isOutlier])).toEqual(
        expect.arrayContaining([
          ['binance', false],
          ['kraken', true],
        ]),
      )
      clearInterval(moving)
      await setAhead(12_000)
      await eventually(async () => (await latest('BTC-USDT')) === null)
      expect(
        (await health())
          .filter(({ isOutlier }) => isOutlier)
          .map(({ source }) => source)
          .sort(),
      ).toEqual(['binance', 'kraken'])
      // Kraken moves to Binance's price, and both count again.
      kraken.markets.set('BTC/USDT', { price, open: 60_000, high: 63_000, low: 59_000, volume: 100 })
      await eventually(async () => (await latest('BTC-USDT'))?.price.startsWith('625'))
    } finally {
      clearInterval(moving)
      clearInterval(still)
    }
  })

  test('when all exchanges fall silent there is no price any more, and the list says that it is old', async () => {
    clearInterval(talking)
    kraken.isSilent = true
    await setAhead(28_000)
    await eventually(async () => (await latest('BTC-USDT')) === null)
    const list = await quotes()
    expect(list.find((quote) => quote.symbol === 'BTC-USDT')?.isStale).toBe(true)
  })
})
