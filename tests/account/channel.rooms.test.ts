// The account channel through the public entry and the real room: authorization, messages on a socket, and the end of the session.

import { env, exports } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import type { AccountSocketMessage } from '#party/protocol/account'
import type { NewOrder } from '#party/protocol/spot'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { referencePrice } from '#services/market'
import { guardParty } from '#session/party-guard'
import { makeSessionCookie, signSession } from '#session/session'
import { waitFor } from '../kit/wait-for'

const ALICE = 30_001
const BOB = 30_002
const CAROL = 30_003
const AT = 'http://cm.test'

beforeAll(async () => {
  await env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
})

async function logIn(userId: number, sessionId: string, livesMs = 60_000): Promise<string> {
  await callAccountAsSystem(env, userId, {
    type: 'open_session',
    sessionId,
    expiresAt: Date.now() + livesMs,
    device: 'test',
  })
  await callAccountAsSystem(env, userId, {
    type: 'grant_demo',
    ref: 'welcome',
    grants: [{ assetId: 3, amount: '1000000000', wallet: 'change' }],
  })
  return signSession(env, { userId, sessionId, issuedAt: Date.now() })
}

const fetchAt = (path: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(`${AT}${path}`, { headers })

/** A socket of the account's channel with awaitable messages. */
class Channel {
  readonly #socket: WebSocket
  readonly heard: AccountSocketMessage[] = []
  closedWith: number | null = null
  #woken: () => void = () => undefined

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.accept()
    socket.addEventListener('message', ({ data }) => {
      // Every text of the channel is one protocol message.
      this.heard.push(JSON.parse(String(data)) as AccountSocketMessage)
      this.#woken()
    })
    socket.addEventListener('close', ({ code }) => {
      this.closedWith = code
      this.#woken()
    })
  }

  static async open(token: string): Promise<Channel> {
    const { webSocket } = await fetchAt(`/parties/account/${ALICE}?token=${token}`, { Upgrade: 'websocket' })
    if (!webSocket) throw new Error('the room takes a socket')
    return new Channel(webSocket)
  }

  say(message: unknown): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  async until<Found>(find: () => Found | undefined | null): Promise<Found> {
    for (;;) {
      const found = find()
      if (found !== undefined && found !== null) return found
      await new Promise<void>((resolve) => {
        this.#woken = resolve
      })
    }
  }
}

const ORDER: NewOrder = {
  symbol: 'BTC-USDT',
  clientOrderId: null,
  side: 'buy',
  kind: 'limit',
  ticks: 1,
  lots: 100,
  budget: null,
  timeInForce: 'gtc',
  isPostOnly: false,
  selfTrade: 'cancel_newest',
}

const bid = (ticks: number) => ({
  type: 'place_spot_orders' as const,
  commandId: 'a-bid',
  orders: [{ ...ORDER, ticks }],
})

test('Only the owner’s signed session opens an account’s channel', async () => {
  const token = await logIn(ALICE, 'session-of-alice')
  const bob = await logIn(BOB, 'session-of-bob')
  const status = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetchAt(path, headers)
    await answer.text()
    return answer.status
  }
  const own = `/parties/account/${ALICE}/poll?after=0`
  expect(await status(own)).toBe(401)
  expect(await status(own, { Authorization: 'forged.token' })).toBe(401)
  expect(await status(own, { Authorization: bob })).toBe(403)
  expect(await status(own, { Authorization: token })).toBe(200)
  expect(await status(`${own}&token=${token}`)).toBe(200)
  expect(await status(`/parties/account/${ALICE}/other`, { Authorization: token })).toBe(404)
  // A session named by the client itself counts for nothing.
  expect(await status(own, { 'x-cm-session': 'session-of-alice' })).toBe(401)
  expect(await status('/parties/secrets/1')).toBe(404)
})

