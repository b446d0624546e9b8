// The chat rooms through real rooms, sockets and the API: cut, woken, on several devices; slow mode, links, reports, mutes, hidden people.

import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { CHAT_SLOW_MS } from '#domain/chat/rules'
import { openStore } from '#party/lib/store'
import type { ChatSocketMessage, SayAnswer } from '#party/protocol/chat'
import { ChatLines } from '#party/chat/lines'
import { readAuditOf } from '#services/desk/audit'
import { dismissReports, muteWriter, openDeskChat, removeChatLine, unmuteWriter } from '#services/desk/chat'
import { sayLine } from '#services/chat/room'
import { type ChatState, receiveChat, shownLines } from '../../app/live/chat-state'
import worker from '../../server/worker'
import { ORIGIN, type Person, join, ok, refused, seed } from '../api/client'
import { type Hired, codeOf, commandId, firstAdmin, hire, valueOf } from '../desk/office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let alice: Person
let bob: Person
let mika: Hired
let finance: Hired

beforeAll(async () => {
  await seed()
  ;[alice, bob] = [await join('Alice'), await join('Bob')]
  const now = Date.now()
  const ada = await firstAdmin('ada@cm.example', now)
  mika = await hire(ada.member, 'Mika', 'support', now)
  finance = await hire(ada.member, 'Fiona', 'finance', now)
})

const fetchRoom = (path: string, headers: Record<string, string> = {}) => {
  const request = new Request(`${ORIGIN}/parties/chat/${path}`, { headers })
  return worker.fetch(request, env, createExecutionContext())
}

/** A browser's view of a room, fed by socket or poll like the page. */
class Device {
  state: ChatState | null = null
  #socket: WebSocket | null = null

  constructor(readonly room: string) {}

  async connect(): Promise<void> {
    const { webSocket } = await fetchRoom(this.room, { Upgrade: 'websocket' })
    if (!webSocket) throw new Error('the room takes a socket')
    webSocket.accept()
    this.#socket = webSocket
    webSocket.addEventListener('message', ({ data }) => {
      if (this.#socket === webSocket) this.#hear(JSON.parse(String(data)) as ChatSocketMessage)
    })
  }

  cut(): void {
    this.#socket?.close()
    this.#socket = null
  }

  async poll(): Promise<void> {
    const answer = await fetchRoom(`${this.room}/poll?after=${this.state?.seq ?? 0}`)
    const { messages } = await answer.json<{ messages: ChatSocketMessage[] }>()
    for (const message of messages) this.#hear(message)
  }

  get numbers(): readonly number[] {
    return shownLines([], this.state?.lines ?? [], new Set()).map(({ no }) => no)
  }

  #hear(message: ChatSocketMessage): void {
    const heard = receiveChat(this.state, message)
    if (heard.kind === 'current') this.state = heard.state
    else this.#socket?.send(JSON.stringify({ type: 'snapshot' }))
  }
}

const wake = (room: string) =>
  runInDurableObject(env.Chat.get(env.Chat.idFromName(room)), (_room, state) => state.abort('the test')).catch(
    () => null,
  )

let writers = 0
/** By a new user each time, so the rate limit doesn't apply; in rooms that no other file writes to, because a room's lines may outlive its file. */
const say = (room: 'jp' | 'hk', text: string): Promise<SayAnswer> =>
  sayLine(env, room, { userId: (writers += 1), author: `w${writers}`, name: 'W', clientId: `client-${writers}`, text })

it('through cut sockets, a woken room and a change of devices everybody has each message once and in order', async () => {
  const [phone, desk, poller] = [new Device('jp'), new Device('jp'), new Device('jp')]
  await phone.connect()
  await desk.connect()
  for (let said = 1; said <= 40; said += 1) {
    if (said === 10) phone.cut()
    if (said === 20) await wake('jp')
    if (said === 21) await desk.connect()
    if (said === 25) await phone.connect()
    if (said === 30) desk.cut()
    if (said % 7 === 0) await poller.poll()
    expect(await say('jp', `message ${said}`)).toMatchObject({ isAccepted: true, no: said, isNew: true })
  }
  await desk.connect()
  await poller.poll()
  const all = Array.from({ length: 40 }, (_, index) => index + 1)
  for (const device of [phone, desk, poller]) await expect.poll(() => device.numbers, { timeout: 10_000 }).toEqual(all)
  // A line repeated after a lost answer.
  const again = { userId: 40, author: 'w40', name: 'W', clientId: 'client-40', text: 'message 40' }
  expect(await sayLine(env, 'jp', again)).toMatchObject({ no: 40, isNew: false })
  expect(await sayLine(env, 'jp', { ...again, text: 'another' })).toMatchObject({ code: 'command_id_reused' })
  for (const device of [phone, desk]) device.cut()
})

