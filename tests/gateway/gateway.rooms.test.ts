// The gateway through the Worker and real rooms: sockets, polls, unknown clients, and receivers of private events.

import { runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import { SECOND_MS } from '#domain/time'
import type { PrivateEvent } from '#party/gateway/private-events'
import { Gateway } from '#party/gateway/room'
import type { SocketState } from '#party/gateway/socket-client'
import { ADDRESS_HEADER, GATEWAY_SID_HEADER } from '#party/protocol/door'
import { callAccountAsSystem } from '#services/account-room'
import { makeSessionCookie, makeSocketCookie, signSession } from '#session/session'

const AT = 'https://cm.example'
const ALICE = 41_001
const BOB = 41_002

beforeAll(async () => {
  await env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
})

/** A room of the gateway has a turn every second: until the test ends it has ten. */
function hurry(): void {
  const { setTimeout } = globalThis
  const quick = (work: () => void, ms?: number) => setTimeout(work, ms === SECOND_MS ? SECOND_MS / 10 : ms)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(quick)
}

type Headers = Readonly<Record<string, string>>
interface Told {
  readonly [name: string]: unknown
}

/** Rooms are named as the door names them. */
const roomOf = (sid: string) => env.Gateway.get(env.Gateway.idFromName(String(parseInt(sid.slice(0, 1), 16) % 8)))

const ask = (query: string, init: RequestInit = {}, path = '/socket.io/') =>
  exports.default.fetch(`${AT}${path}${query}`, init)

/** Polls until a value exists, for at most ten seconds. */
async function eventually<Answer>(what: string, find: () => Answer | undefined | null | false): Promise<Answer> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = find()
    if (found !== undefined && found !== null && found !== false) return found
    await scheduler.wait(50)
  }
  throw new Error(`it never happened: ${what}`)
}

/** A socket client that parses packets by hand, so that the codecs aren't tested with themselves. */
class Wire {
  readonly frames: string[] = []
  closedWith: number | null = null

  constructor(readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => void this.frames.push(String(data)))
    socket.addEventListener('close', ({ code }) => void (this.closedWith = code))
    socket.accept()
  }

  static async open(query = '?EIO=3&transport=websocket', headers: Headers = {}): Promise<Wire> {
    const answer = await ask(query, { headers: { ...headers, Upgrade: 'websocket' } })
    if (!answer.webSocket) throw new Error(`no socket: ${answer.status} ${await answer.text()}`)
    return new Wire(answer.webSocket)
  }

  get sid(): string {
    return (JSON.parse(this.frames[0]?.slice(1) ?? '{}') as { sid: string }).sid
  }

  events(name: string): Told[] {
    return eventsOf(this.frames, name)
  }

  async login(user: unknown): Promise<void> {
    this.socket.send(`42${JSON.stringify(['login', user])}`)
    // A ping with data is answered by the room itself, behind the login.
    this.socket.send('2after-login')
    await eventually('the room has read the login', () => this.frames.includes('3after-login'))
  }
}

const eventsOf = (frames: readonly string[], name: string): Told[] =>
  frames.flatMap((frame) => {
    const [event, payload] = frame.startsWith('42') ? (JSON.parse(frame.slice(2)) as [string, Told]) : []
    return event === name && payload !== undefined ? [payload] : []
  })

/** "3:abc2:de" as "abc" and "de". */
function packetsOf(body: string): string[] {
  const found: string[] = []
  for (let rest = body; rest !== '';) {
    const colon = rest.indexOf(':')
    const end = colon + 1 + parseInt(rest.slice(0, colon), 10)
    found.push(rest.slice(colon + 1, end))
    rest = rest.slice(end)
  }
  return found
}

const opened: Wire[] = []
const open = async (query?: string, headers?: Headers) => {
  const wire = await Wire.open(query, headers)
  opened.push(wire)
  return wire
}
afterEach(() => {
  vi.restoreAllMocks()
  for (const { socket } of opened.splice(0)) if (socket.readyState === WebSocket.OPEN) socket.close()
})

