// Messages through a relay: calls that are lost, late or doubled, and rooms that start again. Listeners get each number once, in order.

import { expect, test } from 'vitest'
import { RelayStream } from '#party/relay/stream'
import { seededRandom } from '../crash/random'

interface Line {
  readonly type: 'snapshot' | 'delta'
  readonly seq: number
}

/** A room whose snapshot is its number, with the last five messages stored. */
class Source {
  seq = 100
  asked = 0
  isAway = false

  since(after: number): string[] {
    const missing = this.seq - after
    if (missing < 0 || missing > 5) return [snapshot(this.seq)]
    return Array.from({ length: missing }, (_, index) => delta(after + 1 + index))
  }

  next(): string {
    this.seq += 1
    return delta(this.seq)
  }
}

const snapshot = (seq: number) => JSON.stringify({ type: 'snapshot', seq } satisfies Line)
const delta = (seq: number) => JSON.stringify({ type: 'delta', seq } satisfies Line)

const numbersOf = (texts: readonly string[]) =>
  texts.map((text) => {
    const { type, seq } = JSON.parse(text) as Line
    return type === 'snapshot' ? `s${seq}` : String(seq)
  })

function open(source = new Source()) {
  const passed: string[] = []
  const clock = { now: 0 }
  /** Run before the room's answer arrives. */
  let meanwhile = (): void => undefined
  const stream = new RelayStream({
    pass: (text) => void passed.push(text),
    listen: (after) => {
      source.asked += 1
      if (source.isAway) return Promise.reject(new Error('the room is away'))
      const heard = { missed: source.since(after), opening: [snapshot(source.seq)] }
      const work = meanwhile
      meanwhile = () => undefined
      return Promise.resolve().then(() => {
        work()
        return heard
      })
    },
    now: () => clock.now,
  })
  return { source, stream, passed, clock, during: (work: () => void) => (meanwhile = work) }
}

test('a new listener gets the snapshot and what followed it, without another question to the room', async () => {
  const { source, stream, passed } = open()
  await stream.ready()
  for (let told = 0; told < 3; told += 1) await stream.take(source.next())
  await stream.ready()
  expect(numbersOf(stream.opening)).toEqual(['s100', '101', '102', '103'])
  expect(numbersOf(stream.after(102))).toEqual(['103'])
  expect(numbersOf(stream.after(103))).toEqual([])
  expect(numbersOf(stream.after(7))).toEqual(['s100', '101', '102', '103'])
  expect(numbersOf(passed)).toEqual(['s100', '101', '102', '103'])
  expect(source.asked).toBe(1)
})

test('a long opening, and one that is old, is replaced by a new one', async () => {
  const { source, stream, clock } = open()
  await stream.ready()
  for (let told = 0; told < 30; told += 1) await stream.take(source.next())
  await stream.ready()
  expect(numbersOf(stream.opening)).toEqual(['s130'])
  clock.now = 60_000
  source.next()
  await stream.ready()
  expect(numbersOf(stream.opening)).toEqual(['s131'])
})

test('what is missing is asked for; a message that comes twice goes on once', async () => {
  const { source, stream, passed } = open()
  await stream.ready()
  const [first, second, third] = [source.next(), source.next(), source.next()]
  await stream.take(first)
  await stream.take(third)
  await stream.take(second)
  await stream.take(third)
  expect(numbersOf(passed)).toEqual(['s100', '101', '102', '103'])
  for (let lost = 0; lost < 9; lost += 1) source.next()
  await stream.take(source.next())
  expect(numbersOf(passed).slice(4)).toEqual(['s113'])
})

test('messages that overtake the answer to a question are neither lost nor doubled', async () => {
  const { source, stream, passed, during } = open()
  await stream.ready()
  source.next()
  const gap = source.next()
  during(() => {
    void stream.take(delta(101))
    source.next()
    void stream.take(source.next())
  })
  await stream.take(gap)
  expect(numbersOf(passed)).toEqual(['s100', '101', '102', '103', '104'])
  expect(numbersOf(stream.opening)).toEqual(['s104'])
})

test('a room that does not answer is asked again at the next message, which its caller repeats', async () => {
  const { source, stream, passed } = open()
  await stream.ready()
  source.next()
  const late = source.next()
  source.isAway = true
  await expect(stream.take(late)).rejects.toThrow('away')
  source.isAway = false
  await stream.take(late)
  expect(numbersOf(passed)).toEqual(['s100', '101', '102'])
})

test('after sleep a message goes on at once, and whoever comes first brings everybody a snapshot', async () => {
  const { source, stream, passed } = open()
  await stream.take(source.next())
  expect([numbersOf(passed), source.asked]).toEqual([['101'], 0])
  const other = open(source)
  await other.stream.ready()
  expect(numbersOf(other.passed)).toEqual(['s101'])
})

test('a room that counts from an earlier number since its restore is followed', async () => {
  const { source, stream, passed, clock } = open()
  await stream.ready()
  source.seq = 50
  await stream.take(source.next())
  clock.now = 60_000
  await stream.ready()
  await stream.take(source.next())
  expect(numbersOf(passed)).toEqual(['s100', 's51', '52'])
})

test('a room that was restored and is never quiet is followed at its next message', async () => {
  const { source, stream, passed } = open()
  await stream.ready()
  for (let told = 0; told < 3; told += 1) await stream.take(source.next())
  source.seq = 50
  for (let told = 0; told < 3; told += 1) await stream.take(source.next())
  await stream.ready()
  expect(numbersOf(passed).slice(4)).toEqual(['s51', '52', '53'])
  expect(numbersOf(stream.opening)).toEqual(['s51', '52', '53'])
})

test('an answer to a question from before the relay was left is not used', async () => {
  const { stream, during } = open()
  during(() => stream.forget())
  await stream.ready()
  expect(stream.opening).toEqual([])
  await stream.ready()
  expect(numbersOf(stream.opening)).toEqual(['s100'])
})

test('however calls are lost, doubled or late, listeners get a gapless sequence that begins anew at snapshots only', async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = seededRandom(seed)
    const { source, stream, passed } = open()
    await stream.ready()
    const late: string[] = []
    for (let turn = 0; turn < 60; turn += 1) {
      const message = source.next()
      const luck = random()
      if (luck < 0.2) continue
      if (luck < 0.4) late.push(message)
      else await stream.take(message)
      if (luck > 0.9) await stream.take(message)
      if (luck > 0.5 && late.length > 0) await stream.take(late.shift() ?? '')
    }
    await stream.take(source.next())
    let last = 0
    for (const text of passed) {
      const { type, seq } = JSON.parse(text) as Line
      if (type === 'snapshot') expect(seq).toBeGreaterThan(last)
      else expect(seq).toBe(last + 1)
      last = seq
    }
    expect(last).toBe(source.seq)
  }
})
