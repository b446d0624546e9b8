// Relays between a room and its visitors, by the Worker: the same texts, whatever dies; who hears nothing is not told; nobody else speaks.

import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { forgetIsolateCaches } from '#domain/isolate-cache'
import type { Language } from '#domain/language'
import { sayLine } from '#services/chat/room'
import { seed } from '../api/client'
import { LONG } from '../kit/long'
import { waitFor } from '../kit/wait-for'
import { MarketStage } from '../market/stage'
import { ALICE, order } from '../market/story'
import { Ear, fetchFrom, kill, limit, limitLevel, placeOf, relay, relaysOf } from './ears'

vi.setConfig({ testTimeout: LONG ? 240_000 : 60_000, hookTimeout: 60_000 })

const KILLS = LONG ? 20 : 3

beforeAll(seed)
// The Worker remembers for a minute that a room was full.
beforeEach(forgetIsolateCaches)
afterEach(() => void vi.restoreAllMocks())

const chatOf = (room: Language) => env.Chat.get(env.Chat.idFromName(room))

let writers = 0
/** Written by a new user each time, so the rate limit doesn't apply. */
async function say(room: Language, text: string): Promise<number> {
  writers += 1
  const line = { userId: writers, author: `w${writers}`, name: 'W', clientId: `client-${writers}`, text }
  const answer = await sayLine(env, room, line)
  if (!answer.isAccepted) throw new Error(answer.code)
  return answer.no
}

const reached = (no: number, ...ears: readonly Ear[]) =>
  waitFor(() => expect(ears.map(({ last }) => last)).toEqual(ears.map(() => no)))

const numberOf = (text: string) => (JSON.parse(text) as { seq: number }).seq

/** What stands after the first snapshot. */
const told = ({ texts }: Ear) => texts.filter((text) => text.startsWith('{"type":"line"'))

it('a relay passes the room’s own texts on, greets whoever comes later, and is polled by the same numbers', async () => {
  await limit(chatOf('en'), 1)
  const direct = await Ear.open('chat/en', '192.0.2.1')
  const relayed = await Ear.open('chat/en', '192.0.2.2')
  expect((await relaysOf(chatOf('en'))).length).toBe(1)
  let last = 0
  for (let said = 0; said < 5; said += 1) last = await say('en', `line ${said}`)
  await reached(last, direct, relayed)
  expect(told(relayed)).toEqual(told(direct))
  expect(told(relayed)).toHaveLength(5)
  const late = await Ear.open('chat/en', '192.0.2.2')
  await reached(last, late)
  last = await say('en', 'for all')
  await reached(last, direct, relayed, late)
  expect(told(late).at(-1)).toBe(told(direct).at(-1))
  for (const ear of [direct, relayed, late]) ear.expectGapless()
  const poll = async (address: string) => {
    const answer = await fetchFrom(address, `chat/en/poll?after=${last - 1}`)
    return (await answer.json<{ messages: unknown[] }>()).messages
  }
  const polled = await poll('192.0.2.2')
  expect(polled).toEqual([JSON.parse(told(direct).at(-1) ?? '')])
  for (const ear of [direct, relayed, late]) ear.leave()
})

it(`a relay and its room killed ${KILLS} times under flow: nobody misses a line or has one twice`, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await limit(chatOf('kor'), 0)
  const ears = await Promise.all([1, 2, 3].map((last) => Ear.open('chat/kor', `198.51.100.${last}`)))
  const names = await relaysOf(chatOf('kor'))
  expect(names.length).toBeGreaterThan(0)
  let last = 0
  for (let killed = 0; killed < KILLS; killed += 1) {
    for (let said = 0; said < 5; said += 1) last = await say('kor', `before ${killed} ${said}`)
    await Promise.all([say('kor', `during ${killed}`), ...names.map((name) => kill(relay(name)))])
    last = await say('kor', `after ${killed}`)
    if (killed % 3 === 1) {
      await kill(chatOf('kor'))
      await limit(chatOf('kor'), 0)
    }
  }
  last = await say('kor', 'the end')
  await reached(last, ...ears)
  for (const ear of ears) {
    expect(ear.sockets.length).toBeGreaterThan(KILLS / 2)
    ear.expectGapless()
    const numbers = new Set(
      ear.texts.flatMap((text) => {
        const message = JSON.parse(text) as { seq: number; lines?: { no: number }[] }
        return message.lines ? message.lines.map(({ no }) => no) : [message.seq]
      }),
    )
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: last }, (_, index) => index + 1))
    ear.leave()
  }
})

it('a room restored from a backup goes on telling relays that have come since, though it counts from an earlier number', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await limit(chatOf('th'), 0)
  const first = await Ear.open('chat/th', '192.0.2.30')
  await reached(await say('th', 'in the backup'), first)
  const before = await relaysOf(chatOf('th'))
  const until = Date.now() + 60_000
  const { text } = await chatOf('th').copyOut(until, null)
  await chatOf('th').resume(until)
  const later = await Promise.all([1, 2, 3, 4, 5].map((last) => Ear.open('chat/th', `198.51.100.${last}`)))
  expect((await relaysOf(chatOf('th'))).length).toBeGreaterThan(before.length)
  const ears = [first, ...later]
  for (let said = 0; said < 3; said += 1) await reached(await say('th', 'lost'), ...ears)
  await chatOf('th').copyIn({ restore: 1, text, no: 0 })
  await chatOf('th').endRestore(1)
  await waitFor(async () => expect(await say('th', 'after the restore')).toBeGreaterThan(0))
  await waitFor(() => {
    for (const { texts } of ears) expect(texts.at(-1)).toContain('after the restore')
  })
  for (const ear of ears) {
    expect(ear.sockets).toHaveLength(1)
    ear.leave()
  }
})

