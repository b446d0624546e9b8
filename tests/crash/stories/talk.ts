// A customer and support talk, and users talk in a chat room, while sockets are cut and devices change: every acknowledged line exists once, in
// order, on every screen, and no refused line exists.

import { expect } from 'vitest'
import { readLines } from '#services/support/room'
import { openDeskSession } from '../../kit/desk-sessions'
import type { StartedApp } from '../../kit/miniflare'
import { type Course, type CrashStory, KILLS, type Life, SEED, bindingsOf, more, pace } from '../lives'
import { seededRandom } from '../random'
import { ChatScreen, type Shown, Talker, ThreadScreen, answerAtDesk, sayThroughApi, sendDeskForm } from '../talkers'
import { registerUser } from '../traders'

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

export async function talk(app: StartedApp): Promise<CrashStory> {
  const random = seededRandom(SEED)
  const begun = await beginTalk(app)
  const { thread, token, customer, agent, writers } = begun
  const all = [customer, agent, ...writers]
  const settle = (url: string) => Promise.all(all.map((talker) => talker.settle(url)))
  const [phone, desk] = [new ThreadScreen(thread, token), new ThreadScreen(thread, token)]
  const [near, far, poller] = [new ChatScreen('kor'), new ChatScreen('kor'), new ChatScreen('kor')]
  let life = 0
  return {
    name: 'talk',
    userIds: [],
    live: async ({ url }, course) => {
      await settle(url)
      // Devices alternate between lives; lines in between are loaded afterwards.
      const isFirst = life % 2 === 0
      await Promise.all((isFirst ? [phone, near] : [desk, far]).map((screen) => screen.connect(url)))
      await poller.poll(url)
      const now = writers.slice(life * WRITERS_A_LIFE, (life + 1) * WRITERS_A_LIFE)
      const answers = ANSWERS_MIN + random() * (ANSWERS_MAX - ANSWERS_MIN)
      const conversation = converse(url, { ...begun, writers: now }, { answers, course })
      if (!isFirst) for (const screen of [phone, desk, near, far]) screen.cut()
      life += 1
      return conversation
    },
    check: async (last) => {
      await settle(last.url)
      const chat = [near, far, new ChatScreen('kor')]
      const support = [phone, desk, new ThreadScreen(thread, token)]
      for (const screen of [...chat, ...support]) screen.cut()
      await Promise.all([...chat, ...support].map((screen) => screen.connect(last.url)))
      await poller.poll(last.url)
      const lines = await readAll(last, thread)
      expectOnce(lines, [customer, agent])
      for (const screen of support) await expect.poll(() => screen.shown, { timeout: 60_000 }).toEqual(lines)
      const said = poller.shown
      expectOnce(said, writers)
      for (const screen of chat) await expect.poll(() => screen.shown, { timeout: 60_000 }).toEqual(said)
      for (const screen of [...chat, ...support]) screen.cut()
      // Guards against an empty run: every kind of action has happened.
      expect(lines.length).toBeGreaterThan(KILLS * 3)
      expect(said.length).toBe(KILLS * WRITERS_A_LIFE)
      return { support: lines.length, chat: said.length, lost: all.reduce((sum, { lost }) => sum + lost, 0) }
    },
  }
}

async function beginTalk(app: StartedApp): Promise<Talk> {
  const { token } = await registerUser(app, 'customer')
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
  const users = await Promise.all(names.map((name) => registerUser(app, name)))
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
function converse(
  url: string,
  { customer, agent, writers }: Talk,
  { answers, course }: { readonly answers: number; readonly course: Course },
): Life {
  const asked = more('questions', () => customer.kept.length + customer.refused.length, 2)
  const answered = more('answers', () => agent.kept.length, answers)
  const ask = async () => {
    await customer.say(url)
    await customer.say(url)
    await course.lastMoment
    await customer.say(url)
  }
  const answer = async () => {
    const goOn = pace([answered], course)
    while ((await agent.say(url)) && (await goOn()));
  }
  const working = Promise.all([
    ask(),
    answer(),
    ...writers.map((writer) => course.lastMoment.then(() => writer.say(url))),
  ])
  return { working, enough: [asked, answered] }
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
