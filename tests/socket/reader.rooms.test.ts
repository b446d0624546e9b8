// Readers that do not read, in real rooms: they are closed by their code, and those that answer stay.

import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { ADDRESS_HEADER } from '#party/protocol/door'
import { join, seed } from '../api/client'
import { admitSocket } from '../../server/socket/visitor'
import { type Program, program } from '../keys/client'
import { loginOf } from './login'
import { ProgramWire, eventually } from './program-wire'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const NOT_READ = 4413
const MEGABYTE = 1024 * 1024
const quotesRoom = env.Quotes.get(env.Quotes.idFromName('main'))
const chatRoom = env.Chat.get(env.Chat.idFromName('spa'))
type Stub = typeof quotesRoom | typeof chatRoom

beforeAll(seed)

/** A room tells one quote of a megabyte. */
const tellMuch = (stub: Stub = quotesRoom) =>
  runInDurableObject(stub as typeof quotesRoom, (room) => {
    const quotes = [{ symbol: 'MUCH', name: 'x'.repeat(MEGABYTE) }]
    const teller = room as unknown as { sendToAll(text: string): number }
    return teller.sendToAll(JSON.stringify({ type: 'snapshot', seq: 1, quotes }))
  })

async function visit(address: string, isAnswering: boolean | 'late', room: Stub = quotesRoom) {
  const headers = { Upgrade: 'websocket', [ADDRESS_HEADER]: address }
  const { webSocket } = await room.fetch('https://cm.example/parties/quotes/main', { headers })
  if (!webSocket) throw new Error('no socket')
  const answer = (number: number | undefined) => webSocket.send(JSON.stringify({ type: 'pong', number }))
  const visitor = { length: 0, answered: 0, closed: null as number | null, asked: [] as (number | undefined)[], answer }
  webSocket.addEventListener('close', ({ code }) => void (visitor.closed = code))
  webSocket.addEventListener('message', ({ data }) => {
    const text = String(data)
    visitor.length += text.length
    const message = JSON.parse(text) as { type: string; number?: number }
    if (message.type !== 'ping' || isAnswering === false) return
    if (isAnswering === 'late') return void visitor.asked.push(message.number)
    visitor.answered += 1
    answer(message.number)
  })
  webSocket.accept()
  return visitor
}

test('of two visitors of a room the one that never answers is closed, and the other hears everything', async () => {
  const [silent, reading] = [await visit('10.0.0.1', false), await visit('10.0.0.2', true)]
  for (let count = 1; count <= 12; count += 1) {
    await tellMuch()
    await eventually('the text arrives', () => reading.length > count * MEGABYTE)
    await eventually('the question is answered', () => reading.answered >= count)
  }
  await eventually('the close', () => silent.closed !== null)
  expect([silent.closed, reading.closed]).toEqual([NOT_READ, null])
  expect(silent.length).toBeLessThan(6 * MEGABYTE)
})

test('a visitor who answers after the room has slept stays', async () => {
  const late = await visit('10.0.0.3', 'late', chatRoom)
  await tellMuch(chatRoom)
  await eventually('the question', () => late.asked.length === 1)
  await evictDurableObject(chatRoom)
  late.answer(late.asked[0])
  await tellMuch(chatRoom)
  await eventually('the text arrives', () => late.length > 2 * MEGABYTE)
  expect(late.closed).toBeNull()
})

test('of two programs the one that never answers is closed, whatever else it sends', async () => {
  const person = await join('Alice')
  const open = async () => ProgramWire.loggedIn(await program(person.userId, { kind: 'hmac', scopes: ['read'] }))
  const [deaf, reading] = [await open(), await open()]
  for (const wire of [deaf, reading]) expect(await wire.codeOf('subscribe', { channel: 'quotes' })).toBe('ok')
  await eventually('quotes', () => deaf.told[0] && reading.told[0])
  const much = (wire: ProgramWire) => wire.told.filter((told) => JSON.stringify(told).length > MEGABYTE).length
  let answered = 0
  for (let count = 1; count <= 20; count += 1) {
    await tellMuch()
    await eventually('the text arrives', () => much(reading) >= count)
    if (!deaf.closed) deaf.socket.send(JSON.stringify({ id: 0, op: 'ping' }))
    for (const { number } of reading.of('ping').slice(answered)) {
      answered += 1
      expect(await reading.codeOf('ping', { number })).toBe('ok')
    }
  }
  await eventually('the close', () => deaf.closed)
  expect(deaf.closed).toMatchObject({ code: NOT_READ, reason: 'not_read' })
  expect(reading.closed).toBeNull()
  expect(answered).toBeGreaterThan(10)
  expect(await reading.codeOf('ping')).toBe('ok')
  reading.close()
})

/** Subscribed to all quotes, in a room that the test chooses. */
async function hearQuotes(bot: Program, address: string): Promise<ProgramWire> {
  const headers = { Upgrade: 'websocket', 'CF-Connecting-IP': address }
  const admitted = admitSocket(new Request('https://cm.test/api/v1/ws', { headers }), env)
  if (admitted instanceof Response) throw new Error(String(admitted.status))
  const room = env.ProgramSocket.get(env.ProgramSocket.idFromName('of readers'))
  const { webSocket } = await room.fetch(admitted.request)
  if (!webSocket) throw new Error('no socket')
  const wire = new ProgramWire(webSocket)
  expect(await wire.codeOf('login', await loginOf(bot))).toBe('ok')
  expect(await wire.codeOf('subscribe', { channel: 'quotes' })).toBe('ok')
  await eventually('quotes', () => wire.told[0])
  return wire
}

const botOf = async (name: string) => program((await join(name)).userId, { kind: 'hmac', scopes: ['read'] })

test.each([
  ['account, wherever it opens them,', async () => Array<Program>(4).fill(await botOf('Bea')), [1, 2, 3, 4]],
  ['address, whosever they are,', () => Promise.all(['Dan', 'Eve', 'Flo', 'Gus'].map(botOf)), [9, 9, 9, 9]],
] as const)('sockets of one %s share what may be unread, and leave others alone', async (whose, botsOf, places) => {
  const bots = await botsOf()
  const deaf = await Promise.all(
    places.map((place, index) => hearQuotes(bots[index] as Program, `198.51.100.${place}`)),
  )
  const other = await hearQuotes(await botOf(`Other-${whose.slice(0, 3)}`), '203.0.113.1')
  const much = (wire: ProgramWire) => wire.told.filter((told) => JSON.stringify(told).length > MEGABYTE).length
  for (let count = 1; count <= 10; count += 1) {
    await tellMuch()
    await eventually('the text arrives', () => much(other) >= count)
  }
  await eventually('a close', () => deaf.some(({ closed }) => closed))
  const closed = deaf.filter((wire) => wire.closed)
  expect(closed.map((wire) => wire.closed)).toEqual(closed.map(() => ({ code: NOT_READ, reason: 'not_read' })))
  expect(closed.length).toBeLessThan(deaf.length)
  for (const wire of deaf) expect(much(wire)).toBeLessThan(16)
  expect(other.closed).toBeNull()
  for (const wire of [...deaf, other]) wire.close()
})