describe('a socket', () => {
  test('opens, joins the namespace and hears prices and books that move, without saying who it is', async () => {
    const wire = await open()
    await eventually('it is opened', () => wire.frames.length >= 2)
    expect(wire.frames[0]).toMatch(
      /^0\{"sid":"[\da-f]{32}","upgrades":\[\],"pingInterval":25000,"pingTimeout":20000\}$/,
    )
    expect(wire.frames[1]).toBe('40')
    const bitcoin = () => wire.events('daymarket').filter(({ symbol }) => symbol === 'BTC/USDT')
    const prices = await eventually(
      'prices move',
      () => new Set(bitcoin().map(({ close }) => close)).size > 1 && bitcoin(),
    )
    expect(Object.keys(prices[0] ?? {}).sort()).toEqual(
      'change close currency_id currency_name high legal_id legal_name low match_id now_price open period symbol time type volume'.split(' '), // prettier-ignore
    )
    expect(prices[0]).toMatchObject({ type: 'daymarket', currency_id: 1, legal_id: 3, currency_name: 'BTC', legal_name: 'USDT', period: '1day' }) // prettier-ignore
    const told = (event: string) => new Set(wire.events(event).map(({ symbol }) => symbol))
    await eventually('the book of ETH/BTC is told', () => told('market_depth').has('ETH/BTC'))
    expect([...told('daymarket')].filter((symbol) => !String(symbol).endsWith('/USDT'))).toEqual([])
    expect(prices[0]?.change).toMatch(/^[+-]\d+\.\d\d$/)

    const books = () => wire.events('market_depth').filter(({ symbol }) => symbol === 'BTC/USDT')
    const [depth] = await eventually('books move', () => new Set(books().map((book) => JSON.stringify(book))).size > 1 && books().slice(-1)) // prettier-ignore
    expect(depth).toMatchObject({
      type: 'market_depth',
      currency_id: 1,
      legal_id: 3,
      currency_name: 'BTC',
      legal_name: 'USDT',
    })
    const { bids, asks } = depth as unknown as Record<'bids' | 'asks', [string, string][]>
    expect([bids.length, asks.length]).toEqual([10, 10])
    const prices10 = [...asks.map(([price]) => Number(price)).reverse(), ...bids.map(([price]) => Number(price))]
    expect(prices10).toEqual([...prices10].sort((left, right) => right - left))
  })

  test('hears the running candle of every period', async () => {
    hurry()
    const wire = await open()
    const periods = () => new Set(wire.events('kline').map(({ period }) => period))
    await eventually('all periods were told', () => periods().size === 8)
    const kline = wire.events('kline').find(({ symbol, period }) => symbol === 'ETH/USDT' && period === '1min')
    expect(Object.keys(kline ?? {}).sort()).toEqual(
      'close currency_id currency_name high legal_id legal_name low open period symbol time type volume'.split(' '),
    )
    expect(Number(kline?.time) % 60_000).toBe(0)
  })

  test('is answered its pings, and ended when it says so', async () => {
    const wire = await open()
    wire.socket.send('2')
    await eventually('a pong', () => wire.frames.includes('3'))
    wire.socket.send('41')
    await eventually('it is closed', () => wire.closedWith !== null)
  })

  test('that says login is told at once where everything stands, once in a while', async () => {
    const first = await open()
    await eventually('prices are known', () => first.events('market_depth').length >= 14)
    const wire = await open()
    await eventually('a newcomer sees every book', () => wire.events('market_depth').length >= 14)
    await wire.login(0)
    const count = wire.frames.length
    await wire.login(0)
    expect(wire.frames.length - count).toBeLessThan(20)
  })
})

