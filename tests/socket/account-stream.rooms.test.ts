// The own stream and the switches of programs, over cuts and restarts: no gap and no repeat, one end of each order, and nothing left open
// when a program is gone.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { KEY_SCOPES } from '#domain/api-key'
import { seededRandom } from '../crash/random'
import { callAccountAsSystem } from '#services/account-room'
import { type Person, join, ok, seed } from '../api/client'
import { LONG } from '../kit/long'
import { type Program, program } from '../keys/client'
import { EVENTS } from '../../server/socket/messages'
import { ProgramWire, type Told, eventually } from './program-wire'

vi.setConfig({ testTimeout: LONG ? 3_600_000 : 120_000, hookTimeout: 60_000 })

let PRICE = 0
const wires: ProgramWire[] = []

beforeAll(async () => {
  await seed()
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  PRICE = Number(quote?.price)
})
afterEach(() => {
  for (const wire of wires.splice(0)) wire.close()
})

const resting = () => ({ symbol: 'BTC-USDT', side: 'buy', price: String(Math.floor(PRICE * 0.95)), quantity: '0.001' })

async function newcomer(name: string): Promise<{ person: Person; bot: Program }> {
  const person = await join(name)
  return { person, bot: await program(person.userId, { kind: 'hmac', scopes: [...KEY_SCOPES] }) }
}

async function loggedIn(bot: Program): Promise<ProgramWire> {
  const wire = await ProgramWire.loggedIn(bot)
  wires.push(wire)
  return wire
}

/** The Account loses its memory and its sockets, as by a kill. */
async function kill({ userId }: Person): Promise<void> {
  const room = env.Account.get(env.Account.idFromName(String(userId)))
  await runInDurableObject(room, (_room, state) => state.abort('killed by a test')).catch(() => undefined)
}

interface OrderRow {
  readonly order_id: number
  readonly state: string
}
const openOrders = async ({ token }: Person) =>
  (await ok<{ list: OrderRow[] }>('GET', '/v1/orders', { query: { stage: 'open', limit: '100' }, token })).list

async function untilNoneOpen(person: Person): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await openOrders(person)).length === 0) return
    await scheduler.wait(25)
  }
  throw new Error('orders stayed open')
}

const ordersOf = (message: Told) => message['orders'] as OrderRow[]
const isEnded = ({ state }: OrderRow) => state !== 'pending' && state !== 'open'

describe('the own stream', () => {
  test('begins with what is open, and tells orders, fills and balances as they change', async () => {
    const { person, bot } = await newcomer('Ann')
    const wire = await loggedIn(bot)
    await wire.ask('order.place', resting())
    expect(await wire.codeOf('subscribe', { channel: 'account' })).toBe('ok')
    const [first] = await eventually('a snapshot', () => wire.told.length > 0 && wire.told)
    expect(first).toMatchObject({ type: 'snapshot', orders: [{ state: 'open' }] })
    await wire.ask('order.place', { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.001' })
    const fills = () => wire.told.slice(1).flatMap((message) => message['fills'] as { trade_no: number }[])
    await eventually('a fill', () => fills().length > 0)
    const rest = await ok<{ list: unknown[] }>('GET', '/v1/fills', { token: person.token })
    expect(rest.list).toEqual(expect.arrayContaining(fills()))
    const balances = () => wire.told.slice(1).flatMap((message) => message['balances'] as { asset: string }[])
    expect(new Set(balances().map(({ asset }) => asset))).toContain('BTC')
    for (const message of wire.told) expect(v.safeParse(EVENTS.account, message).issues ?? []).toEqual([])
  })

  test('tells nothing of another account, and nothing after it was ended', async () => {
    const [{ bot }, other] = [await newcomer('Ben'), await newcomer('Cid')]
    const wire = await loggedIn(bot)
    await wire.ask('subscribe', { channel: 'account' })
    await eventually('a snapshot', () => wire.told[0])
    const heard = wire.told.length
    const theirs = await loggedIn(other.bot)
    await theirs.ask('order.place', resting())
    await wire.ask('unsubscribe', { channel: 'account' })
    await wire.ask('order.place', resting())
    await wire.ask('ping')
    expect(wire.told.length).toBe(heard)
  })

  test('over cuts and kills: no gap, no repeat, and one end of each order', async () => {
    const { person, bot } = await newcomer('Dee')
    const random = seededRandom(38)
    const rounds = LONG ? 400 : 15
    const heard: Told[] = []
    let placed = 0
    const trader = await loggedIn(bot)
    let wire: ProgramWire | null = null
    const take = (from: ProgramWire) => {
      for (const message of from.told.splice(0)) heard.push(message)
    }
    const connect = async () => {
      const next = await loggedIn(bot)
      const after = heard.at(-1)?.seq
      expect(await next.codeOf('subscribe', { channel: 'account', ...(after !== undefined && { after }) })).toBe('ok')
      return next
    }
    wire = await connect()
    await eventually('a snapshot', () => wire?.told[0])
    for (let round = 0; round < rounds; round += 1) {
      const chance = random()
      if (chance < 0.3) {
        take(wire)
        wire.close()
        wire = null
      } else if (chance < 0.4) await kill(person)
      const market = { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.001' }
      const command = { command_id: `dee-${round}` }
      const orders = [resting(), chance < 0.7 ? market : resting()]
      let answer = await trader.ask('orders.place', { orders }, command)
      // A killed room's caller asks again under the same command id.
      while (!answer.ok) answer = await trader.ask('orders.place', { orders }, command)
      placed += 2
      if (random() < 0.5) await trader.ask('orders.cancel', {}, { command_id: `dee-cancel-${round}` })
      wire ??= await connect()
    }
    await trader.ask('orders.cancel', {}, { command_id: 'dee-last' })
    const last = wire
    const ended = () => {
      take(last)
      return heard.slice(1).flatMap(ordersOf).filter(isEnded)
    }
    await eventually('every order has ended', () => ended().length >= placed)
    expect(heard.filter(({ type }) => type === 'snapshot')).toHaveLength(1)
    expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, index) => (heard[0]?.seq ?? 0) + index))
    const ids = ended().map(({ order_id: id }) => id)
    expect(ids.length).toBe(new Set(ids).size)
    expect(ids.length).toBe(placed)
  })

  test('a number from before the first key, or that never was, is answered by a snapshot', async () => {
    const { bot } = await newcomer('Eve')
    for (const after of [1_000_000, 0]) {
      const wire = await loggedIn(bot)
      await wire.ask('subscribe', { channel: 'account', after })
      expect((await eventually('a message', () => wire.told[0])).type).toBe('snapshot')
    }
  })
})