it('pages its history, lets go of old lines and asks for a pause between two messages', async () => {
  await runInDurableObject(env.Chat.get(env.Chat.idFromName('hk')), (_room, state) => {
    const lines = new ChatLines(openStore(state.storage))
    const line = (userId: number, clientId: string) => ({ userId, author: 'x', name: 'X', clientId, text: clientId })
    expect(lines.say(line(1, 'client-a'), 100_000)).toMatchObject({ no: 1 })
    expect(lines.say(line(1, 'client-b'), 100_000 + CHAT_SLOW_MS - 1)).toEqual({
      isAccepted: false,
      code: 'chat_too_fast',
    })
    expect(lines.say(line(2, 'client-b'), 100_000 + 1)).toMatchObject({ no: 2 })
    expect(lines.say(line(1, 'client-a'), 100_001)).toMatchObject({ no: 1, isNew: false })
    expect(lines.say(line(1, 'client-b'), 100_000 + CHAT_SLOW_MS)).toMatchObject({ no: 3 })
    for (let no = 4; no <= 250; no += 1) lines.say(line(no, 'client-c'), 200_000)
    expect(lines.lines({ before: 101, limit: 50 }).map(({ no }) => no)).toEqual(
      Array.from({ length: 50 }, (_, index) => 51 + index),
    )
    expect(lines.lines({ after: 10, limit: 999 })).toHaveLength(200)
    state.storage.sql.exec('UPDATE chat_line SET no = no + 20000 WHERE no > 100')
    for (let no = 20_251; no <= 20_300; no += 1) lines.say(line(no, 'client-d'), 300_000)
    expect(lines.lines({ after: 0, limit: 1 })[0]?.no).toBeGreaterThan(300)
  })
})

const post = (path: string, person: Person, form: Record<string, string>) => ({ form, token: person.token, path })
const write = (person: Person, clientId: string, text: string, room = 'en') => {
  const sent = post('', person, { room, client_id: clientId, text })
  return ok<{ number: number }>('POST', '/v1/chat/message', sent)
}

it('refuses by name what is no message, and rooms that there are none (chat_text_empty, chat_link_level, chat_room_unknown, chat_too_fast, support_line_too_long, support_text_control)', async () => {
  const tryIt = (form: Record<string, string>) =>
    refused('POST', '/v1/chat/message', { form: { room: 'th', client_id: 'client-0001', ...form }, token: bob.token })
  expect(await tryIt({ text: '\t \n' })).toContain('Write a message')
  expect(await tryIt({ text: 'x'.repeat(301) })).toContain('Text too long: at most 300')
  expect(await tryIt({ text: 'a\u202eb' })).toContain('cannot be shown')
  expect(await tryIt({ text: 'buy at www.example.test' })).toContain('identity level 1')
  expect(await tryIt({ text: 'Hello', client_id: 'x' })).toContain('client ID')
  for (const room of ['de', 'TH', '../th', 'constructor'])
    expect(await tryIt({ text: 'Hello', room })).toContain('There is no such room')
  expect(await refused('GET', '/v1/chat/messages', { query: { room: 'de' } })).toContain('There is no such room')
  for (const path of ['de/poll', 'TH/poll', '%74h/poll']) expect((await fetchRoom(path)).status).toBe(404)
  expect(await ok('GET', '/v1/chat/messages', { query: { room: 'th' } })).toEqual({ list: [] })
  await write(bob, 'client-0002', 'First', 'th')
  expect(await tryIt({ text: 'Second' })).toContain('every 5 seconds')
})

it('links may be sent once the identity is verified', async () => {
  const carol = await join('Carol')
  await env.DB.prepare('UPDATE user SET review_status = 2 WHERE id = ?').bind(carol.userId).run()
  await write(carol, 'client-0001', 'see https://example.com', 'zh')
})