describe('a client that polls', () => {
  const headers = { Origin: 'https://elsewhere.example' }

  async function handshake(more: Headers = {}): Promise<string> {
    const answer = await ask('?EIO=3&transport=polling&t=1', { headers: { ...headers, ...more } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(headers.Origin)
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBe('true')
    expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=UTF-8')
    const [first = '', second] = packetsOf(await answer.text())
    expect(second).toBe('40')
    expect(first).toContain('"upgrades":["websocket"]')
    return (JSON.parse(first.slice(1)) as { sid: string }).sid
  }
  const at = (sid: string) => `?EIO=3&transport=polling&sid=${sid}`
  const poll = async (sid: string) => packetsOf(await (await ask(at(sid), { headers })).text())
  const post = (sid: string, body: string) =>
    ask(at(sid), { method: 'POST', headers: { ...headers, 'Content-Type': 'text/plain;charset=UTF-8' }, body })

  test('hears the same by polling alone, and its pings are answered', async () => {
    const sid = await handshake()
    const frames: string[] = []
    while (new Set(eventsOf(frames, 'daymarket').map(({ time }) => time)).size < 2) frames.push(...(await poll(sid)))
    expect(eventsOf(frames, 'market_depth').length).toBeGreaterThan(0)
    const waiting = poll(sid)
    const posted = await post(sid, '1:2')
    expect(await posted.text()).toBe('ok')
    const heard = await waiting
    expect(heard.includes('3') || (await poll(sid)).includes('3')).toBe(true)
    await post(sid, '1:1')
    expect((await ask(at(sid))).status).toBe(400)
  })

  /** How often the candle of one minute was told. */
  const minutesOf = (frames: readonly string[]) =>
    eventsOf(frames, 'kline').filter(({ symbol, period }) => symbol === 'ETH/USDT' && period === '1min').length

  test('becomes a socket: its poll is let go, and what it was not told yet comes first', async () => {
    hurry()
    const sid = await handshake()
    await poll(sid)
    const waiting = poll(sid)
    const wire = await open(`?EIO=3&transport=websocket&sid=${sid}`)
    wire.socket.send('2probe')
    await eventually('the probe is answered', () => wire.frames.includes('3probe'))
    await waiting
    // What is told meanwhile waits for the next poll.
    for (let heard = 0; heard < 2;) heard += Number(minutesOf(await poll(sid)) > 0)
    expect(wire.frames).toEqual(['3probe'])
    wire.socket.send('5')
    await eventually('candles go on', () => minutesOf(wire.frames) > 1)
    expect((await ask(at(sid))).status).toBe(400)
  })

  test('is ended by a post that is none', async () => {
    const sid = await handshake()
    expect((await post(sid, 'junk')).status).toBe(400)
    expect((await ask(at(sid))).status).toBe(400)
  })

  test('may ask first whether it may ask', async () => {
    const answer = await ask('?EIO=3&transport=polling', { method: 'OPTIONS', headers })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('Access-Control-Allow-Headers')).toContain('Authorization')
  })
})

describe('everything else is answered in a few bytes', () => {
  test.each([
    ['another version', '?EIO=4&transport=polling', {}, 400],
    ['no transport', '?EIO=3', {}, 400],
    ['an unknown transport', '?EIO=3&transport=flashsocket', {}, 400],
    ['an unknown connection', `?EIO=3&transport=polling&sid=${'0'.repeat(32)}`, {}, 400],
    ['a name that is no connection', '?EIO=3&transport=polling&sid=../x', {}, 400],
    ['a socket without one', '?EIO=3&transport=websocket', {}, 400],
    ['an answer as a script', '?EIO=3&transport=polling&j=0', {}, 400],
    ['a post to nobody', '?EIO=3&transport=polling', { method: 'POST', body: '1:2' }, 400],
    ['another method', '?EIO=3&transport=polling', { method: 'DELETE' }, 400],
    ['a post that is too long', `?EIO=3&transport=polling&sid=${'0'.repeat(32)}`, { method: 'POST', body: 'x'.repeat(65 * 1024) }, 413], // prettier-ignore
  ] as const)('%s', async (_, query, init, status) => {
    const answer = await ask(query, init)
    expect(answer.status).toBe(status)
    expect((await answer.text()).length).toBeLessThan(60)
  })

  test.each(['/socket.io/socket.io.js', '/socket.io/a/b?EIO=3&transport=polling', '/socket.io/x'])(
    '%s',
    async (path) => {
      const answer = await ask('', {}, path)
      expect(answer.status).toBe(404)
      expect((await answer.text()).length).toBeLessThan(20)
    },
  )

  test('no room of the gateway is reached by its name', async () => {
    expect((await exports.default.fetch(`${AT}/parties/gateway/0`)).status).toBe(404)
  })
})

describe('whoever sends too much', () => {
  test('a frame of more than 64 KB ends the connection', async () => {
    const wire = await open()
    wire.socket.send(`42["login","${'1'.repeat(65 * 1024)}"]`)
    await eventually('it is closed', () => wire.closedWith === 4400)
  })

  test.each(['junk', '42{', '9'])('%s ends the connection', async (frame) => {
    const wire = await open()
    wire.socket.send(frame)
    await eventually('it is closed', () => wire.closedWith !== null)
  })

  test('a binary frame ends it too', async () => {
    const wire = await open()
    wire.socket.send(new Uint8Array([4, 1]))
    await eventually('it is closed', () => wire.closedWith === 4400)
  })

  test('frames are counted by address, whatever stands in them', async () => {
    const headers = { 'CF-Connecting-IP': '203.0.113.7' }
    const wire = await open(undefined, headers)
    for (let count = 0; count < 100; count += 1) wire.socket.send('2x')
    await eventually('it is closed', () => wire.closedWith === 4429)
  })

  test('of one address a room takes only so many connections at once', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 80; count += 1) {
      const sid = count.toString(16).padStart(32, '0')
      const headers = { [GATEWAY_SID_HEADER]: sid, [ADDRESS_HEADER]: '203.0.113.8' }
      const answer = await roomOf(sid).fetch('https://gateway/open', { headers })
      await answer.text()
      statuses.push(answer.status)
    }
    expect(statuses.slice(0, 60)).toEqual(Array<number>(60).fill(200))
    expect(statuses).toContain(429)
  })
})

