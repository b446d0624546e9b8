// Programs that attack by their socket, or have bad luck with it: nothing twice, nothing of others, nothing left without an answer.

import { runDurableObjectAlarm } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { KEY_SCOPES } from '#domain/api-key'
import { done } from '#domain/outcome'
import type { AccountRpc } from '#party/protocol/account'
import { Account } from '../../party/account/room'
import { ProgramConnection } from '../../server/socket/connection'
import { Feeds } from '../../server/socket/feeds'
import { type Person, join, ok, seed } from '../api/client'
import { type Program, ask, program, signed } from '../keys/client'
import { loginOf } from './login'
import { ProgramWire, eventually } from './program-wire'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let ORDER: Readonly<Record<string, string>>
let alice: Person
const wires: ProgramWire[] = []

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  const price = String(Math.floor(Number(quote?.price) * 0.95))
  ORDER = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price, quantity: '0.001' }
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const wire of wires.splice(0)) wire.close()
})

const botOf = (person: Person) => program(person.userId, { kind: 'hmac', scopes: [...KEY_SCOPES] })
async function loggedIn(bot: Program): Promise<ProgramWire> {
  const wire = await ProgramWire.loggedIn(bot)
  wires.push(wire)
  return wire
}
const openOrders = async ({ token }: Person) =>
  (await ok<{ list: unknown[] }>('GET', '/v1/orders', { query: { stage: 'open', limit: '100' }, token })).list

async function untilNoneOpen(person: Person): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if ((await openOrders(person)).length === 0) return
    await scheduler.wait(25)
  }
  throw new Error('orders stayed open')
}

test('one command sent at once by both doors and three sockets is one order', async () => {
  const person = await join('Abe')
  const bot = await botOf(person)
  const sockets = [await loggedIn(bot), await loggedIn(bot), await loggedIn(bot)]
  for (let round = 0; round < 5; round += 1) {
    const command = { command_id: `same-${round}` }
    const byRest = signed(bot, 'POST', '/v1/order', { json: ORDER, commandId: command.command_id }).then((request) =>
      ask(request),
    )
    const [rest, ...replies] = await Promise.all([
      byRest,
      ...sockets.map((wire) => wire.ask('order.place', ORDER, command)),
    ])
    for (const { result } of replies) expect(result).toEqual(rest.message)
    expect(await openOrders(person)).toHaveLength(round + 1)
  }
})

test('weight is counted once for both doors', async () => {
  const person = await join('Bea')
  const bot = await botOf(person)
  const wire = await loggedIn(bot)
  const before = (await wire.ask('orders.cancel', {})).usage?.weight ?? 0
  await ask(await signed(bot, 'GET', '/v1/balances'))
  const after = (await wire.ask('orders.cancel', {})).usage?.weight ?? 0
  // At a full minute the sum begins anew.
  if (after >= before) expect(after).toBeGreaterThanOrEqual(before + 2)
})

test('a failure inside is answered by a code, and neither answer nor log names the key', async () => {
  const bot = await botOf(alice)
  const wire = await loggedIn(bot)
  const lines: string[] = []
  for (const method of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => void lines.push(parts.map(String).join(' ')))
  vi.spyOn(Account.prototype, 'asKey').mockRejectedValue(new Error('a secret of the house'))
  vi.spyOn(Account.prototype, 'fetch').mockRejectedValue(new Error('a secret of the house'))
  const login = await loginOf(bot)
  const replies = [
    await wire.ask('order.place', ORDER),
    await wire.ask('cancel_on_disconnect', { enabled: true }),
    await wire.ask('subscribe', { channel: 'account' }),
    await wire.ask('login', login),
  ]
  for (const { ok: isOk, problem } of replies) expect([isOk, problem?.code]).toEqual([false, 'internal_error'])
  expect(JSON.stringify(replies)).not.toContain('secret')
  for (const secret of [bot.id, login.signature]) expect(lines.join('\n')).not.toContain(secret)
  vi.restoreAllMocks()
  expect(await wire.codeOf('orders.cancel', {})).toBe('ok')
})

