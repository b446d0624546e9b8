// The socket.io client that existing clients have, of the second generation, against the served app.

import connect, { type ClientSocket } from 'socket.io-client'
import { afterEach, expect, inject, test } from 'vitest'

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

/** A client, and what it hears of BTC/USDT by event. */
function open(transports?: readonly string[]) {
  const socket = connect(inject('appUrl'), { ...(transports && { transports }), forceNew: true })
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

test.each([
  ['on a socket at once, as existing clients connect', ['websocket', 'polling'], 'websocket'],
  ['by polling alone', ['polling'], 'polling'],
  ['by polling that becomes a socket', ['polling', 'websocket'], 'websocket'],
] as const)('prices, books and candles arrive and move %s', async (_, transports, ends) => {
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