test('a room that lost its memory knows the sockets that it still has', async () => {
  const wire = await open()
  await eventually('it is opened', () => wire.frames.length >= 2)
  await runInDurableObject(roomOf(wire.sid), (_, state) => {
    const woken = new Gateway(state, env)
    // Both run in this test, unlike in reality: the woken room must release them itself.
    for (const connection of woken.getConnections<SocketState>()) {
      woken.onMessage(connection, '2woken')
      woken.onClose(connection)
    }
  })
  await eventually('it is answered', () => wire.frames.includes('3woken'))
})

describe('the pushes of a user', () => {
  const PURSE: PrivateEvent = {
    name: 'purse',
    payloadsOf: (message) => (message.type === 'event' && message.balances.length > 0 ? [{ rows: message.balances.length }] : []), // prettier-ignore
  }

  /** Publishes an event to the connection's room, as a product does. */
  const addEvent = (wire: Wire) =>
    runInDurableObject(
      env.Gateway.get(env.Gateway.idFromName(String(parseInt(wire.sid.slice(0, 1), 16) % 8))),
      (room) => {
        ;(room as unknown as { privateEvents: readonly PrivateEvent[] }).privateEvents = [PURSE]
      },
    )
  async function openAs(query = '', headers: Headers = {}): Promise<Wire> {
    const wire = await open(`?EIO=3&transport=websocket${query}`, headers)
    await eventually('it is opened', () => wire.frames.length >= 2)
    await addEvent(wire)
    return wire
  }
  async function logIn(userId: number, sessionId: string): Promise<string> {
    await callAccountAsSystem(env, userId, {
      type: 'open_session',
      sessionId,
      expiresAt: Date.now() + 600_000,
      device: 'test',
    })
    return signSession(env, { userId, sessionId, issuedAt: Date.now() })
  }
  let grants = 0
  const pay = (userId: number) =>
    callAccountAsSystem(env, userId, { type: 'grant_demo', ref: `gift-${(grants += 1)}`, grants: [{ assetId: 3, amount: '1000000', wallet: 'change' }] }) // prettier-ignore

  test('reach who shows that user’s token or cookie and nobody else', async () => {
    const token = await logIn(ALICE, 'session-of-alice')
    const bobs = await logIn(BOB, 'session-of-bob')
    const cookie = makeSessionCookie(new Request(AT), token).split(';')[0] ?? ''
    const alice = await openAs(`&token=${token}`)
    const byHeader = await openAs('', { Authorization: token })
    const byCookie = await openAs('', { Cookie: cookie, Origin: AT })
    const strangers = [
      await openAs(),
      await openAs(`&token=${bobs}`),
      await openAs('&token=forged.token'),
      await openAs('', { Cookie: cookie, Origin: 'https://elsewhere.example' }),
    ]
    const silent = await openAs(`&token=${token}`)
    for (const wire of [alice, byHeader, ...strangers]) await wire.login(ALICE)
    await byCookie.login(String(ALICE))
    const own = [alice, byHeader, byCookie]
    await eventually('Alice’s account hears them', () => {
      void pay(ALICE)
      return own.every((wire) => wire.events('purse').length > 0)
    })
    await pay(BOB)
    await scheduler.wait(300)
    expect(alice.events('purse')[0]).toEqual({ type: 'purse', rows: 1 })
    for (const wire of [...strangers, silent]) {
      expect(wire.events('purse')).toEqual([])
      expect(wire.closedWith).toBeNull()
      await expect.poll(() => wire.events('daymarket').length, { timeout: 5_000 }).toBeGreaterThan(0)
    }
  })

  test('reach a client that connected before its login: it is let go, and shows the cookie of its login', async () => {
    const own = { Origin: AT }
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 2_100)
    const early = await openAs('', own)
    const foreign = await openAs('', { Origin: 'https://elsewhere.example' })
    clock.mockRestore()
    // Guests send no user, or a time.
    await early.login('')
    await early.login(Date.now())
    early.socket.send(`42["login",${ALICE}]`)
    await eventually('it is let go', () => early.closedWith === 1000)
    await foreign.login(ALICE)
    expect(foreign.closedWith).toBeNull()

    const token = await logIn(ALICE, 'session-of-a-token')
    const cookie = makeSocketCookie(new Request(AT), token)
    expect(cookie).toMatch(/^cm_socket=[^;]+; Path=\/socket\.io; Max-Age=86400; HttpOnly; SameSite=Strict; Secure$/)
    const Cookie = cookie.split(';')[0] ?? ''
    const again = await openAs('', { ...own, Cookie })
    const elsewhere = await openAs('', { Origin: 'https://elsewhere.example', Cookie })
    // A `login` at the opening has shown its cookies already.
    const guest = await openAs('', own)
    await guest.login(ALICE)
    await eventually('Alice is heard without another login', () => {
      void pay(ALICE)
      return again.events('purse').length > 0
    })
    for (const wire of [elsewhere, guest]) {
      expect(wire.events('purse')).toEqual([])
      expect(wire.closedWith).toBeNull()
    }
    const answer = await exports.default.fetch(`${AT}/api/user/info`, { headers: { ...own, Cookie } })
    expect(await answer.json()).toMatchObject({ type: '999' })
  })

  test('end with the session and with another login', async () => {
    const token = await logIn(BOB, 'session-that-ends')
    const bob = await openAs(`&token=${token}`)
    await bob.login(BOB)
    await eventually('Bob hears', () => {
      void pay(BOB)
      return bob.events('purse').length > 0
    })
    await bob.login(ALICE)
    await scheduler.wait(200)
    const before = bob.events('purse').length
    await pay(BOB)
    await scheduler.wait(300)
    expect(bob.events('purse')).toHaveLength(before)

    await bob.login(BOB)
    await eventually('Bob hears again', () => {
      void pay(BOB)
      return bob.events('purse').length > before
    })
    await callAccountAsSystem(env, BOB, { type: 'end_session', sessionId: 'session-that-ends' })
    await scheduler.wait(300)
    const heard = bob.events('purse').length
    await pay(BOB)
    await scheduler.wait(300)
    expect(bob.events('purse')).toHaveLength(heard)
  })

  test('reach who polls by the same rule', async () => {
    const token = await logIn(ALICE, 'session-that-polls')
    const join = async (headers: Headers) => {
      const [first = ''] = packetsOf(await (await ask('?EIO=3&transport=polling', { headers })).text())
      const { sid } = JSON.parse(first.slice(1)) as { sid: string }
      await addEvent({ sid } as Wire)
      const at = `?EIO=3&transport=polling&sid=${sid}`
      const login = `42["login",${ALICE}]`
      await ask(at, { method: 'POST', body: `${login.length}:${login}` })
      return async () => eventsOf(packetsOf(await (await ask(at)).text()), 'purse').length
    }
    const [alice, guest] = [await join({ Authorization: token }), await join({})]
    let heard = 0
    for (let tries = 0; heard === 0 && tries < 20; tries += 1) {
      await pay(ALICE)
      heard += await alice()
      expect(await guest()).toBe(0)
    }
    expect(heard).toBeGreaterThan(0)
  })
})