test('fields with names of the language, and fields that an operation does not take, are refused by name', async () => {
  const wire = await loggedIn(await botOf(alice))
  const refusalOf = async (message: object | string) => {
    const before = wire.replies.length
    wire.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    const { problem } = await eventually('an answer', () => wire.replies[before])
    return [problem?.code, problem?.facts['field']]
  }
  for (const name of ['constructor', 'prototype', '__proto__', 'toString', 'lang'])
    for (const [op, params] of [
      ['order.place', ORDER],
      ['ping', {}],
    ] as const) {
      const text = JSON.stringify({ id: 1, op, params: { ...params, name: 'x' } }).replace('"name"', `"${name}"`)
      expect([op, ...(await refusalOf(text))]).toEqual([op, 'field_not_taken', name])
    }
  expect(await refusalOf('{"id":1,"op":"ping","__proto__":{"op":"login"}}')).toEqual(['field_not_taken', '__proto__'])
  for (const id of [true, null, {}, [1], 1.5, 'x'.repeat(65)])
    expect((await refusalOf({ id, op: 'ping' }))[0]).toMatch(/^field_m/)
  expect(await refusalOf('{"id":1e400,"op":"ping"}')).toEqual(['field_malformed', 'id'])
  const late = { timestamp: Date.now() - 10_000 }
  expect(await wire.codeOf('cancel_on_disconnect', { enabled: 'false' }, late)).toBe('timestamp_late')
  expect(await wire.codeOf('subscribe', { channel: 'account' }, late)).toBe('field_not_taken')
  for (const more of [late, { recv_window: 5 }, { command_id: 'x' }]) {
    const [field] = Object.keys(more)
    expect(await refusalOf({ id: 2, op: 'ping', ...more })).toEqual(['field_not_taken', field])
    expect(await refusalOf({ id: 2, op: 'unsubscribe', params: { channel: 'account' }, ...more })).toEqual([
      'field_not_taken',
      field,
    ])
  }
  expect(await refusalOf({ id: 2, op: 'subscribe', params: { channel: 'account' }, command_id: 'x' })).toEqual([
    'field_not_taken',
    'command_id',
  ])
  const deep = `{"id":3,"op":"order.place","params":{"symbol":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`
  expect((await refusalOf(deep))[0]).toBe('field_malformed')
  expect((await refusalOf({ id: 4, op: 'order.place', params: { ...ORDER, quantity: 1e300 } }))[0]).toBe(
    'field_malformed',
  )
  expect((await refusalOf({ id: 5, op: 'order.place', params: { ...ORDER, symbol: '\uD800' } }))[0]).toMatch(
    /field_malformed|pair_not_found/,
  )
  expect(await openOrders(alice)).toEqual([])
})

test('an order sent just before the socket closes goes with the switch, too', async () => {
  const person = await join('Cal')
  const bot = await botOf(person)
  const wire = await loggedIn(bot)
  await wire.ask('cancel_on_disconnect', { enabled: true })
  // The order is on its way for longer than the news of the close.
  const carryOut = Object.getOwnPropertyDescriptor(Account.prototype, 'asKey')?.value as AccountRpc['asKey']
  const arrived = vi.fn()
  vi.spyOn(Account.prototype, 'asKey').mockImplementation(async function (this: Account, ...call) {
    for (let turn = 0; turn < 10; turn += 1) await scheduler.wait(20)
    return carryOut.apply(this, call).finally(arrived)
  })
  wire.socket.send(JSON.stringify({ id: 'last', op: 'order.place', params: ORDER }))
  wire.close()
  await eventually('the order is placed', () => arrived.mock.calls.length > 0)
  vi.restoreAllMocks()
  await untilNoneOpen(person)
})

test('a second login on the same socket is no disconnect', async () => {
  const person = await join('Dan')
  const [bot, other] = [await botOf(person), await botOf(person)]
  const wire = await loggedIn(bot)
  await wire.ask('order.place', ORDER)
  await wire.ask('cancel_on_disconnect', { enabled: true })
  expect(await wire.codeOf('login', await loginOf(other))).toBe('ok')
  for (let tries = 0; tries < 10; tries += 1) {
    await scheduler.wait(20)
    expect(await openOrders(person)).toHaveLength(1)
  }
  wire.close()
  await untilNoneOpen(person)
})

