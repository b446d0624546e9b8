// Programs on their socket, through the Worker and real rooms: channels, orders, and hostile messages.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { KEY_SCOPES } from '#domain/api-key'
import { callAccountAsSystem } from '#services/account-room'
import { type Person, join, ok, seed, send } from '../api/client'
import { program } from '../keys/client'
import { EVENTS } from '../../server/socket/messages'
import { loginOf } from './login'
import { type Book, OwnBook } from './own-book'
import { ProgramWire, eventually } from './program-wire'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const ALL = [...KEY_SCOPES]
let ORDER: Readonly<Record<string, string>>
let alice: Person
let bob: Person
const wires: ProgramWire[] = []
const opened = (wire: ProgramWire): ProgramWire => {
  wires.push(wire)
  return wire
}
const open = async (from?: string) => opened(await ProgramWire.open(from))
const loggedIn = async (person: Person, scopes = ALL) =>
  opened(await ProgramWire.loggedIn(await program(person.userId, { kind: 'hmac', scopes })))

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  const price = String(Math.floor(Number(quote?.price) * 0.95))
  ORDER = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price, quantity: '0.001' }
})
afterEach(() => {
  for (const wire of wires.splice(0)) wire.close()
})

/** Every message is as its schema says. */
function expectDescribed(wire: ProgramWire): void {
  for (const message of wire.told) {
    const schema = EVENTS[message.channel as keyof typeof EVENTS]
    expect(v.safeParse(schema, message).issues ?? []).toEqual([])
  }
}

