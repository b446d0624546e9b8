// The room of a thread: messages of both sides with random cuts, repeated sends and restarts; each is there once, in order, for every device.

import { env, runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { LINES_PER_MINUTE_MAX, LINES_PER_THREAD_MAX } from '#domain/support/thread'
import { openStore } from '#party/lib/store'
import type { NewLine, ThreadLine } from '#party/protocol/thread'
import { Talk } from '#party/thread/talk'
import { addLine, markRead, readLines, readThreadStatus } from '#services/support/room'

vi.setConfig({ testTimeout: 60_000 })

const line = (clientId: string, differs: Partial<NewLine> = {}): NewLine => ({
  side: 'customer',
  kind: 'message',
  clientId,
  name: '',
  text: `text of ${clientId}`,
  picture: '',
  voice: '',
  ...differs,
})

let rooms = 0
const withTalk = (tale: (open: () => Talk) => void) =>
  runInDurableObject(env.Thread.get(env.Thread.idFromName(`talk-${(rooms += 1)}`)), (_room, state) => {
    tale(() => new Talk(openStore(state.storage)))
  })

/** A device: resends unacknowledged lines and requests all lines after its last. */
class Device {
  readonly lines: ThreadLine[] = []

  hear(talk: Talk, isCut: boolean): void {
    const rest = talk.lines({ after: this.lines.at(-1)?.no ?? 0, limit: 3 })
    // A cut answer: the rest arrives with the next request.
    this.lines.push(...(isCut ? rest.slice(0, 1) : rest))
  }
}

test('through cuts, repeated sends and restarts every device has each message once and in order', async () => {
  const step = fc.record({
    kind: fc.constantFrom('send', 'again', 'answer', 'hear', 'restart'),
    which: fc.nat(30),
    isCut: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      await withTalk((open) => {
        let talk = open()
        const devices = [new Device(), new Device(), new Device()]
        const sent: NewLine[] = []
        for (const [at, { kind, which, isCut }] of steps.entries()) {
          const side = kind === 'answer' ? 'staff' : 'customer'
          if (kind === 'restart') talk = open()
          if (kind === 'hear') devices[which % 3]?.hear(talk, isCut)
          const again = sent[which % Math.max(sent.length, 1)]
          if (kind === 'again' && again) expect(talk.add(again, at * 60_000)).toMatchObject({ isNew: false })
          if (kind !== 'send' && kind !== 'answer') continue
          sent.push(line(`client-${at}`, { side }))
          expect(talk.add(line(`client-${at}`, { side }), at * 60_000)).toMatchObject({ no: sent.length, isNew: true })
        }
        for (const device of devices) {
          for (let asked = 0; asked <= sent.length; asked += 1) device.hear(talk, false)
          expect(device.lines.map(({ clientId }) => clientId)).toEqual(sent.map(({ clientId }) => clientId))
          expect(device.lines.map(({ no }) => no)).toEqual(sent.map((_, index) => index + 1))
        }
      })
    }),
    { numRuns: 25 },
  )
})

test('a flood is refused, a minute later it goes on, and what was kept answers as before (support_too_fast)', () =>
  withTalk((open) => {
    const talk = open()
    for (let at = 0; at < LINES_PER_MINUTE_MAX; at += 1)
      expect(talk.add(line(`client-${at}`), 1_000_000 + at)).toMatchObject({ isAccepted: true })
    const late = line('client-late')
    expect(open().add(late, 1_000_100)).toEqual({ isAccepted: false, code: 'support_too_fast' })
    expect(talk.add(line('client-0'), 1_000_100)).toMatchObject({ isAccepted: true, no: 1, isNew: false })
    expect(talk.add(line('answer-1', { side: 'staff' }), 1_000_100)).toMatchObject({ isAccepted: true })
    expect(talk.add(late, 1_000_000 + 61_000)).toMatchObject({ isAccepted: true, isNew: true })
  }))

test('a closed thread takes nothing more, a full one nothing of the customer, an id is of one text (support_thread_closed, support_thread_full, command_id_reused)', () =>
  withTalk((open) => {
    const talk = open()
    talk.add(line('client-1'), 1)
    expect(talk.add(line('client-1', { text: 'another' }), 2)).toEqual({ isAccepted: false, code: 'command_id_reused' })
    for (let at = 2; at <= LINES_PER_THREAD_MAX; at += 1) talk.add(line(`answer-${at}`, { side: 'staff' }), at)
    expect(talk.add(line('client-2'), 10_000_000)).toEqual({ isAccepted: false, code: 'support_thread_full' })
    talk.add(line('close-1', { side: 'staff', kind: 'closed' }), 10_000_000)
    expect(talk.add(line('client-2'), 20_000_000)).toEqual({ isAccepted: false, code: 'support_thread_closed' })
    expect(talk.add(line('client-1'), 20_000_000)).toMatchObject({ isAccepted: true, no: 1 })
  }))

test('the room that was evicted has all of it, and read marks never go back nor beyond the end', async () => {
  const id = 'room-1'
  for (const each of ['client-1', 'client-2', 'client-3']) await addLine(env, id, line(each))
  await addLine(env, id, line('answer-1', { side: 'staff', name: 'Mika' }))
  expect(await markRead(env, id, 'customer', 99)).toMatchObject({ last: 4, answered: 4, readByCustomer: 4 })
  const stub = env.Thread.get(env.Thread.idFromName(id))
  await runInDurableObject(stub, (_room, state) => state.abort('the test')).catch(() => null)
  expect((await readLines(env, id, { limit: 2 })).map(({ no }) => no)).toEqual([3, 4])
  expect((await readLines(env, id, { before: 3, limit: 50 })).map(({ no }) => no)).toEqual([1, 2])
  expect(await markRead(env, id, 'customer', 1)).toMatchObject({ readByCustomer: 4 })
  expect(await readThreadStatus(env, id)).toEqual({
    last: 4,
    answered: 4,
    readByCustomer: 4,
    readByStaff: 4,
    typing: [],
  })
  expect(await addLine(env, id, line('client-2'))).toMatchObject({ no: 2, isNew: false, isHeard: false })
})
