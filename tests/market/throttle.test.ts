import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Throttle } from '#party/lib/throttle'

const PAUSE_MS = 100

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('what is asked for within a pause', () => {
  it('is done once, at its end', () => {
    const work = vi.fn<() => void>()
    const pace = new Throttle(PAUSE_MS, work)
    pace.ask()
    vi.advanceTimersByTime(0)
    pace.ask()
    pace.ask()
    vi.advanceTimersByTime(PAUSE_MS - 1)
    expect(work).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('waits no longer than the pause when the clock was set back by a minute', () => {
    const work = vi.fn<() => void>()
    const pace = new Throttle(PAUSE_MS, work)
    pace.ask()
    vi.advanceTimersByTime(0)
    vi.setSystemTime(Date.now() - 60_000)
    pace.ask()
    vi.advanceTimersByTime(PAUSE_MS)
    expect(work).toHaveBeenCalledTimes(2)
  })
})