test('A cookie opens the channel only from this site', async () => {
  const token = await logIn(ALICE, 'session-of-alice')
  const shown = new Request(`${AT}/parties/account/${ALICE}`)
  const cookie = makeSessionCookie(shown, token).split(';')[0] ?? ''
  const pass = async (headers: Record<string, string>) => {
    const admitted = await guardParty(new Request(shown, { headers: { Cookie: cookie, ...headers } }), env)
    return admitted instanceof Response ? admitted.status : admitted.headers.get('x-cm-session')
  }
  expect(await pass({ Origin: AT })).toBe('session-of-alice')
  expect(await pass({ 'Sec-Fetch-Site': 'same-origin' })).toBe('session-of-alice')
  expect(await pass({ Origin: 'http://evil.test' })).toBe(403)
  expect(await pass({})).toBe(403)
})

test('Public rooms are open, and headers that rooms trust do not get through', async () => {
  const request = new Request(`${AT}/parties/market/BTC-USDT`, {
    headers: { 'x-cm-session': 'mine', 'x-partykit-props': '{}' },
  })
  const admitted = await guardParty(request, env)
  if (admitted instanceof Response) throw new Error('a market is public')
  expect([admitted.headers.get('x-cm-session'), admitted.headers.get('x-partykit-props')]).toEqual([null, null])
})

test('Alice’s socket begins with a snapshot, and tells an order that she places by a numbered event', async () => {
  const token = await logIn(ALICE, 'session-of-alice')
  const channel = await Channel.open(token)
  const snapshot = await channel.until(() => channel.heard.find((message) => message.type === 'snapshot'))
  expect(snapshot).toMatchObject({
    balances: [{ wallet: 'change', assetId: 3, available: '1000000000' }],
    spot: { openOrders: [] },
  })

  const index = (await referencePrice(env, 'BTC-USDT'))?.indexTicks ?? 0
  const session = { userId: ALICE, sessionId: 'session-of-alice' }
  const placed = await callAccount(env, session, bid(Math.round(index * 0.95)))
  expect(placed).toMatchObject({ ok: true, value: [{ ok: true, value: { state: 'open' } }] })
  expect(await callAccount(env, session, bid(Math.round(index * 0.95)))).toEqual(placed)
  const told = await channel.until(() =>
    channel.heard.find(
      (message) => message.type === 'event' && message.spot?.orders.some((row) => row.state === 'open'),
    ),
  )

  const poll = async (after: number) => {
    const polled = await fetchAt(`/parties/account/${ALICE}/poll?after=${after}`, { Authorization: token })
    return polled.json()
  }
  const last = told.type === 'event' ? told.seq : 0
  expect(await poll(0)).toMatchObject({
    messages: [{ type: 'snapshot', seq: last, spot: { openOrders: [{ orderNo: 1 }] } }],
  })
  expect(await poll(last)).toEqual({ messages: [] })
  expect(await poll(last - 1)).toEqual({ messages: [told] })

  const heardBefore = channel.heard.length
  channel.say({ type: 'resume', after: last - 1 })
  await channel.until(() => channel.heard.length > heardBefore || null)
  expect(channel.heard.at(-1)).toEqual(told)
})

test.each(['not json', { type: 'request', id: '1', request: { type: 'balances' } }, { type: 'resume', after: -1 }])(
  'A socket that says %j, which nobody may say, is closed by name',
  async (said) => {
    const channel = await Channel.open(await logIn(ALICE, 'session-of-alice'))
    channel.say(said)
    expect(await channel.until(() => channel.closedWith)).toBe(4400)
  },
)