describe('the switch', () => {
  test('cancels every order when it is not renewed, also after a kill; renewed or switched off it does not', async () => {
    const { person, bot } = await newcomer('Fay')
    const wire = await loggedIn(bot)
    await wire.ask('order.place', resting())
    expect(await wire.ask('cancel_all_after', { timeout: 60_000 })).toMatchObject({
      result: { cancel_at: expect.any(Number) },
    })
    expect(await wire.ask('cancel_all_after', { timeout: 0 })).toMatchObject({ result: { cancel_at: null } })
    expect(await openOrders(person)).toHaveLength(1)
    expect(await wire.codeOf('cancel_all_after', { timeout: 3_600_001 })).toBe('field_malformed')
    const { result } = await wire.ask('cancel_all_after', { timeout: 300 })
    await untilNoneOpen(person)
    expect(Date.now()).toBeGreaterThanOrEqual((result as { cancel_at: number }).cancel_at)
    await wire.ask('order.place', resting())
    await wire.ask('cancel_all_after', { timeout: 300 })
    await kill(person)
    await untilNoneOpen(person)
    // By REST it is the same switch.
    await wire.ask('order.place', resting())
    await ok('POST', '/v1/cancel-all-after', { json: { timeout: 300 }, token: person.token })
    await untilNoneOpen(person)
  })

  test('a socket that closes takes its orders along if it wants to, whichever side is lost', async () => {
    const { person, bot } = await newcomer('Gil')
    const plain = await loggedIn(bot)
    await plain.ask('order.place', resting())
    const careful = await loggedIn(bot)
    expect(await careful.ask('cancel_on_disconnect', { enabled: true })).toMatchObject({ result: { enabled: true } })
    const calm = await loggedIn(bot)
    await calm.ask('cancel_on_disconnect', { enabled: true })
    await calm.ask('cancel_on_disconnect', { enabled: false })
    plain.close()
    calm.close()
    await careful.ask('ping')
    expect(await openOrders(person)).toHaveLength(1)
    careful.close()
    await untilNoneOpen(person)
    // The Account forgets its sockets: the program is still there, and its orders too.
    const survivor = await loggedIn(bot)
    await survivor.ask('order.place', resting())
    await survivor.ask('cancel_on_disconnect', { enabled: true })
    await kill(person)
    expect(await openOrders(person)).toHaveLength(1)
    survivor.close()
    await untilNoneOpen(person)
  })

  test('the room of the sockets is killed: the orders of its programs go too', async () => {
    const { person, bot } = await newcomer('Ina')
    const wire = await loggedIn(bot)
    await wire.ask('order.place', resting())
    await wire.ask('cancel_on_disconnect', { enabled: true })
    for (let room = 0; room < 8; room += 1)
      await runInDurableObject(env.ProgramSocket.get(env.ProgramSocket.idFromName(String(room))), (_room, state) =>
        state.abort('killed by a test'),
      ).catch(() => undefined)
    await untilNoneOpen(person)
  })

  test('a revoked key’s socket takes its orders along too', async () => {
    const { person, bot } = await newcomer('Hal')
    const wire = await loggedIn(bot)
    await wire.ask('order.place', resting())
    await wire.ask('cancel_on_disconnect', { enabled: true })
    await callAccountAsSystem(env, person.userId, { type: 'remove_api_key', keyId: bot.id })
    await eventually('it is closed', () => wire.closed)
    await untilNoneOpen(person)
  })
})
