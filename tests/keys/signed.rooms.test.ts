// Signed requests over HTTP against real Accounts: a genuine one is carried out once; every other is refused and nothing is carried out.

import { listDurableObjectIds } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { API_KEYS_MAX, KEY_SCOPES, type KeyScope } from '#domain/api-key'
import { routes } from '#api/app'
import { splitUsage } from '#party/protocol/api-key'
import { callAccountAsSystem } from '#services/account-room'
import { type Person, join, ok, seed } from '../api/client'
import { LONG } from '../kit/long'
import { type Program, type Signed, ask, program, signed } from './client'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const ALL = [...KEY_SCOPES]
/** A limit order below the market, which rests. */
let ORDER: Readonly<Record<string, string>>

let alice: Person
let bob: Person

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  const price = String(Math.floor(Number(quote?.price) * 0.95))
  ORDER = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price, quantity: '0.001' }
})

/** Everything that an accepted request would change. */
async function possessions(person: Person): Promise<unknown> {
  const { token } = person
  const [balances, orders] = await Promise.all([
    ok('GET', '/v1/balances', { token }),
    ok<{ count: number }>('GET', '/v1/orders', { token }),
  ])
  return {
    balances: (balances as { held: string; total: string }[]).map(({ held, total }) => [held, total]),
    orders: orders.count,
  }
}

test.each(['ed25519', 'hmac'] as const)('an %s key reads, trades and transfers', async (kind) => {
  const bot = await program(alice.userId, { kind, scopes: ALL })
  expect(await ask(await signed(bot, 'GET', '/v1/orders?limit=5&symbol=BTC-USDT'))).toMatchObject({ code: 'ok' })
  const placed = await ask(await signed(bot, 'POST', '/v1/order', { json: ORDER }))
  expect(placed).toMatchObject({ code: 'ok', message: { state: 'open' } })
  const { order_id: orderId } = placed.message as { order_id: number }
  expect(await ask(await signed(bot, 'DELETE', `/v1/order?order_id=${orderId}`))).toMatchObject({ code: 'ok' })
  const moved = { asset: 'USDT', amount: '1', from: 'change', to: 'legal' }
  expect(await ask(await signed(bot, 'POST', '/v1/transfer', { json: moved }))).toMatchObject({ code: 'ok' })
})

test('a made-up key of anybody is refused, and wakes no Account', async () => {
  const rooms = async () => (await listDurableObjectIds(env.Account)).length
  const [bot, before] = [await program(alice.userId, { kind: 'hmac', scopes: ALL }), await rooms()]
  for (const userId of [alice.userId, 7_777_777]) {
    const request = await signed({ ...bot, id: `${userId}.${'0f'.repeat(24)}` }, 'GET', '/v1/balances')
    expect(await ask(request)).toMatchObject({ code: 'key_unknown' })
  }
  expect(await rooms()).toBe(before)
})

test('the same command id gives the first answer again, under a new signature', async () => {
  const bot = await program(alice.userId, { kind: 'hmac', scopes: ['trade'] })
  const once = () => signed(bot, 'POST', '/v1/order', { json: ORDER, commandId: 'order-1' })
  const first = await ask(await once())
  expect(first).toMatchObject({ code: 'ok' })
  expect(await ask(await once())).toEqual(first)
})

