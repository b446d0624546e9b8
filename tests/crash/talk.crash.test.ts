// A customer and support talk, and users talk in a chat room, while sockets are cut, devices change and the process is killed: every
// acknowledged line exists once, in order, on every screen, and no refused line exists.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLines } from '#services/support/room'
import { openDeskSession } from '../support/desk-sessions'
import { LONG } from '../support/long'
import type { StartedApp } from '../support/miniflare'
import { type Life, bindingsOf, inApp, liveUntilKilled, more, untilDone } from './lives'
import { type Random, seededRandom } from './random'
import { ChatScreen, type Shown, Talker, ThreadScreen, answerAtDesk, sayThroughApi, sendDeskForm } from './talkers'
import { registerUser } from './traders'

const KILLS = Number(process.env['CRASH_KILLS'] ?? (LONG ? 10 : 2))
const SEED = Number(process.env['CRASH_SEED'] ?? 1)
/** A chat user may write only every few seconds, so each life has its own writers. */
const WRITERS_A_LIFE = 2
/** Answers of the desk that are acknowledged before the last messages are sent. */
const [ANSWERS_MIN, ANSWERS_MAX] = [2, 9]

interface Talk {
  readonly thread: string
  readonly token: string
  readonly customer: Talker
  readonly agent: Talker
  readonly writers: readonly Talker[]
}

test(`what is said through ${KILLS} kills is read once and in order on every screen`, async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-talk-'))
  const random = seededRandom(SEED)
  const talk = await inApp(persistDir, beginTalk)
  const [phone, desk] = [new ThreadScreen(talk.thread, talk.token), new ThreadScreen(talk.thread, talk.token)]
  const [near, far, poller] = [new ChatScreen('kor'), new ChatScreen('kor'), new ChatScreen('kor')]
  const screens = [phone, desk, near, far]
  for (let life = 0; life < KILLS; life += 1) {
    await liveUntilKilled(persistDir, random, async (app) => {
      const all = [talk.customer, talk.agent, ...talk.writers]
      await Promise.all(all.map((talker) => talker.settle(app.url)))
      // Devices alternate between lives; lines in between are loaded afterwards.
      await Promise.all((life % 2 === 0 ? [phone, near] : [desk, far]).map((screen) => screen.connect(app.url)))
      await poller.poll(app.url)
      const writers = talk.writers.slice(life * WRITERS_A_LIFE, (life + 1) * WRITERS_A_LIFE)
      const conversation = converse(app.url, { ...talk, writers }, random)
      if (life % 2 === 1) for (const screen of screens) screen.cut()
      return conversation
    })
  }
  const heard = await inApp(persistDir, async (app) => {
    const all = [talk.customer, talk.agent, ...talk.writers]
    await Promise.all(all.map((talker) => talker.settle(app.url)))
    const chat = [near, far, new ChatScreen('kor')]
    const support = [phone, desk, new ThreadScreen(talk.thread, talk.token)]
    for (const screen of [...chat, ...support]) screen.cut()
    await Promise.all([...chat, ...support].map((screen) => screen.connect(app.url)))
    await poller.poll(app.url)
    const lines = await readAll(app, talk.thread)
    expectOnce(lines, [talk.customer, talk.agent])
    for (const screen of support) await expect.poll(() => screen.shown, { timeout: 60_000 }).toEqual(lines)
    const said = poller.shown
    expectOnce(said, talk.writers)
    for (const screen of chat) await expect.poll(() => screen.shown, { timeout: 60_000 }).toEqual(said)
    for (const screen of [...chat, ...support]) screen.cut()
    return { support: lines.length, chat: said.length, lost: all.reduce((sum, { lost }) => sum + lost, 0) }
  })
  console.log(`${KILLS} kills, seed ${SEED}: ${JSON.stringify(heard)}`)
  // Guards against an empty run: every kind of action has happened.
  expect(heard.support).toBeGreaterThan(KILLS * 3)
  expect(heard.chat).toBe(KILLS * WRITERS_A_LIFE)
  expect(heard.lost).toBeGreaterThan(0)
  await rm(persistDir, { recursive: true, force: true })
})

async function beginTalk(app: StartedApp): Promise<Talk> {
  const enter = (name: string, index: number) => registerUser(app, name, seededRandom(SEED * 1000 + index))
  const { token } = await enter('customer', 0)
  const answer = await fetch(`${app.url}/api/v1/support/thread`, {
    method: 'POST',
    headers: { Authorization: token },
    body: new URLSearchParams({ topic: 'else', text: 'customer 0', client_id: crypto.randomUUID() }),
  })
  const { message } = await answer.json<{ message: { thread_id: string } }>()
  const thread = message.thread_id
  const cookie = await openDeskSession(app, 'sam', 'support')
  const take = { step: 'take', commandId: crypto.randomUUID() }
  expect(await sendDeskForm(app.url, { thread, cookie, form: take })).toBe(302)
  const write = (own: string) =>
    sayThroughApi('/api/v1/chat/message', own, ({ id, text }) => ({ room: 'kor', client_id: id, text }))
  const names = Array.from({ length: KILLS * WRITERS_A_LIFE }, (_, index) => `writer-${index + 1}`)
  const users = await Promise.all(names.map((name, index) => enter(name, index + 1)))
  const writers = users.map(({ token: own }, index) => new Talker(names[index] ?? '', write(own)))
  const ask = sayThroughApi('/api/v1/support/message', token, ({ id, text }) => ({ thread_id: thread, client_id: id, text })) // prettier-ignore
  const customer = new Talker('customer', ask)
  return { thread, token, customer, agent: new Talker('agent', answerAtDesk(thread, cookie)), writers }
}

async function readAll(app: StartedApp, thread: string): Promise<Shown[]> {
  const env = await bindingsOf(app)
  const lines: Shown[] = []
  for (;;) {
    const rest = await readLines(env, thread, { after: lines.at(-1)?.no ?? 0, limit: 100 })
    if (rest.length === 0) return lines
    lines.push(...rest.map(({ no, text }) => ({ no, text })))
  }
}

/** Two questions and some answers; the third question and the chat lines are in transit when the process dies. */
function converse(url: string, { customer, agent, writers }: Talk, random: Random): Life {
  let isLast = false
  const answered = more('answers', () => agent.kept.length, ANSWERS_MIN + random() * (ANSWERS_MAX - ANSWERS_MIN))
  const last = async () => {
    await untilDone([answered])
    isLast = true
  }
  const question = async () => {
    await customer.say(url)
    await customer.say(url)
    await last()
    await customer.say(url)
  }
  const answers = async () => {
    while (await agent.say(url));
  }
  const working = Promise.all([question(), answers(), ...writers.map((writer) => last().then(() => writer.say(url)))])
  return { working, enough: [{ what: 'last messages', count: () => Number(isLast), least: 1 }] }
}

/** Gapless numbers; each talker's acknowledged texts once, in order; no refused text. */
function expectOnce(lines: readonly Shown[], talkers: readonly Talker[]): void {
  expect(lines.map(({ no }) => no)).toEqual(lines.map((_, index) => index + 1))
  for (const { name, kept, refused } of talkers) {
    const own = lines.filter(({ text }) => text.startsWith(`${name} `) && text !== `${name} 0`)
    expect(own.map(({ text }) => text)).toEqual(kept.map(({ text }) => text))
    for (const { text, no } of kept) if (no > 0) expect(own.find((line) => line.no === no)?.text).toBe(text)
    for (const text of refused) expect(own.map((line) => line.text)).not.toContain(text)
  }
}