describe('public channels', () => {
  test('a book of REST is joined to the deltas of its number, and stays equal to REST while orders move', async () => {
    const wire = await open()
    const trader = await loggedIn(alice)
    expect(await wire.codeOf('subscribe', { channel: 'book', symbol: 'BTC-USDT' })).toBe('ok')
    const book = () => wire.of('book', 'BTC-USDT') as unknown as (Book & { previous?: number; type: string })[]
    await eventually('a snapshot', () => book()[0])
    const rest = () => ok<Book>('GET', '/v1/book', { query: { symbol: 'BTC-USDT', limit: '200' } })
    const own = new OwnBook()
    own.take(await rest())
    const points = 12
    for (let point = 0; point < points; point += 1) {
      const price = String(Number(ORDER['price']) - (point % 5))
      const placed = await trader.ask('order.place', { ...ORDER, price })
      expect(placed).toMatchObject({ ok: true, result: { state: 'open' } })
      if (point % 3 === 0)
        await trader.ask('order.cancel', { order_id: (placed.result as { order_id: number }).order_id })
      const shown = await rest()
      await eventually('the deltas up to it', () => book().some(({ seq }) => seq >= shown.seq))
      for (const message of book()) if (message.seq > own.seq && message.seq <= shown.seq) own.take(message)
      expect(own.seq).toBe(shown.seq)
      expect(own.levels()).toEqual({ bids: shown.bids, asks: shown.asks })
    }
    // A second program starts from the room's copy, which is the same book.
    const later = await open()
    await later.codeOf('subscribe', { channel: 'book', symbol: 'BTC-USDT' })
    await eventually('its snapshot', () => later.of('book', 'BTC-USDT')[0])
    expectDescribed(wire)
    await trader.ask('orders.cancel', {})
  })

  test('a Market that restarts sends a snapshot, from which the book is that of REST again', async () => {
    const wire = await open()
    await wire.codeOf('subscribe', { channel: 'book', symbol: 'ETH-USDT' })
    const book = () => wire.of('book', 'ETH-USDT') as unknown as (Book & { previous?: number })[]
    await eventually('a snapshot', () => book()[0])
    const room = env.Market.get(env.Market.idFromName('ETH-USDT'))
    await runInDurableObject(room, (_room, state) => state.abort('killed by a test')).catch(() => undefined)
    const before = book().length
    const rest = () => ok<Book>('GET', '/v1/book', { query: { symbol: 'ETH-USDT', limit: '200' } })
    const restarted = await rest()
    await eventually(
      'messages of the new life',
      () => book().some(({ seq }) => seq >= restarted.seq) && book().length > before,
    )
    const own = new OwnBook()
    for (let point = 0; point < 5; point += 1) {
      const shown = await rest()
      await eventually('the messages up to it', () => book().some(({ seq }) => seq >= shown.seq))
      for (const message of book()) if (message.seq > own.seq && message.seq <= shown.seq) own.take(message)
      expect({ seq: own.seq, ...own.levels() }).toEqual({ seq: shown.seq, bids: shown.bids, asks: shown.asks })
    }
  })

  test('trades come once each, oldest first, and are those of REST', async () => {
    const wire = await open()
    expect(await wire.codeOf('subscribe', { channel: 'trades', symbol: 'BTC-USDT' })).toBe('ok')
    await eventually('the newest trades', () => wire.of('trades', 'BTC-USDT')[0])
    const trader = await loggedIn(alice)
    for (let index = 0; index < 3; index += 1) {
      const market = { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.001' }
      expect(await trader.codeOf('order.place', market)).toBe('ok')
    }
    const numbers = () =>
      wire
        .of('trades', 'BTC-USDT')
        .flatMap(({ trades }) => (trades as { trade_no: number }[]).map((each) => each.trade_no))
    await eventually('three trades', () => numbers().length >= 3)
    expect(numbers()).toEqual([...new Set(numbers())].sort((one, other) => one - other))
    const rest = await ok<{ trade_no: number }[]>('GET', '/v1/trades', { query: { symbol: 'BTC-USDT', limit: '3' } })
    await eventually('all of REST', () => rest.every(({ trade_no: no }) => numbers().includes(no)))
    expectDescribed(wire)
  })

  test('quotes come whole first, then as they change; of one symbol on wish; and end on wish', async () => {
    const wire = await open()
    const one = await open()
    expect(await wire.codeOf('subscribe', { channel: 'quotes' })).toBe('ok')
    expect(await one.codeOf('subscribe', { channel: 'quotes', symbol: 'ETH-USDT' })).toBe('ok')
    const symbolsOf = (from: ProgramWire) =>
      new Set(from.told.flatMap(({ quotes }) => (quotes as { symbol: string }[]).map(({ symbol }) => symbol)))
    await eventually('many symbols', () => symbolsOf(wire).size > 5)
    await eventually('a second message', () => wire.told.length > 1 && one.told.length > 1)
    expect([...symbolsOf(one)]).toEqual(['ETH-USDT'])
    expectDescribed(wire)
    expect(await one.codeOf('unsubscribe', { channel: 'quotes', symbol: 'ETH-USDT' })).toBe('ok')
    const heard = one.told.length
    const before = wire.told.length
    await eventually('more for the other', () => wire.told.length > before + 1)
    expect(one.told.length).toBe(heard)
  })

  test('a plain request is told to open a socket, and ping answers with the time', async () => {
    expect((await send('GET', '/v1/ws', {})).status).toBe(426)
    const wire = await open()
    expect(await wire.ask('ping')).toMatchObject({ ok: true, result: { server_time: expect.any(Number) } })
  })
})

describe('orders', () => {
  test('are placed, amended and cancelled as by REST: one order a command id at either door', async () => {
    const wire = await loggedIn(alice)
    const first = await wire.ask('order.place', ORDER, { command_id: 'both-doors' })
    expect(first).toMatchObject({ ok: true, result: { state: 'open' }, usage: { orders: expect.any(Number) } })
    expect(first.round).toMatch(/^\d+\|\d+\|\|[0-9a-f]{64}$/)
    const again = await wire.ask('order.place', ORDER, { command_id: 'both-doors' })
    expect(again.result).toEqual(first.result)
    const byRest = await ok('POST', '/v1/order', { json: ORDER, token: alice.token, key: 'both-doors' })
    expect(byRest).toEqual(first.result)
    const other = { ...ORDER, quantity: '0.002' }
    expect(await wire.codeOf('order.place', other, { command_id: 'both-doors' })).toBe('command_id_reused')
    const { order_id: orderId } = first.result as { order_id: number }
    const amended = await wire.ask('order.amend', { order_id: orderId, quantity: '0.0008' })
    expect(amended).toMatchObject({ ok: true, result: { order_id: orderId, state: 'open' } })
    expect(await wire.ask('order.cancel', { order_id: orderId })).toMatchObject({ result: { state: 'cancelled' } })
    expect(await wire.codeOf('order.cancel', { order_id: orderId })).toBe('order_not_open')
  })

  test('several in a message have an outcome each', async () => {
    const wire = await loggedIn(alice)
    const orders = [ORDER, { ...ORDER, quantity: '99999' }, ORDER]
    const placed = await wire.ask('orders.place', { orders })
    const rows = placed.result as { order: { order_id: number } | null; refusal: { code: string } | null }[]
    expect(rows.map(({ order, refusal }) => [order !== null, refusal !== null])).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ])
    const ended = await wire.ask('orders.cancel', {})
    const ids = rows.flatMap(({ order }) => (order ? [order.order_id] : []))
    expect((ended.result as { order_ids: number[] }).order_ids).toEqual(expect.arrayContaining(ids))
  })

  test('one that is late by its own time is refused', async () => {
    const wire = await loggedIn(alice)
    expect(await wire.codeOf('order.place', ORDER, { timestamp: Date.now() - 10_000 })).toBe('timestamp_late')
    expect(await wire.codeOf('order.place', ORDER, { timestamp: Date.now() + 60_000 })).toBe('timestamp_early')
    const inTime = { timestamp: Date.now() - 10_000, recv_window: 60_000, command_id: 'in-time' }
    expect(await wire.codeOf('order.place', ORDER, inTime)).toBe('ok')
    await wire.ask('orders.cancel', {})
  })
})