test('hundreds of tampered, replayed, late, early, foreign and out-of-scope requests: each refused by its code, none carried out', async () => {
  const bots = [
    await program(alice.userId, { kind: 'hmac', scopes: ALL, addresses: ['192.0.2.0/24'] }),
    await program(alice.userId, { kind: 'ed25519', scopes: ALL, addresses: ['192.0.2.0/24'] }),
  ]
  const home = '192.0.2.7'
  const readers = [
    await program(alice.userId, { kind: 'hmac', scopes: ['read'] }),
    await program(alice.userId, { kind: 'ed25519', scopes: ['transfer'] }),
  ]
  const expired = await program(alice.userId, { kind: 'hmac', scopes: ALL, expiresAt: Date.now() - 1 })
  const foreign = await program(bob.userId, { kind: 'hmac', scopes: ALL })
  const transfer = { asset: 'USDT', amount: '1', from: 'change', to: 'legal' }
  const make = (bot: Program, more: Parameters<typeof signed>[3] = {}) =>
    Math.random() < 0.5
      ? signed(bot, 'POST', '/v1/order', { json: ORDER, ...more })
      : signed(bot, 'POST', '/v1/transfer', { json: transfer, ...more })
  const taken = new Map<string, number>()
  const mine = async (bot: Program, request: Signed, expected: string, from?: string) => {
    const answer = await ask(request, from)
    expect({ request, answer, code: answer.code }).toMatchObject({ code: expected })
    // Nothing of a key comes back.
    expect(JSON.stringify(answer)).not.toContain(request.headers['Api-Signature'])
    expect(JSON.stringify(answer)).not.toContain(bot.id)
    taken.set(expected, (taken.get(expected) ?? 0) + 1)
  }
  const before = await possessions(alice)
  const ofBob = await possessions(bob)
  const tampers: readonly ((request: Signed) => Signed)[] = [
    (request) => ({ ...request, body: request.body.replace('"1"', '"2"').replace('0.001', '0.002') }),
    (request) => ({ ...request, body: `${request.body} ` }),
    (request) => ({ ...request, body: '' }),
    (request) => ({ ...request, path: `${request.path}?symbol=ETH-USDT` }),
    (request) => ({ ...request, path: '/v1/futures/close-many', body: '{"which":"all"}' }),
    (request) => ({ ...request, path: '/v1/orders', method: 'DELETE', body: '' }),
    (request) => ({ ...request, headers: { ...request.headers, 'Idempotency-Key': 'another' } }),
    (request) => shifted(request, 'Api-Timestamp', 1),
    (request) => shifted(request, 'Api-Recv-Window', 1),
    (request) => ({ ...request, headers: { ...request.headers, 'Api-Signature': 'f'.repeat(64) } }),
    (request) => ({
      ...request,
      headers: { ...request.headers, 'Api-Signature': flipped(request.headers['Api-Signature'] ?? '') },
    }),
    (request) => ({ ...request, headers: { ...request.headers, 'Api-Key': readers[0]?.id ?? '' } }),
  ]
  // Each kind of refusal in each round, by both kinds of key; a release tries thousands.
  const rounds = LONG ? 60 : 12
  for (let round = 0; round < rounds; round += 1) {
    for (const bot of bots) {
      for (const tamper of tampers) await mine(bot, tamper(await make(bot)), 'signature_wrong', home)
      const now = Date.now()
      await mine(bot, await make(bot, { timestamp: now - 5_100 - round }), 'timestamp_late', home)
      await mine(bot, await make(bot, { timestamp: now - 60_500, recvWindow: 60_000 }), 'timestamp_late', home)
      await mine(bot, await make(bot, { timestamp: now + 60_000 + round }), 'timestamp_early', home)
      await mine(bot, await make(bot, { recvWindow: 60_001 }), 'key_header_malformed', home)
      await mine(bot, await make(bot), 'key_address_refused', `198.51.100.${round}`)
      await mine(
        bot,
        { ...(await make(bot)), headers: without(await make(bot), 'Api-Signature') },
        'key_header_malformed',
        home,
      )
    }
    const [reader, mover] = readers as [Program, Program]
    await mine(reader, await signed(reader, 'POST', '/v1/order', { json: ORDER }), 'key_scope_missing')
    await mine(reader, await signed(reader, 'POST', '/v1/transfer', { json: transfer }), 'key_scope_missing')
    await mine(mover, await signed(mover, 'POST', '/v1/order', { json: ORDER }), 'key_scope_missing')
    await mine(mover, await signed(mover, 'GET', '/v1/balances'), 'key_scope_missing')
    await mine(expired, await make(expired), 'key_expired')
    // Bob's signature for a key of Alice, and Alice's number before Bob's key.
    await mine(foreign, withKey(await make(foreign), reader.id), 'signature_wrong')
    await mine(foreign, withKey(await make(foreign), foreign.id.replace(/^\d+/, String(alice.userId))), 'key_unknown')
  }
  expect(await possessions(alice)).toEqual(before)
  expect(await possessions(bob)).toEqual(ofBob)
  const total = [...taken.values()].reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThanOrEqual(rounds * 40)
})

test('a copy of a request is refused, whoever sends it and however its signature is written', async () => {
  const bots = [
    await program(alice.userId, { kind: 'hmac', scopes: ALL }),
    await program(alice.userId, { kind: 'ed25519', scopes: ALL }),
  ]
  for (const [turn, bot] of [...bots, ...bots].entries()) {
    const requests = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? signed(bot, 'GET', `/v1/orders?limit=${turn + 1}`, { recvWindow: 60_000 })
          : signed(bot, 'POST', '/v1/transfer', {
              json: { asset: 'USDT', amount: '1', from: 'change', to: 'legal' },
              recvWindow: 60_000,
            }),
      ),
    )
    for (const request of requests) expect((await ask(request)).code).toBe('ok')
    const before = await possessions(alice)
    for (const request of requests) {
      const otherwise = { ...request.headers, 'Api-Signature': respelled(request.headers['Api-Signature'] ?? '') }
      for (const copy of [request, { ...request, headers: otherwise }, request])
        expect((await ask(copy)).code).toBe('request_replayed')
    }
    expect(await possessions(alice)).toEqual(before)
  }
})

test('of many copies at the same instant one is carried out', async () => {
  const bot = await program(bob.userId, { kind: 'ed25519', scopes: ALL })
  const request = await signed(bot, 'POST', '/v1/transfer', {
    json: { asset: 'USDT', amount: '1', from: 'change', to: 'legal' },
  })
  const codes = await Promise.all(Array.from({ length: 30 }, async () => (await ask(request)).code))
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
  expect(codes.filter((code) => code === 'request_replayed')).toHaveLength(29)
})