it('a reported line is read by a moderator, taken away, its writer muted for a time; all of it is in the log (chat_muted, chat_banned, chat_line_own, chat_line_not_found)', async () => {
  const { number: no } = await write(alice, 'client-0001', 'Send me your password')
  expect(await write(alice, 'client-0001', 'Send me your password')).toEqual({ number: no })
  const line = { room: 'en', message_no: String(no) }
  expect(await refused('POST', '/v1/chat/report', post('', alice, line))).toContain('of your own')
  expect(await refused('POST', '/v1/chat/report', post('', bob, { ...line, message_no: '99' }))).toContain('not there')
  for (let again = 0; again < 2; again += 1) await ok('POST', '/v1/chat/report', post('', bob, line))
  const at = Date.now()
  const desk = () => ({ room: 'en', no, commandId: commandId(), at })
  const seen = await openDeskChat(env, { room: 'en', no, now: at })
  expect(seen.reports).toMatchObject([{ room: 'en', lineNo: no, reports: 1, writerId: alice.userId }])
  expect(seen.writer).toMatchObject({ userId: alice.userId, text: 'Send me your password' })
  const mute = { ...desk(), minutes: 10, reason: 'Asked for a password' }
  expect(codeOf(await muteWriter(env, finance.member, mute))).toBe('permission_missing')
  expect(codeOf(await muteWriter(env, mika.member, { ...mute, minutes: 7 }))).toBe('chat_mute_minutes')
  expect(codeOf(await muteWriter(env, mika.member, { ...mute, reason: ' ' }))).toBe('reason_missing')
  expect(codeOf(await removeChatLine(env, mika.member, { ...desk(), room: 'de' }))).toBe('chat_room_unknown')
  expect(codeOf(await unmuteWriter(env, mika.member, { userId: alice.userId, commandId: commandId(), at }))).toBe(
    'chat_not_muted',
  )
  valueOf(await muteWriter(env, mika.member, mute))
  valueOf(await muteWriter(env, mika.member, mute))
  expect((await openDeskChat(env, { room: 'en', no, now: at })).reports).toEqual([])
  const form = { room: 'en', client_id: 'client-0002', text: 'Hello' }
  expect(await refused('POST', '/v1/chat/message', post('', alice, form))).toContain('until')
  const removal = desk()
  valueOf(await removeChatLine(env, mika.member, removal))
  const { list } = await ok<{ list: { number: number; text: string; removes: number }[] }>('GET', '/v1/chat/messages', {
    query: { room: 'en' },
  })
  // Another file may have written before, in a room whose storage the runtime kept.
  const fromHere = list.filter(({ number }) => number >= no)
  expect(fromHere.map(({ text, removes }) => [text, removes])).toEqual([
    ['', 0],
    ['', no],
  ])
  expect(codeOf(await dismissReports(env, mika.member, desk()))).toBe('chat_line_not_found')
  valueOf(await unmuteWriter(env, mika.member, { userId: alice.userId, commandId: commandId(), at }))
  await env.DB.prepare('INSERT INTO chat_mute VALUES (?, NULL, ?, 1, ?)').bind(alice.userId, 'spam', at).run()
  expect(await refused('POST', '/v1/chat/message', post('', alice, form))).toContain('customer service')
  const log = await readAuditOf(env, [`user:${alice.userId}`, `chat:en ${no}`])
  expect(log.map(({ action }) => action).sort()).toEqual(['chat_muted', 'chat_removed', 'chat_unmuted'])
  expect(log.map(({ facts }) => facts).join()).toContain('Send me your password')
})

it('hides a person for who asks, by a name that does not tell their account, and shows them again', async () => {
  const dora = await join('Dora')
  const { number: no } = await write(dora, 'client-0001', 'Good morning', 'fra')
  await ok('POST', '/v1/chat/hide', post('', bob, { room: 'fra', message_no: String(no) }))
  const { list } = await ok<{ list: { author: string }[] }>('GET', '/v1/chat/messages', { query: { room: 'fra' } })
  const author = list[0]?.author ?? ''
  expect(author).toMatch(/^[\w-]{10}$/)
  const hidden = () => env.DB.prepare('SELECT author FROM chat_hidden WHERE user_id = ?').bind(bob.userId).all()
  expect((await hidden()).results).toEqual([{ author }])
  await ok('POST', '/v1/chat/show', post('', bob, { author }))
  expect((await hidden()).results).toEqual([])
})
