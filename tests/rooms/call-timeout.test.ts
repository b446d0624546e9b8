import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallTimeout } from '#party/lib/call-timeout'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const never = () => new Promise<string>(() => undefined)
const outcome = (call: Promise<string>) => call.catch((failure: Error) => failure.message)

test('A call that is answered is answered, and one that fails fails', async () => {
  const patience = new CallTimeout(1_000)
  expect(await patience.limit('the market', Promise.resolve('yes'))).toBe('yes')
  await expect(patience.limit('the market', Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('Each call is given up once its own time is over, the older before the younger', async () => {
  const patience = new CallTimeout(1_000)
  const told: string[] = []
  void outcome(patience.limit('the first', never())).then((text) => told.push(text))
  await vi.advanceTimersByTimeAsync(500)
  void outcome(patience.limit('the second', never())).then((text) => told.push(text))
  await vi.advanceTimersByTimeAsync(499)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(251)
  expect(told).toEqual(['the first took longer than 1000 ms'])
  await vi.advanceTimersByTimeAsync(500)
  expect(told).toEqual(['the first took longer than 1000 ms', 'the second took longer than 1000 ms'])
  expect(vi.getTimerCount()).toBe(0)
})