test('What does not fit the schema of its type is refused with the name of the field, and nothing is done', async () => {
  await logIn(ALICE, 'session-of-alice')
  const account = env.Account.get(env.Account.idFromName(String(ALICE)))
  const ask = async (request: object) => JSON.parse(await account.asUser('session-of-alice', JSON.stringify(request)))
  const refused = (field: string) => ({ ok: false, refusal: { code: 'request_malformed', facts: { field } } })
  expect(await ask({ type: 'no_such_command', commandId: 'x' })).toEqual(refused('type'))
  expect(await ask({ type: 'grant_demo', ref: 'mine', grants: [] })).toEqual(refused('type'))
  expect(await ask({ type: 'watch', commandId: 'x', assetId: 'three' })).toEqual(refused('assetId'))
  expect(await ask({ type: 'watch', commandId: 'x', assetId: 3, more: 1 })).toEqual(refused('more'))
  const orders = [{ ...ORDER, side: 'hold' }]
  expect(await ask({ type: 'place_spot_orders', commandId: 'x', orders })).toEqual(refused('orders.0.side'))
  expect(await ask({ type: 'spot_orders', symbol: null, stage: 'gone', page: 1, limit: 1 })).toEqual(refused('stage'))
  expect(await ask({ type: 'watch', assetId: 3 })).toMatchObject({ refusal: { code: 'command_id_malformed' } })
  expect(await ask({ type: 'watches' })).toEqual({ ok: true, value: [] })
})

test('Who asks faster than any person or modest program is refused by name, and may read on', async () => {
  const token = await logIn(BOB, 'session-of-bob')
  const fifty = Array.from({ length: 50 }, () => ({ ...ORDER, symbol: 'NO-PAIR' }))
  const session = { userId: BOB, sessionId: 'session-of-bob' }
  const called = await Promise.all(
    Array.from({ length: 40 }, (_, call) =>
      callAccount(env, session, { type: 'place_spot_orders', commandId: `c-${call}`, orders: fifty }),
    ),
  )
  expect(called[0]).toMatchObject({ ok: true })
  expect(called.at(-1)).toMatchObject({ ok: false, refusal: { code: 'too_many_requests', facts: { seconds: '1' } } })
  expect(await callAccount(env, session, { type: 'watches' })).toMatchObject({ ok: true })
  expect(await (await fetchAt(`/parties/account/${BOB}/poll?after=0`, { Authorization: token })).json()).toMatchObject({
    messages: [{ type: 'snapshot' }],
  })
})

test('An account has forty sockets at most, and another place when one is closed', async () => {
  const token = await logIn(BOB, 'session-of-bob')
  const open = () => fetchAt(`/parties/account/${BOB}?token=${token}`, { Upgrade: 'websocket' })
  const sockets: WebSocket[] = []
  for (;;) {
    const { webSocket, status } = await open()
    if (!webSocket) {
      expect(status).toBe(429)
      break
    }
    webSocket.accept()
    sockets.push(webSocket)
    expect(sockets.length).toBeLessThan(50)
  }
  sockets[0]?.close()
  await waitFor(async () => expect((await open()).status).toBe(101))
})

test('Whoever is logged out takes no socket from Carol, and sockets that have ended keep no place', async () => {
  const open = (token: string) => fetchAt(`/parties/account/${CAROL}?token=${token}`, { Upgrade: 'websocket' })
  const stolen = await logIn(CAROL, 'session-that-was-stolen')
  const short = await logIn(CAROL, 'session-that-is-short', 3_000)
  for (let socket = 0; socket < 20; socket += 1) {
    for (const token of [stolen, short]) {
      // Half-open socket: this client never answers the room's close.
      const { webSocket } = await open(token)
      webSocket?.accept({ allowHalfOpen: true })
    }
  }
  const own = await logIn(CAROL, 'session-of-carol')
  await callAccountAsSystem(env, CAROL, { type: 'end_session', sessionId: 'session-that-was-stolen' })
  for (let socket = 0; socket < 45; socket += 1) expect((await open(stolen)).status).toBe(401)
  const sockets: (WebSocket | null)[] = []
  for (let socket = 0; socket < 20; socket += 1) sockets.push((await open(own)).webSocket)
  await waitFor(
    async () => {
      const { status, webSocket } = await open(own)
      webSocket?.accept()
      webSocket?.close()
      expect(status).toBe(101)
    },
    { timeout: 10_000 },
  )
  expect(sockets).not.toContain(null)
  for (const socket of sockets) {
    socket?.accept()
    socket?.close()
  }
})

