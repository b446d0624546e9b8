import { beforeEach, describe, expect, it, vi } from 'vitest'
import { inTurn } from '#services/identity/hash-queue'

/** Each test starts later than the previous one, since queue places expire by time. */
let start = Date.UTC(2026, 10, 28, 12)

let running = 0
let most = 0

/** A hash that ends when the test calls `end` or `fail`. */
function hash(names: readonly string[], restMs = 0) {
  const gate = Promise.withResolvers<string>()
  const answer = inTurn({ names, restMs }, async () => {
    running += 1
    most = Math.max(most, running)
    return gate.promise.finally(() => (running -= 1))
  })
  return { answer, end: gate.resolve, fail: gate.reject }
}

const codeOf = async ({ answer }: ReturnType<typeof hash>) => {
  const outcome = await answer
  return outcome.ok ? outcome.value : outcome.refusal.code
}

beforeEach(() => {
  start += 60_000
  vi.useFakeTimers({ now: start })
  ;[running, most] = [0, 0]
  return () => vi.useRealTimers()
})

describe('password hashes', () => {
  it('run one at a time in the order of their asking, and of four at once the last is told to come back', async () => {
    const [alice, bob, carol, dave] = ['alice', 'bob', 'carol', 'dave'].map((name) => hash([name]))
    expect(await dave?.answer).toEqual({ ok: false, refusal: { code: 'hashing_busy', facts: { seconds: '1' } } })
    for (const [name, each] of Object.entries({ alice, bob, carol })) {
      await vi.advanceTimersByTimeAsync(20)
      expect(running).toBe(1)
      each?.end(name)
      expect(each && (await codeOf(each))).toBe(name)
    }
    expect(most).toBe(1)
  })

  it('that ended before the clock went back keep nobody waiting', async () => {
    vi.setSystemTime(start + 3_600_000)
    const earlier = hash(['alice'], 80)
    await vi.advanceTimersByTimeAsync(0)
    earlier.end('hashed')
    expect(await codeOf(earlier)).toBe('hashed')
    vi.setSystemTime(start)
    const later = hash(['bob'])
    await vi.advanceTimersByTimeAsync(20)
    expect(running).toBe(1)
    later.end('hashed too')
    expect(await codeOf(later)).toBe('hashed too')
  })

  it('of one address leave a place to others, whichever accounts it asks for', async () => {
    const first = hash(['account:1', 'ip:203.0.113.7'])
    const second = hash(['account:2', 'ip:203.0.113.7'])
    expect(await codeOf(hash(['account:3', 'ip:203.0.113.7']))).toBe('hashing_busy')
    const other = hash(['account:4', 'ip:198.51.100.2'])
    for (const each of [first, second, other]) {
      each.end('hashed')
      await vi.advanceTimersByTimeAsync(20)
    }
    expect(await codeOf(other)).toBe('hashed')
  })

  it('of one account leave a place to others, whichever addresses they come from', async () => {
    const asked = ['203.0.113.7', '198.51.100.2', '192.0.2.9'].map((ip) => hash(['account:1', `ip:${ip}`]))
    expect(await codeOf(asked[2] ?? hash([]))).toBe('hashing_busy')
    for (const each of asked) each.end('hashed')
    await vi.advanceTimersByTimeAsync(40)
  })

  it('leave the thread free for a while before the next begins, also after one that failed', async () => {
    const first = hash(['alice'], 80)
    const second = hash(['bob'])
    const failed = expect(first.answer).rejects.toThrow('out of memory')
    first.fail(new Error('out of memory'))
    await failed
    await vi.advanceTimersByTimeAsync(60)
    expect(running).toBe(0)
    await vi.advanceTimersByTimeAsync(40)
    expect(running).toBe(1)
    second.end('hashed')
    expect(await codeOf(second)).toBe('hashed')
  })
})