it('when its last visitor leaves, the room no longer tells a relay; who comes back is told again', async () => {
  await limit(chatOf('fra'), 0)
  const first = await Ear.open('chat/fra', '192.0.2.9')
  const names = await relaysOf(chatOf('fra'))
  expect(names).toHaveLength(1)
  first.leave()
  await waitFor(async () => {
    await say('fra', 'is anybody there?')
    expect(await relaysOf(chatOf('fra'))).toEqual([])
  })
  const again = await Ear.open('chat/fra', '192.0.2.9')
  expect(await relaysOf(chatOf('fra'))).toEqual(names)
  await reached(await say('fra', 'yes'), again)
  again.expectGapless()
  again.leave()
})

it('a full relay is left to the level below, which hears the relay and not the room; the last level that is full refuses, and is polled', async () => {
  const about = { party: 'chat', room: 'spa' } as const
  await limit(chatOf('spa'), 0)
  await limitLevel(1, about, 0)
  const ears = [await Ear.open('chat/spa', '203.0.113.5'), await Ear.open('chat/spa', '203.0.113.77')]
  const above = await relaysOf(chatOf('spa'))
  expect(above.every((name) => name.startsWith('chat/spa/weur/1/'))).toBe(true)
  const below = (await Promise.all(above.map((name) => relaysOf(relay(name))))).flat()
  expect(below.length).toBeGreaterThan(0)
  expect(below.every((name) => name.startsWith('chat/spa/weur/2/'))).toBe(true)
  let last = 0
  for (let said = 0; said < 5; said += 1) last = await say('spa', `line ${said}`)
  await reached(last, ...ears)
  for (const ear of ears) {
    ear.expectGapless()
    expect(told(ear)).toHaveLength(5)
    ear.leave()
  }
  await waitFor(async () => {
    await say('spa', 'nobody')
    expect(await relaysOf(chatOf('spa'))).toEqual([])
  })
})

it('a relay that is full refuses further visitors, and polls them nevertheless', async () => {
  const name = placeOf(3, 0, { party: 'chat', room: 'th' })
  await limit(relay(name), 0)
  const headers = { Upgrade: 'websocket', 'x-cm-address': '192.0.2.1' }
  const refused = await relay(name).fetch('http://cm.test/parties/chat/th', { headers })
  expect([refused.status, refused.headers.get('x-cm-full')]).toEqual([429, '1'])
  const polled = await relay(name).fetch('http://cm.test/parties/chat/th/poll?after=0')
  expect((await polled.json<{ messages: unknown[] }>()).messages).toMatchObject([{ type: 'snapshot' }])
})

it('nobody but the room speaks through a relay: it has no address of its own, and takes no frame but a question', async () => {
  for (const path of ['relay/chat%2Fzh%2Fweur%2F1%2F0', 'relay/x/poll', 'Relay/x'])
    expect((await fetchFrom('192.0.2.1', path)).status).toBe(404)
  await limit(chatOf('zh'), 0)
  const [good, bad] = [await Ear.open('chat/zh', '192.0.2.30'), await Ear.open('chat/zh', '192.0.2.30')]
  good.say(JSON.stringify({ type: 'snapshot' }))
  await waitFor(() => expect(good.texts).toHaveLength(2))
  expect(good.texts[0]).toBe(good.texts[1])
  bad.say(JSON.stringify({ type: 'line', seq: 1, line: { no: 1, text: 'from nobody' } }))
  // Closed, and connected anew.
  await waitFor(() => expect(bad.sockets).toHaveLength(2))
  const last = await say('zh', 'from the room')
  await reached(last, good, bad)
  expect([...good.texts, ...bad.texts].join()).not.toContain('from nobody')
  for (const ear of [good, bad]) ear.leave()
})

it('a market and the quotes are relayed as they are', async () => {
  const stage = await MarketStage.open('RELAY-1')
  const headers = { Upgrade: 'websocket' }
  const both = async (direct: Ear, relayed: Ear, more: () => Promise<unknown>) => {
    await Promise.all([direct.open(), relayed.open()])
    const deltas = ({ texts }: Ear) => texts.filter((text) => text.startsWith('{"type":"delta"'))
    await waitFor(async () => {
      await more()
      expect(deltas(relayed).length).toBeGreaterThan(2)
    })
    direct.leave()
    relayed.leave()
    relayed.expectGapless()
    const common = (ear: Ear, other: Ear) => {
      const numbers = new Set(deltas(other).map(numberOf))
      return deltas(ear).filter((text) => numbers.has(numberOf(text)))
    }
    expect(common(relayed, direct).length).toBeGreaterThan(1)
    expect(common(relayed, direct)).toEqual(common(direct, relayed))
  }
  const ear = (path: string, stub: { fetch: (url: string, init: RequestInit) => Promise<Response> }) =>
    new Ear(path, () => stub.fetch(`http://cm.test/parties/${path}`, { headers }))
  let placed = 0
  await both(
    ear('market/RELAY-1', stage.stub),
    ear('market/RELAY-1', relay(placeOf(1, 0, { party: 'market', room: 'RELAY-1' }))),
    () => stage.send(ALICE, order((placed += 1), { side: 'sell', ticks: 600_000 + placed, lots: 10 })),
  )
  await both(
    ear('quotes/main', env.Quotes.get(env.Quotes.idFromName('main'))),
    ear('quotes/main', relay(placeOf(1, 0, { party: 'quotes', room: 'main' }))),
    () => Promise.resolve(),
  )
})