test('A session that has ended is told so, however often it asks, and uses up nothing of Carol’s', async () => {
  const session = { userId: CAROL, sessionId: 'session-of-carol', issuedAt: Date.now() }
  const orders = Array.from({ length: 50 }, () => ({ ...ORDER, symbol: 'NO-PAIR' }))
  const place = (sessionId: string, commandId: string) =>
    callAccount(env, { ...session, sessionId }, { type: 'place_spot_orders', commandId, orders })
  await logIn(CAROL, 'session-of-carol')
  for (let call = 0; call < 80; call += 1)
    expect(await place('session-long-gone', `gone-${call}`)).toMatchObject({ refusal: { code: 'session_ended' } })
  const own = await Promise.all(Array.from({ length: 5 }, (_, call) => place('session-of-carol', `own-${call}`)))
  expect(own.every(({ ok }) => ok)).toBe(true)
})

test('A public room lets two hundred sockets of one address in, and others still', async () => {
  const open = async (address: string) => {
    const path = '/parties/quotes/main'
    const { status, webSocket } = await fetchAt(path, { Upgrade: 'websocket', 'CF-Connecting-IP': address })
    webSocket?.accept()
    return status
  }
  for (let socket = 0; socket < 200; socket += 1) expect(await open('203.0.113.9')).toBe(101)
  expect(await open('203.0.113.9')).toBe(429)
  expect(await open('203.0.113.10')).toBe(101)
})

test('A socket that asks a public room for snapshot after snapshot is closed by name', async () => {
  const { webSocket } = await fetchAt('/parties/market/BTC-USDT', { Upgrade: 'websocket' })
  if (!webSocket) throw new Error('the room takes a socket')
  const channel = new Channel(webSocket)
  // The burst limit per address over all sockets is 120.
  for (let question = 0; question < 140; question += 1) channel.say({ type: 'snapshot' })
  expect(await channel.until(() => channel.closedWith)).toBe(4429)
})

test('Logging out closes the session’s sockets and no others', async () => {
  const first = await Channel.open(await logIn(ALICE, 'session-on-phone'))
  const second = await Channel.open(await logIn(ALICE, 'session-on-laptop'))
  await callAccountAsSystem(env, ALICE, { type: 'end_session', sessionId: 'session-on-phone' })
  expect(await first.until(() => first.closedWith)).toBe(4401)
  const heardBefore = second.heard.length
  second.say({ type: 'resume', after: 0 })
  await second.until(() => second.heard.length > heardBefore || null)
  expect(second.closedWith).toBeNull()
})

test('A socket whose session ran out is closed instead of told what happens', async () => {
  const phone = await Channel.open(await logIn(ALICE, 'session-that-runs-out', 2_000))
  const laptop = await Channel.open(await logIn(ALICE, 'session-on-laptop'))
  await phone.until(() => phone.heard.find((message) => message.type === 'snapshot'))
  const account = env.Account.get(env.Account.idFromName(String(ALICE)))
  const check = JSON.stringify({ type: 'profile_check' })
  await vi.waitUntil(async () => (await account.asUser('session-that-runs-out', check)).includes('session_ended'), {
    timeout: 10_000,
  })

  const grants = [{ assetId: 3, amount: '7', wallet: 'legal' }] as const
  await callAccountAsSystem(env, ALICE, { type: 'grant_demo', ref: 'after the phone', grants })
  await laptop.until(() => laptop.heard.find((message) => message.type === 'event'))
  expect(await phone.until(() => phone.closedWith)).toBe(4401)
  expect(phone.heard.filter((message) => message.type === 'event')).toEqual([])
})

test('A token whose session is over opens nothing', async () => {
  const token = await logIn(ALICE, 'session-that-ends')
  await callAccountAsSystem(env, ALICE, { type: 'end_session', sessionId: 'session-that-ends' })
  const polled = await fetchAt(`/parties/account/${ALICE}/poll?after=0`, { Authorization: token })
  expect(polled.status).toBe(401)
  const upgraded = await fetchAt(`/parties/account/${ALICE}?token=${token}`, { Upgrade: 'websocket' })
  expect({ status: upgraded.status, webSocket: upgraded.webSocket }).toEqual({ status: 401, webSocket: null })
})
