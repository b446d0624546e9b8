import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TurnQueue } from '#party/market/turn-queue'
import { ALICE, BOB, NOTHING_FORWARDED } from './story'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const request = (account: number) => ({ account, received: 0, commands: [], lease: NOTHING_FORWARDED })

/** A queue that answers each request with its index in the turn. */
function open(ready: () => Promise<unknown> | null = () => null) {
  const turns: number[][] = []
  const queue = new TurnQueue({
    ready,
    takeTurn: () => {
      const waiting = queue.take()
      turns.push(waiting.map(({ request: { account } }) => account))
      for (const { resolve } of waiting) resolve(`turn ${turns.length}`)
    },
  })
  return { queue, turns }
}

describe('the requests of a turn', () => {
  it('are all that came while the event loop brought more, in order', async () => {
    const { queue, turns } = open()
    void queue.add(request(ALICE))
    setTimeout(() => void queue.add(request(BOB)), 0)
    void queue.add(request(ALICE))
    await vi.runAllTimersAsync()
    expect(turns.flat()).toEqual([ALICE, ALICE, BOB])
    expect(turns.length).toBeLessThanOrEqual(2)
  })

  it('do not wait for ever while more keeps coming', async () => {
    const { queue, turns } = open()
    for (let round = 0; round < 20; round += 1) {
      void queue.add(request(ALICE))
      await vi.advanceTimersToNextTimerAsync()
    }
    expect(turns.length).toBeGreaterThanOrEqual(4)
  })

  it('wait for what the turn must know first', async () => {
    let letIn = (): void => undefined
    const door = new Promise<void>((resolve) => (letIn = resolve))
    const { queue, turns } = open(() => door)
    const answer = queue.add(request(ALICE))
    await vi.runAllTimersAsync()
    expect(turns).toEqual([])
    void queue.add(request(BOB))
    letIn()
    expect(await answer).toBe('turn 1')
    expect(turns).toEqual([[ALICE, BOB]])
  })

  it('are at most so many, and the rest is for the next turn', async () => {
    const { queue, turns } = open()
    const answers = Promise.all(Array.from({ length: 600 }, (_, index) => queue.add(request(index + 1))))
    await vi.advanceTimersToNextTimerAsync()
    expect(turns.map((turn) => turn.length)).toEqual([512])
    expect(queue.isEmpty).toBe(false)
    queue.ask()
    await vi.runAllTimersAsync()
    expect(turns.map((turn) => turn.length)).toEqual([512, 88])
    expect((await answers).length).toBe(600)
  })
})
