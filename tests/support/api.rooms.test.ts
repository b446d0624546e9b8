// Support through the API with real rooms: a guest who becomes a user, an agent at the desk, an answer while away, an end and a rating.

import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { countUnreadThreads, findSupportThread } from '#db/platform/support'
import { readAuditOf } from '#services/desk/audit'
import {
  answerThread,
  closeThread,
  deskThreads,
  handOverThread,
  noteStaffTyping,
  noteThread,
  openDeskThread,
  takeThread,
} from '#services/desk/support'
import { readThreadStatus } from '#services/support/room'
import { openThread } from '#services/support/threads'
import { makeGuestCookie } from '#session/guest-cookie'
import worker from '../../server/worker'
import { ORIGIN, type Person, join, ok, refused, seed } from '../api/client'
import { type Hired, codeOf, commandId, firstAdmin, hire, valueOf } from '../desk/office'
import { makeJpeg } from '../kit/pictures'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let alice: Person
let mika: Hired
let sam: Hired
let finance: Hired

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  const now = Date.now()
  const ada = await firstAdmin('ada@cm.example', now)
  mika = await hire(ada.member, 'Mika', 'support', now)
  sam = await hire(ada.member, 'Sam', 'support', now)
  finance = await hire(ada.member, 'Fiona', 'finance', now)
})

interface Begun {
  readonly thread_id: string
  readonly number: number
  readonly guest_token: string | null
}
interface Shown {
  readonly notice: string
  readonly closed_at: number | null
  readonly read_by_staff: number
  readonly staff_is_typing: boolean
  readonly list: readonly {
    readonly number: number
    readonly text: string
    readonly kind: string
    readonly from: string
    readonly picture: string
    readonly voice: string
  }[]
}
const begin = (clientId: string, sent: { token?: string; guest?: string; topic?: string } = {}) =>
  ok<Begun>('POST', '/v1/support/thread', {
    form: {
      topic: sent.topic ?? 'deposit',
      text: 'Where is my deposit?',
      client_id: clientId,
      ...(sent.guest !== undefined && { guest_token: sent.guest }),
    },
    token: sent.token,
  })
const messages = (id: string, sent: { token?: string; guest?: string; after?: string } = {}) =>
  ok<Shown>('GET', '/v1/support/messages', {
    query: {
      thread_id: id,
      ...(sent.guest !== undefined && { guest_token: sent.guest }),
      ...(sent.after !== undefined && { after: sent.after }),
    },
    token: sent.token,
  })
const desk = (id: string) => ({ id, commandId: commandId(), at: Date.now() })

it('takes a guest, who is handed a token, and finds the same thread and message again by the client’s id', async () => {
  const first = await begin('client-0001')
  const guest = first.guest_token ?? ''
  expect(await begin('client-0001', { guest })).toEqual(first)
  const write = { thread_id: first.thread_id, client_id: 'client-0002', text: 'It was yesterday.', guest_token: guest }
  expect(await ok('POST', '/v1/support/message', { form: write })).toEqual({ number: 2 })
  expect(await ok('POST', '/v1/support/message', { form: write })).toEqual({ number: 2 })
  const shown = await messages(first.thread_id, { guest })
  expect(shown.list.map(({ number }) => number)).toEqual([1, 2])
  expect(shown.notice).toContain('never ask for your password')
  expect((await messages(first.thread_id, { guest, after: '1' })).list).toMatchObject([{ number: 2 }])
})

it('shows a thread to its owner alone, over the API and the room’s own door (support_thread_not_found)', async () => {
  const { thread_id: id } = await begin('client-0003', { token: alice.token })
  const other = await begin('client-0004')
  const query = { thread_id: id, guest_token: other.guest_token ?? '' }
  expect(await refused('GET', '/v1/support/messages', { query })).toContain('no such conversation')
  const forged = { thread_id: id, client_id: 'client-0009', text: 'Hello', guest_token: 'made.up' }
  expect(await refused('POST', '/v1/support/message', { form: forged })).toContain('no such conversation')
  const knock = async (headers: Record<string, string>, path = `/parties/thread/${id}/poll?after=0`) => {
    const request = new Request(`${ORIGIN}${path}`, { headers })
    const answer = await worker.fetch(request, env, createExecutionContext())
    return answer.status
  }
  const cookie = makeGuestCookie(new Request(ORIGIN), other.guest_token ?? '').split(';')[0] ?? ''
  expect(await knock({ Authorization: alice.token })).toBe(200)
  expect(await knock({})).toBe(404)
  expect(await knock({ Cookie: cookie })).toBe(404)
  expect(await knock({ Cookie: cookie }, `/parties/thread/${other.thread_id}/poll?after=0`)).toBe(200)
  expect(await knock({ Authorization: alice.token }, '/parties/thread/made-up/poll?after=0')).toBe(404)
  const upgrade = { Cookie: cookie, Upgrade: 'websocket', Origin: 'https://elsewhere.example' }
  expect(await knock(upgrade, `/parties/thread/${other.thread_id}`)).toBe(403)
})

