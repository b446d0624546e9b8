// Both ends of a call to a room: the trace goes over as an argument of its own and is taken off again, time and failures are counted.

import { beforeEach, expect, test, vi } from 'vitest'
import { takeCounted } from '../../server/lib/counters'
import { logWarning } from '../../server/lib/log-line'
import { takeTraces, tracedRoom } from '../../server/lib/room-call'
import { currentTrace, newTrace, underTrace } from '../../server/lib/trace'

class Base {
  common(): Promise<string | undefined> {
    return Promise.resolve(currentTrace())
  }
}

class Room extends Base {
  readonly #kept = 3

  async add(one: number, other = 10): Promise<number> {
    logWarning('added')
    await Promise.resolve()
    return one + other + this.#kept
  }

  fails(): Promise<never> {
    return Promise.reject(new Error('no'))
  }

  inner(): Promise<string | undefined> {
    return this.common()
  }
}

takeTraces(Room.prototype, Object.prototype)
// A second room of the class takes nothing off twice.
takeTraces(Room.prototype, Object.prototype)

beforeEach(() => void takeCounted())

test('a line of the room has the trace of the caller, and arguments arrive as they were sent', async () => {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'warn').mockImplementation((text: unknown) => void lines.push(String(text)))
  const trace = newTrace()
  const room = tracedRoom(new Room(), 'market')
  expect(await underTrace(trace, () => room.add(1))).toBe(14)
  expect(await underTrace(trace, () => room.add(1, 2))).toBe(6)
  spy.mockRestore()
  expect(lines.map((line) => (JSON.parse(line) as { trace: string }).trace)).toEqual([trace, trace])
})

test('methods of the base and calls within the room go on under it; a call without one begins its own', async () => {
  const trace = newTrace()
  const room = tracedRoom(new Room(), 'market')
  expect(await underTrace(trace, () => room.common())).toBe(trace)
  expect(await underTrace(trace, () => room.inner())).toBe(trace)
  expect(await room.common()).toMatch(/^[0-9a-f]{16}$/)
})

test('each call is timed under the kind of the room, and a failure is counted and thrown on', async () => {
  const room = tracedRoom(new Room(), 'lot')
  await room.common()
  await expect(room.fails()).rejects.toThrow('no')
  const counted = takeCounted()
  const valueOf = (name: string) =>
    counted
      .filter((sample) => sample.name === name && sample.labels['room'] === 'lot')
      .reduce((sum, { value }) => sum + value, 0)
  expect(valueOf('cm_room_seconds')).toBe(2)
  expect(valueOf('cm_room_failures')).toBe(1)
})