describe('hostile messages', () => {
  test('malformed ones are refused by name, and the socket goes on', async () => {
    const wire = await open()
    const last = async (text: string) => {
      const before = wire.replies.length
      wire.socket.send(text)
      return eventually('a refusal', () => wire.replies[before])
    }
    for (const text of ['{', '[]', '7', 'null', '"x"'])
      expect((await last(text)).problem).toMatchObject({ code: 'request_malformed', status: 400 })
    const named = async (text: object) => {
      const { problem, id } = await last(JSON.stringify(text))
      return [id, problem?.code, problem?.facts['field']]
    }
    expect(await named({ op: 'ping' })).toEqual([null, 'field_missing', 'id'])
    expect(await named({ id: 101, op: 'steal' })).toEqual([101, 'field_malformed', 'op'])
    expect(await named({ id: 102, op: 'ping', more: 1 })).toEqual([102, 'field_not_taken', 'more'])
    expect(await named({ id: 103, op: 'ping', params: { more: 1 } })).toEqual([103, 'field_not_taken', 'more'])
    expect(await named({ id: 'x', op: 'subscribe', params: { channel: 'trades' } })).toEqual([
      'x',
      'field_missing',
      'symbol',
    ])
    expect(await named({ id: 104, op: 'subscribe', params: { channel: 'desk' } })).toEqual([
      104,
      'field_malformed',
      'channel',
    ])
    expect(await named({ id: 105, op: 'subscribe', params: { channel: 'quotes', after: 4 } })).toEqual([
      105,
      'field_not_taken',
      'after',
    ])
    const foreign = { channel: 'account', symbol: 'BTC-USDT' }
    expect(await named({ id: 106, op: 'subscribe', params: foreign })).toEqual([106, 'field_not_taken', 'symbol'])
    const account = { channel: 'account', user_id: bob.userId }
    expect(await named({ id: 107, op: 'subscribe', params: account })).toEqual([107, 'field_not_taken', 'user_id'])
    expect(
      (await last(JSON.stringify({ id: 108, op: 'subscribe', params: { channel: 'book', symbol: 'NO-SUCH' } }))).problem
        ?.code,
    ).toBe('pair_not_found')
    expect(await wire.codeOf('ping')).toBe('ok')
  })

  test('an oversized frame and a binary one close the socket', async () => {
    const large = await open()
    large.socket.send('x'.repeat(64 * 1024 + 1))
    expect((await eventually('it is closed', () => large.closed)).code).toBe(1009)
    const binary = await open()
    binary.socket.send(new Uint8Array(8))
    expect((await eventually('it is closed', () => binary.closed)).code).toBe(4400)
  })

  test('a flood closes the socket', async () => {
    const wire = await open()
    for (let index = 0; index < 150; index += 1) wire.socket.send(JSON.stringify({ id: 1, op: 'ping' }))
    expect((await eventually('it is closed', () => wire.closed)).code).toBe(4429)
  })

  test('without a login nothing of an account is told or done', async () => {
    const wire = await open()
    expect(await wire.codeOf('subscribe', { channel: 'account' })).toBe('session_missing')
    expect(await wire.codeOf('order.place', ORDER)).toBe('session_missing')
    expect(await wire.codeOf('cancel_all_after', { timeout: 1_000 })).toBe('session_missing')
    expect(await wire.codeOf('cancel_on_disconnect', { enabled: true })).toBe('session_missing')
    expect(wire.told).toEqual([])
  })

  test('a login that is replayed, tampered, late, foreign or made up is refused by its code', async () => {
    const bot = await program(alice.userId, { kind: 'ed25519', scopes: ALL })
    const other = await program(bob.userId, { kind: 'ed25519', scopes: ALL })
    const genuine = await loginOf(bot)
    const wire = await open()
    expect(await wire.codeOf('login', genuine)).toBe('ok')
    const next = await open()
    expect(await next.codeOf('login', genuine)).toBe('request_replayed')
    expect(await next.codeOf('login', { ...(await loginOf(bot)), timestamp: Date.now() })).toBe('signature_wrong')
    expect(await next.codeOf('login', { ...(await loginOf(bot)), recv_window: 60_000 })).toBe('signature_wrong')
    expect(await next.codeOf('login', { ...(await loginOf(other)), key: bot.id })).toBe('signature_wrong')
    expect(await next.codeOf('login', await loginOf(bot, { timestamp: Date.now() - 6_000 }))).toBe('timestamp_late')
    expect(await next.codeOf('login', await loginOf(bot, { timestamp: Date.now() + 60_000 }))).toBe('timestamp_early')
    expect(await next.codeOf('login', { ...genuine, key: `7.${'0f'.repeat(24)}` })).toBe('key_unknown')
    expect(await next.codeOf('login', { ...genuine, signature: 'x' })).toBe('key_header_malformed')
    expect(await next.codeOf('login', { ...genuine, isProven: 'true' })).toBe('field_not_taken')
    expect(await next.codeOf('order.place', ORDER)).toBe('session_missing')
  })

  test('a key without the scope, of another address, expired or revoked gets nothing', async () => {
    const reader = await loggedIn(alice, ['read'])
    expect(await reader.codeOf('order.place', ORDER)).toBe('key_scope_missing')
    expect(await reader.codeOf('cancel_all_after', { timeout: 1_000 })).toBe('key_scope_missing')
    expect(await reader.codeOf('cancel_on_disconnect', { enabled: true })).toBe('key_scope_missing')
    const trader = await loggedIn(alice, ['trade'])
    expect(await trader.codeOf('subscribe', { channel: 'account' })).toBe('key_scope_missing')
    expect(await trader.codeOf('order.place', ORDER)).toBe('ok')
    expect(await trader.codeOf('orders.cancel', {})).toBe('ok')
    expect(trader.told).toEqual([])
    const bound = await program(alice.userId, { kind: 'hmac', scopes: ALL, addresses: ['192.0.2.0/24'] })
    const away = await open('198.51.100.7')
    expect(await away.codeOf('login', await loginOf(bound))).toBe('key_address_refused')
    const home = await open('192.0.2.9')
    expect(await home.codeOf('login', await loginOf(bound))).toBe('ok')
    const old = await program(alice.userId, { kind: 'hmac', scopes: ALL, expiresAt: Date.now() - 1 })
    expect(await away.codeOf('login', await loginOf(old))).toBe('key_expired')
  })

  test('a revoked key closes its sockets at once, and those of other keys stay', async () => {
    const bot = await program(alice.userId, { kind: 'hmac', scopes: ALL })
    const wire = opened(await ProgramWire.loggedIn(bot))
    const other = await loggedIn(alice)
    await wire.ask('subscribe', { channel: 'account' })
    await callAccountAsSystem(env, alice.userId, { type: 'remove_api_key', keyId: bot.id })
    expect((await eventually('it is closed', () => wire.closed)).code).toBe(4401)
    expect(await other.codeOf('ping')).toBe('ok')
    expect(other.closed).toBeNull()
  })

  test('a party of the site takes no key from outside', async () => {
    const bot = await program(alice.userId, { kind: 'hmac', scopes: ALL })
    const proof = { keyId: bot.id, isProven: true, scope: null, weight: 0, requestId: 'x', address: 'local' }
    const answer = await send('GET', `/../parties/account/${alice.userId}`, {
      headers: {
        Upgrade: 'websocket',
        'x-cm-key': JSON.stringify({ ...proof, timestamp: Date.now(), recvWindow: 5_000 }),
      },
      token: bob.token,
    })
    expect(answer.status).toBe(403)
    const own = await send('GET', `/../parties/account/${bob.userId}/poll`, {
      headers: { 'x-cm-key': JSON.stringify(proof) },
      token: bob.token,
    })
    expect(own.status).toBe(200)
  })
})
