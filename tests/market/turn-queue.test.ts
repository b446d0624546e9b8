import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TurnQueue } from '#party/market/turn-queue'
import { ALICE, BOB, NOTHING_FORWARDED } from './story'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const request = (account: number) => ({ account, received: 0, commands: [], lease: NOTHING_FORWARDED })

/** A queue that answers each request with the number of its turn. `store` ends a round of the event loop: earlier commits are stored. */
function open(ready: () => Promise<unknown> | null = () => null) {
  const turns: number[][] = []
  const rounds: (() => void)[] = []
  const takeTurn = (): void => {
    const waiting = queue.take()
    turns.push(waiting.map(({ request: { account } }) => account))
    for (const { resolve } of waiting) resolve(`turn ${turns.length}`)
  }
  const stored = () => new Promise<void>((resolve) => rounds.push(resolve))
  const queue = new TurnQueue({ ready, stored, takeTurn })
  const store = async (): Promise<void> => {
    for (const resolve of rounds.splice(0)) resolve()
    await Promise.resolve()
  }
  return { queue, turns, store, takeTurn }
}

describe('the requests of a turn', () => {
  it('are all that came while earlier commits were stored, in order', async () => {
    const { queue, turns, store } = open()
    void queue.add(request(ALICE))
    void queue.add(request(BOB))
    expect(turns).toEqual([])
    await store()
    void queue.add(request(ALICE))
    await store()
    await store()
    await vi.runAllTimersAsync()
    expect(turns).toEqual([[ALICE, BOB, ALICE]])
  })

  it('start at once when a single one came', async () => {
    const { queue, turns, store } = open()
    const answer = queue.add(request(ALICE))
    await store()
    expect(await answer).toBe('turn 1')
    expect(turns).toEqual([[ALICE]])
  })

  it('wait for a timer when several came, so that the runtime reads the connections of others', async () => {
    const { queue, turns, store } = open()
    for (const account of [ALICE, BOB]) void queue.add(request(account))
    await store()
    await store()
    void queue.add(request(ALICE))
    expect(turns).toEqual([])
    await vi.runAllTimersAsync()
    expect(turns).toEqual([[ALICE, BOB, ALICE]])
  })

  it('do not wait for ever while more keeps coming', async () => {
    const { queue, turns, store } = open()
    for (let round = 0; round < 20; round += 1) {
      void queue.add(request(ALICE))
      await store()
      await vi.runAllTimersAsync()
    }
    expect(turns.length).toBeGreaterThanOrEqual(4)
  })

  it('wait for what the turn must know first', async () => {
    let letIn = (): void => undefined
    const door = new Promise<void>((resolve) => (letIn = resolve))
    const { queue, turns, store } = open(() => door)
    const answer = queue.add(request(ALICE))
    await store()
    expect(turns).toEqual([])
    void queue.add(request(BOB))
    letIn()
    expect(await answer).toBe('turn 1')
    expect(turns).toEqual([[ALICE, BOB]])
  })

  it('come in order and once each when a turn is taken before it was due', async () => {
    const { queue, turns, store, takeTurn } = open()
    const answers = [queue.add(request(ALICE))]
    takeTurn()
    for (const account of [BOB, ALICE]) answers.push(queue.add(request(account)))
    await store()
    // The timer of the second turn runs while the requests of the third are gathered.
    takeTurn()
    answers.push(queue.add(request(BOB)))
    await store()
    await vi.runAllTimersAsync()
    expect(turns).toEqual([[ALICE], [BOB, ALICE], [BOB]])
    expect(await Promise.all(answers)).toEqual(['turn 1', 'turn 2', 'turn 2', 'turn 3'])
    void queue.add(request(ALICE))
    await store()
    expect(turns.at(-1)).toEqual([ALICE])
  })

  it('are at most so many, and the rest is for the next turn', async () => {
    const { queue, turns, store } = open()
    const answers = Promise.all(Array.from({ length: 600 }, (_, index) => queue.add(request(index + 1))))
    await store()
    await vi.runAllTimersAsync()
    expect(turns.map((turn) => turn.length)).toEqual([512])
    expect(queue.isEmpty).toBe(false)
    queue.ask()
    await store()
    await vi.advanceTimersByTimeAsync(1)
    expect(turns.map((turn) => turn.length)).toEqual([512, 88])
    expect((await answers).length).toBe(600)
  })
})