test('a removed key is dead at once, for requests under way too', async () => {
  const bot = await program(bob.userId, { kind: 'ed25519', scopes: ALL })
  expect((await ask(await signed(bot, 'GET', '/v1/balances'))).code).toBe('ok')
  const ready = await Promise.all(Array.from({ length: 20 }, () => signed(bot, 'GET', '/v1/balances')))
  const [removed, ...answers] = await Promise.all([
    callAccountAsSystem(env, bob.userId, { type: 'remove_api_key', keyId: bot.id }),
    ...ready.map((request) => ask(request)),
  ])
  expect(removed).toEqual({ isRemoved: true })
  for (const answer of answers) expect(['ok', 'key_unknown']).toContain(answer.code)
  for (const request of ready) expect((await ask(request)).code).toBe('key_unknown')
  expect((await ask(await signed(bot, 'POST', '/v1/order', { json: ORDER }))).code).toBe('key_unknown')
})

test('a key that ends with every session is dead', async () => {
  const cleo = await join('Cleo')
  const bot = await program(cleo.userId, { kind: 'hmac', scopes: ALL })
  expect((await ask(await signed(bot, 'GET', '/v1/balances'))).code).toBe('ok')
  await callAccountAsSystem(env, cleo.userId, { type: 'end_all_sessions' })
  expect((await ask(await signed(bot, 'GET', '/v1/balances'))).code).toBe('key_unknown')
})

test('every private endpoint without a scope refuses a key that has all of them', async () => {
  const bot = await program(alice.userId, { kind: 'hmac', scopes: ALL })
  const closed = routes.filter(({ isPrivate, scope }) => isPrivate && scope === undefined)
  expect(closed.length).toBeGreaterThan(100)
  for (const { method, path } of closed) {
    const request = await signed(bot, method, path, method === 'GET' || method === 'DELETE' ? {} : { json: {} })
    expect({ method, path, code: (await ask(request)).code }).toEqual({
      method,
      path,
      code: path.startsWith('/v1/') ? 'key_not_taken' : 'An API key cannot be used for this request.',
    })
  }
})

test('the Account itself refuses a key every command beyond the scope, whatever the endpoint asked for', async () => {
  const bot = await program(alice.userId, { kind: 'hmac', scopes: ALL })
  const attempt = async (scope: KeyScope, command: object) => {
    const text = `${scope} ${JSON.stringify(command)}`
    const proof = {
      keyId: bot.id,
      timestamp: Date.now(),
      recvWindow: 5_000,
      signature: await bot.sign(text),
      text,
      address: 'local',
      scope,
      weight: 1,
      requestId: crypto.randomUUID(),
    }
    const room = env.Account.get(env.Account.idFromName(String(alice.userId)))
    const answer = await room.asKey(JSON.stringify(proof), JSON.stringify(command))
    return JSON.parse(splitUsage(answer).outcome) as { refusal?: { code: string } }
  }
  const withdrawal = { type: 'request_withdrawal', commandId: 'w1' }
  for (const scope of KEY_SCOPES) {
    expect((await attempt(scope, withdrawal)).refusal?.code).toBe('key_not_taken')
    expect(
      (await attempt(scope, { type: 'first_answer', commandId: 'w1', of: 'request_withdrawal', asked: '{}' })).refusal
        ?.code,
    ).toBe('key_not_taken')
  }
  expect((await attempt('read', { type: 'transfer', commandId: 't1' })).refusal?.code).toBe('key_not_taken')
  expect((await attempt('transfer', { type: 'transfer', commandId: 't1' })).refusal?.code).toBe('request_malformed')
})

test('an account has a limited number of keys', async () => {
  const dora = await join('Dora')
  const key = {
    name: 'k',
    kind: 'hmac',
    publicKey: '',
    scopes: ['read'],
    addresses: [],
    expiresAt: Date.now() + 1e6,
  } as const
  for (let index = 0; index < API_KEYS_MAX; index += 1)
    expect(
      await callAccountAsSystem(env, dora.userId, { type: 'add_api_key', key: { ...key, id: `k${index}` } }),
    ).toEqual({
      isAdded: true,
    })
  expect(await callAccountAsSystem(env, dora.userId, { type: 'add_api_key', key: { ...key, id: 'one more' } })).toEqual(
    {
      isAdded: false,
    },
  )
})

const shifted = (request: Signed, header: string, by: number): Signed => ({
  ...request,
  headers: { ...request.headers, [header]: String(Number(request.headers[header]) + by) },
})

const withKey = (request: Signed, id: string): Signed => ({
  ...request,
  headers: { ...request.headers, 'Api-Key': id },
})

function without({ headers }: Signed, name: string): Signed['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name))
}

/** The same signature with one bit of another value. */
const flipped = (signature: string): string => {
  const [first = '', rest] = [signature[0], signature.slice(1)]
  return `${first === 'a' ? 'b' : 'a'}${rest}`
}

/** The same signature in another spelling: hex in capitals, base64 as base64url. */
const respelled = (signature: string): string =>
  signature.length === 64
    ? signature.toUpperCase()
    : signature.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