test('the switch of a key is neither renewed nor ended by another key or by a session', async () => {
  const person = await join('Eli')
  const wire = await loggedIn(await botOf(person))
  const other = await loggedIn(await botOf(person))
  await wire.ask('order.place', ORDER)
  await wire.ask('cancel_all_after', { timeout: 500 })
  await other.ask('cancel_all_after', { timeout: 600_000 })
  await ok('POST', '/v1/cancel-all-after', { json: { timeout: 0 }, token: person.token })
  await untilNoneOpen(person)
})

test('a key that expires ends its open socket, and the switch takes its orders along', async () => {
  const person = await join('Gus')
  const expiresAt = Date.now() + 4_000
  const bot = await program(person.userId, { kind: 'hmac', scopes: [...KEY_SCOPES], expiresAt })
  const wire = await loggedIn(bot)
  await wire.ask('order.place', ORDER)
  expect(await wire.codeOf('cancel_on_disconnect', { enabled: true })).toBe('ok')
  await eventually('the key expires', () => Date.now() > expiresAt)
  expect(await wire.codeOf('orders.cancel', {})).toBe('key_expired')
  expect(await openOrders(person)).toHaveLength(1)
  await runDurableObjectAlarm(env.Account.get(env.Account.idFromName(String(person.userId))))
  expect((await eventually('it is closed', () => wire.closed)).code).toBe(4401)
  await untilNoneOpen(person)
})

test('a cookie is no login', async () => {
  const answer = await exports.default.fetch('http://cm.test/api/v1/ws', {
    headers: { Upgrade: 'websocket', Cookie: `session=${alice.token}`, Origin: 'http://evil.test' },
  })
  if (!answer.webSocket) throw new Error(String(answer.status))
  const wire = new ProgramWire(answer.webSocket)
  wires.push(wire)
  expect(await wire.codeOf('subscribe', { channel: 'account' })).toBe('session_missing')
  expect(await wire.codeOf('order.place', ORDER)).toBe('session_missing')
})

test('ten thousand messages at once are answered or end the socket, and nothing is done by those after it', async () => {
  const person = await join('Flo')
  const bot = await botOf(person)
  const wire = await loggedIn(bot)
  for (let index = 0; index < 10_000; index += 1)
    wire.socket.send(JSON.stringify({ id: index, op: 'ping', params: {} }))
  expect((await eventually('it is closed', () => wire.closed)).code).toBe(4429)
  const next = await ProgramWire.open()
  wires.push(next)
  expect(await next.codeOf('ping')).toBe('ok')
  const huge = await ProgramWire.open()
  huge.socket.send('x'.repeat(1024 * 1024 - 1))
  expect((await eventually('it is closed', () => huge.closed)).code).toBe(1009)
  expect(env.ProgramSocket).toBeDefined()
})

test('a message of the account that cannot be told ends the socket, so that none is missing', async () => {
  const bot = await botOf(alice)
  const failed = vi.fn()
  const account = Object.assign(new EventTarget(), { accept() {}, send() {}, close() {} })
  const brokenDirectory = { prepare: () => { throw new Error('the directory is down') } } // prettier-ignore
  const told: string[] = []
  const connection = new ProgramConnection(
    {
      env: { ...env, DB: brokenDirectory as unknown as D1Database },
      feeds: new Feeds({ openQuotes: () => Promise.resolve(null), openMarket: () => Promise.resolve(null) }),
      later: () => undefined,
      openAccount: () => Promise.resolve(done(account as unknown as WebSocket)),
      send: (text) => void told.push(text),
      answered: () => undefined,
      keyEnded: () => undefined,
      failed,
    },
    { address: 'local', country: '', language: 'en' },
  )
  await connection.hear(JSON.stringify({ id: 1, op: 'login', params: await loginOf(bot) }))
  await connection.hear(JSON.stringify({ id: 2, op: 'subscribe', params: { channel: 'account', after: 5 } }))
  expect(told.map((text) => (JSON.parse(text) as { ok: boolean }).ok)).toEqual([true, true])
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const event = JSON.stringify({ type: 'event', seq: 6, at: 1, balances: [] })
  account.dispatchEvent(new MessageEvent('message', { data: event }))
  await eventually('it ends', () => failed.mock.calls.length > 0)
})