it('gives what a guest wrote to the user who logs in, and to nobody else any more', async () => {
  const begun = await begin('client-0005')
  const guest = begun.guest_token ?? ''
  const cookie = makeGuestCookie(new Request(ORIGIN), guest).split(';')[0] ?? ''
  const mine = await ok<{ list: { thread_id: string }[] }>('GET', '/v1/support/threads', {
    token: alice.token,
    headers: { Cookie: cookie },
  })
  expect(mine.list.map((thread) => thread.thread_id)).toContain(begun.thread_id)
  const query = { thread_id: begun.thread_id, guest_token: guest }
  expect(await refused('GET', '/v1/support/messages', { query })).toContain('no such conversation')
})

it.each([
  ['support_text_empty', { text: '  ' }, 'Write a message or add a picture'],
  ['support_line_too_long', { text: 'x'.repeat(2_001) }, 'Text too long: at most 2,000'],
  ['support_text_control', { text: 'a\u202eb' }, 'cannot be shown'],
  ['support_client_id', { client_id: 'short' }, 'client ID of 8 to 80'],
  ['support_picture_unknown', { picture: `/uploads/${'x'.repeat(22)}` }, 'picture could not be found'],
])('%s is said by name and keeps nothing', async (_code, differs, words) => {
  const { thread_id: id } = await begin('client-0003', { token: alice.token })
  const form = { thread_id: id, client_id: 'client-0010', text: 'Hello', ...differs }
  expect(await refused('POST', '/v1/support/message', { form, token: alice.token })).toContain(words)
  expect((await messages(id, { token: alice.token })).list).toHaveLength(1)
})

it('keeps a picture of one’s own, and shows it to the desk with a line in the log', async () => {
  const body = new FormData()
  body.append('file', new Blob([makeJpeg()]))
  const reference = await ok<string>('POST', '/upload', { body, token: alice.token })
  const { thread_id: id } = await begin('client-0003', { token: alice.token })
  const form = { thread_id: id, client_id: 'client-0011', picture: reference }
  expect(await ok('POST', '/v1/support/message', { form, token: alice.token })).toEqual({ number: 2 })
  expect((await messages(id, { token: alice.token })).list[1]).toMatchObject({ text: '', kind: 'message' })
})

const OGG = Uint8Array.from([...Buffer.from('OggS....OpusHead'), ...Array.from({ length: 400 }, () => 7)])

it('keeps a guest’s picture and voice once, however often they are sent, and plays them in parts (audio_file_error, image_type_refused)', async () => {
  const { thread_id: id, guest_token: guest } = await begin('client-0040')
  const attach = (clientId: string, bytes: Uint8Array<ArrayBuffer>, kind: string) => {
    const body = new FormData()
    const fields = { thread_id: id, client_id: clientId, file_kind: kind, guest_token: guest ?? '' }
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', new Blob([bytes]))
    return { body, query: { guest_token: guest ?? '' } }
  }
  for (let again = 0; again < 2; again += 1) {
    expect(await ok('POST', '/v1/support/message', attach('client-0041', OGG, 'voice'))).toEqual({ number: 2 })
    expect(await ok('POST', '/v1/support/message', attach('client-0042', makeJpeg(), 'picture'))).toEqual({ number: 3 })
  }
  const wrong = await refused('POST', '/v1/support/message', attach('client-0043', makeJpeg(), 'voice'))
  expect(wrong).toContain('Audio file error')
  expect(await refused('POST', '/v1/support/message', attach('client-0043', OGG, 'picture'))).toContain('JPEG')
  const other = attach('client-0041', Uint8Array.from([...OGG, 1]), 'voice')
  expect(await refused('POST', '/v1/support/message', other)).not.toBe('')
  const { list } = await messages(id, { guest: guest ?? '' })
  expect(list).toMatchObject([{ number: 1 }, { number: 2, picture: '' }, { number: 3, voice: '' }])
  const play = (headers: Record<string, string> = {}) => {
    const request = new Request(`${ORIGIN}${list[1]?.voice ?? ''}`, { headers })
    return worker.fetch(request, env, createExecutionContext())
  }
  const whole = await play()
  expect([whole.status, whole.headers.get('Content-Type')]).toEqual([200, 'audio/ogg'])
  expect((await whole.arrayBuffer()).byteLength).toBe(OGG.byteLength)
  const part = await play({ Range: 'bytes=0-3' })
  expect([part.status, part.headers.get('Content-Range'), await part.text()]).toEqual([
    206,
    `bytes 0-3/${OGG.byteLength}`,
    'OggS',
  ])
  expect((await play({ Range: 'bytes=9999-' })).status).toBe(416)
})

