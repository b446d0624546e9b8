// The socket.io client that existing clients have, of the second generation, against the served app.

import connect, { type ClientSocket } from 'socket.io-client'
import { createServer } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/lib/port.mjs'
import { openBrowser, openPage } from '../kit/browser'
import { firstOf, longTest } from '../kit/long'
import { spawnApp } from '../kit/miniflare'

interface Heard {
  readonly symbol: string
  readonly close: string
  readonly time: number
  readonly bids: readonly (readonly [price: string, amount: string])[]
  readonly asks: readonly (readonly [price: string, amount: string])[]
}

const sockets: ClientSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/** A client with its received BTC/USDT events. */
function open(transports?: readonly string[], url = inject('appUrl')) {
  const socket = connect(url, { ...(transports && { transports }), forceNew: true })
  sockets.push(socket)
  const hear = (event: string) => {
    const heard: Heard[] = []
    socket.on(event, (payload: Heard) => {
      if (payload.symbol === 'BTC/USDT') heard.push(payload)
    })
    return heard
  }
  return { socket, prices: hear('daymarket'), books: hear('market_depth'), candles: hear('kline') }
}

const isMoving = ({ prices, books, candles }: Omit<ReturnType<typeof open>, 'socket'>): boolean =>
  new Set(prices.map(({ close }) => close)).size > 2 &&
  new Set(books.map((book) => JSON.stringify(book))).size > 2 &&
  candles.length > 2

test.each(
  firstOf([
    ['by polling that becomes a socket', ['polling', 'websocket'], 'websocket'],
    ['on a socket at once, as existing clients connect', ['websocket', 'polling'], 'websocket'],
    ['by polling alone', ['polling'], 'polling'],
  ] as const),
)('prices, books and candles arrive and move %s', async (_, transports, ends) => {
  const client = open(transports)
  await expect.poll(() => isMoving(client), { timeout: 20_000 }).toBe(true)
  expect(client.socket.io.engine.transport.name).toBe(ends)
  const book = client.books.at(-1)
  expect([book?.bids.length, book?.asks.length]).toEqual([10, 10])
  expect(Number(book?.bids[0]?.[0])).toBeLessThan(Number(book?.asks[0]?.[0]))
})

test('a stranger who logs in as somebody goes on hearing what everybody hears', async () => {
  const client = open()
  client.socket.emit('login', 10_001)
  await expect.poll(() => isMoving(client), { timeout: 20_000 }).toBe(true)
  expect(client.socket.connected).toBe(true)
})

test.each(firstOf([[['websocket']], [['polling']]] as const))(
  'in a browser, on a page of another site, prices and books arrive and move by %s alone',
  async (transports) => {
    const browser = await openBrowser()
    const { page } = await openPage(browser)
    const script = await readFile('node_modules/socket.io-client/dist/socket.io.js')
    const elsewhere = createServer(({ url }, answer) => {
      answer.setHeader('Content-Type', url === '/' ? 'text/html' : 'text/javascript')
      answer.end(url === '/' ? '<script src="/socket.io.js"></script>' : script)
    })
    onTestFinished(() => void elsewhere.close())
    const port = await freePort()
    await new Promise<void>((resolve) => elsewhere.listen(port, '127.0.0.1', resolve))
    await page.goto(`http://127.0.0.1:${port}/`)
    const heard = await page.evaluate(
      ([url, ways]) =>
        new Promise<{ readonly prices: number; readonly books: number }>((resolve) => {
          // The client's script puts itself there.
          const { io } = window as unknown as {
            io: (
              url: string,
              options: object,
            ) => { on: (name: string, hear: (payload: { symbol: string }) => void) => void }
          }
          const counts = { prices: 0, books: 0 }
          const socket = io(url, { transports: ways })
          socket.on('daymarket', () => (counts.prices += 1))
          socket.on('market_depth', ({ symbol }) => {
            if (symbol === 'BTC/USDT') counts.books += 1
            if (counts.books > 3 && counts.prices > 3) resolve(counts)
          })
        }),
      [inject('appUrl'), [...transports]] as const,
    )
    expect(heard.prices).toBeGreaterThan(3)
  },
)

longTest('a client whose server was killed comes back by itself, and hears on', async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-gateway-'))
  const options = { persistDir, port: await freePort() }
  const first = await spawnApp(options)
  const client = open(['websocket'], first.url)
  await expect.poll(() => isMoving(client), { timeout: 20_000 }).toBe(true)
  await first.kill()
  await expect.poll(() => client.socket.connected).toBe(false)
  const second = await spawnApp(options)
  try {
    const before = client.books.length
    await expect.poll(() => client.socket.connected, { timeout: 30_000 }).toBe(true)
    await expect.poll(() => client.books.length > before + 3, { timeout: 20_000 }).toBe(true)
  } finally {
    await second.stop()
    await rm(persistDir, { recursive: true, force: true })
  }
})
