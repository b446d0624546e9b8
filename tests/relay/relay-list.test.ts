// The relays that a room tells: who has no listeners is forgotten, but not who has got one meanwhile; a call that fails is repeated.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RelayList } from '#party/lib/relay-list'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function open(stored: readonly string[] = []) {
  const calls: { name: string; text: string; answer: PromiseWithResolvers<boolean> }[] = []
  const saved: (readonly string[])[] = []
  const list = new RelayList({
    load: () => stored,
    save: (names) => void saved.push(names),
    open: (name) => (text) => {
      const answer = Promise.withResolvers<boolean>()
      calls.push({ name, text, answer })
      return answer.promise
    },
  })
  return { list, calls, saved }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test('a relay without listeners is told once more, then no longer', async () => {
  const { list, calls, saved } = open(['a', 'b'])
  list.tell('1')
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b'])
  calls[0]?.answer.resolve(false)
  calls[1]?.answer.resolve(true)
  await settle()
  expect(saved).toEqual([['b']])
  list.tell('2')
  expect(calls.slice(2).map(({ name, text }) => [name, text])).toEqual([['b', '2']])
})

test('a relay that has got a listener since it answered is still told', async () => {
  const { list, calls, saved } = open()
  list.add('a')
  list.tell('1')
  list.add('a')
  calls[0]?.answer.resolve(false)
  await settle()
  expect(saved).toEqual([['a']])
  expect(list.size).toBe(1)
})

test('of messages that did not arrive the newest is repeated every second until it does', async () => {
  const { list, calls } = open(['a'])
  list.tell('1')
  list.tell('2')
  for (const { answer } of calls) answer.reject(new Error('away'))
  await settle()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(calls.map(({ text }) => text)).toEqual(['1', '2', '2'])
  calls[2]?.answer.reject(new Error('away'))
  await vi.advanceTimersByTimeAsync(1_000)
  calls[3]?.answer.resolve(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(calls.map(({ text }) => text)).toEqual(['1', '2', '2', '2'])
})