it('tells each side that the other is writing, and keeps nothing of it', async () => {
  const { thread_id: id } = await begin('client-0050', { token: alice.token })
  expect(await refused('POST', '/v1/support/typing', { form: { thread_id: id } })).toContain('no such conversation')
  await ok('POST', '/v1/support/typing', { form: { thread_id: id }, token: alice.token })
  expect(await openDeskThread(env, mika.member, id)).toMatchObject({ isTyping: true })
  await noteStaffTyping(env, mika.member, id)
  expect((await readThreadStatus(env, id)).typing).toEqual(['customer'])
  valueOf(await takeThread(env, mika.member, desk(id)))
  await noteStaffTyping(env, mika.member, id)
  expect((await readThreadStatus(env, id)).typing).toEqual(['customer', 'staff'])
  // A client without a socket polls with its cursor; the answer says when typing starts and stops.
  const poll = async () => {
    const { last, readByCustomer, readByStaff } = await readThreadStatus(env, id)
    const address = `${ORIGIN}/parties/thread/${id}/poll?after=${last + readByCustomer + readByStaff}`
    const request = new Request(address, { headers: { Authorization: alice.token } })
    const answer = await worker.fetch(request, env, createExecutionContext())
    const { messages: heard } = await answer.json<{ messages: { typing: string[] }[] }>()
    return heard.map(({ typing }) => typing)
  }
  expect(await poll()).toEqual([['customer', 'staff']])
  expect(await messages(id, { token: alice.token })).toMatchObject({ staff_is_typing: true })
  valueOf(await answerThread(env, mika.member, { ...desk(id), text: 'Here I am.' }))
  expect(await poll()).toEqual([['customer']])
  expect(await messages(id, { token: alice.token })).toMatchObject({ staff_is_typing: false })
  expect((await readThreadStatus(env, id)).typing).toEqual(['customer'])
  valueOf(await closeThread(env, mika.member, desk(id)))
})

it('has so many open threads of one person, and only topics that there are (support_threads_above_max, support_topic_unknown)', async () => {
  const bob = await join('Bob')
  for (const each of ['a', 'b', 'c']) await begin(`client-000${each}`, { token: bob.token })
  const form = { topic: 'else', text: 'One more', client_id: 'client-000d' }
  expect(await refused('POST', '/v1/support/thread', { form, token: bob.token })).toContain('3 open conversations')
  const owner = { userId: bob.userId, guestId: null }
  const facts = {
    clientId: 'client-000e',
    text: 'Hi',
    picture: '',
    language: 'en',
    clientIp: '10.1.1.1',
    now: 1,
  } as const
  expect(codeOf(await openThread(env, owner, { ...facts, topic: 'gossip' }))).toBe('support_topic_unknown')
})

it('is answered by who has taken it, handed over, noted and closed, and all of it is in the log (support_stars, support_not_ratable)', async () => {
  const carol = await join('Carol')
  const { thread_id: id } = await begin('client-0020', { token: carol.token, topic: 'account' })
  const { rows } = await deskThreads(env, false, { page: 1, limit: 50 })
  const waits = rows.map(({ waitingSince }) => waitingSince ?? Infinity)
  expect(waits).toEqual([...waits].sort((one, other) => one - other))
  expect(codeOf(await answerThread(env, mika.member, { ...desk(id), text: 'Hello' }))).toBe('support_not_yours')
  expect(codeOf(await takeThread(env, finance.member, desk(id)))).toBe('permission_missing')
  expect(codeOf(await takeThread(env, mika.member, desk('nobody')))).toBe('support_thread_not_found')
  valueOf(await takeThread(env, mika.member, desk(id)))
  expect(codeOf(await takeThread(env, sam.member, desk(id)))).toBe('support_not_yours')
  const answer = { ...desk(id), text: 'We have found it.' }
  valueOf(await answerThread(env, mika.member, answer))
  valueOf(await answerThread(env, mika.member, answer))
  valueOf(await noteThread(env, mika.member, { ...desk(id), text: 'Seems honest.' }))
  const toNobody = { ...desk(id), to: finance.member.id }
  expect(codeOf(await handOverThread(env, mika.member, toNobody))).toBe('support_agent_unknown')
  valueOf(await handOverThread(env, mika.member, { ...desk(id), to: sam.member.id }))
  expect(await countUnreadThreads(env.DB, carol.userId)).toBe(1)
  const shown = await messages(id, { token: carol.token })
  expect(shown.list.map(({ kind, from }) => `${from} ${kind}`)).toEqual([
    'customer message',
    'staff taken',
    'staff message',
    'staff handed_over',
  ])
  expect(JSON.stringify(shown)).not.toContain('Seems honest')
  expect(await countUnreadThreads(env.DB, carol.userId)).toBe(0)
  const early = { thread_id: id, stars: '5' }
  expect(await refused('POST', '/v1/support/rating', { form: early, token: carol.token })).toContain(
    'when it is closed',
  )
  valueOf(await closeThread(env, sam.member, desk(id)))
  const late = { thread_id: id, client_id: 'client-0021', text: 'And another thing' }
  expect(await refused('POST', '/v1/support/message', { form: late, token: carol.token })).toContain('is closed')
  expect(await refused('POST', '/v1/support/rating', { form: { ...early, stars: '6' }, token: carol.token })).toContain(
    'from 1 to 5',
  )
  await ok('POST', '/v1/support/rating', { form: { ...early, comment: 'Quick.' }, token: carol.token })
  expect(await refused('POST', '/v1/support/rating', { form: early, token: carol.token })).toContain('rated once')
  expect(await findSupportThread(env.DB, id)).toMatchObject({ stars: 5, comment: 'Quick.', waitingSince: null })
  const log = await readAuditOf(env, [`support:${id}`])
  expect(log.map(({ action }) => action).sort()).toEqual([
    'support_answered',
    'support_closed',
    'support_handed_over',
    'support_noted',
    'support_taken',
  ])
  const file = await openDeskThread(env, sam.member, id)
  expect(file?.notes).toMatchObject([{ text: 'Seems honest.', staffName: 'Mika' }])
  expect(file?.replies.map(({ name }) => name)).toContain('greeting')
})

it('tells who is away once, however much is answered, and again after they have read', async () => {
  const dora = await join('Dora')
  const { thread_id: id } = await begin('client-0030', { token: dora.token })
  const inbox = async () =>
    (await ok<{ list: { title: string }[] }>('GET', '/mailMessage/getList', { token: dora.token })).list.filter(
      ({ title }) => title.startsWith('Customer service'),
    ).length
  valueOf(await takeThread(env, mika.member, desk(id)))
  valueOf(await answerThread(env, mika.member, { ...desk(id), text: 'One.' }))
  valueOf(await answerThread(env, mika.member, { ...desk(id), text: 'Two.' }))
  expect(await inbox()).toBe(1)
  await messages(id, { token: dora.token })
  valueOf(await answerThread(env, mika.member, { ...desk(id), text: 'Three.' }))
  expect(await inbox()).toBe(2)
})

it('says when somebody is there and how long it takes, and leads existing clients to its page', async () => {
  const service = await ok<{ topics: string[]; hours: unknown[]; waiting: number }>('GET', '/v1/support')
  expect(service).toMatchObject({
    topics: expect.arrayContaining(['deposit']) as unknown,
    waiting: expect.any(Number) as unknown,
  })
  expect(service.hours).toHaveLength(5)
  expect(await ok('GET', '/getSetting', { query: { keyword: 'support_url' } })).toMatchObject({
    value: `${ORIGIN}/support?lang=en`,
  })
})
