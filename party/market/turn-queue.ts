// Collects requests that arrive together, so one turn executes them and one commit makes them durable. A turn starts when the commits before
// it are stored and the event loop brings no further request, and soon in any case. A single request waits for no timer: even one of 0 ms
// takes longer than a millisecond.

import type { MarketRequest } from '#party/protocol/market'

/** Limits the length of a turn, so later requests aren't delayed. */
const REQUESTS_PER_TURN_MAX = 512
/** Times that a turn lets the event loop go round once more because the last round brought requests. */
const ROUNDS_MAX = 4

export interface Waiting {
  readonly request: MarketRequest
  /** Takes the answer as the text that leaves. */
  readonly resolve: (answer: string) => void
  readonly reject: (problem: unknown) => void
}

export interface TurnQueuePort {
  /** Promise that a turn must await, or null. Never rejects. */
  ready(): Promise<unknown> | null
  /** Resolves when all commits are stored, after one round of the event loop at least. Never rejects. */
  stored(): Promise<unknown>
  /** Runs a turn with what `take` answers. */
  takeTurn(): void
}

export class TurnQueue {
  readonly #port: TurnQueuePort
  #waiting: Waiting[] = []
  #isTurnDue = false

  constructor(port: TurnQueuePort) {
    this.#port = port
  }

  /** Resolves with the answer once its commit is durable. */
  add(request: MarketRequest): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject })
      this.ask()
    })
  }

  /** A turn runs soon, with or without requests. */
  ask(): void {
    if (this.#isTurnDue) return
    this.#isTurnDue = true
    const wait = this.#port.ready()
    if (wait) void wait.then(() => this.#port.takeTurn())
    else this.#gather(this.#waiting.length, 1)
  }

  /** The requests of the turn that starts now, oldest first. */
  take(): Waiting[] {
    this.#isTurnDue = false
    return this.#waiting.splice(0, REQUESTS_PER_TURN_MAX)
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  #gather(seen: number, round: number): void {
    void this.#port.stored().then(() => {
      const count = this.#waiting.length
      if (count > seen && count < REQUESTS_PER_TURN_MAX && round < ROUNDS_MAX) this.#gather(count, round + 1)
      // A busy event loop reads its connections only while it waits for a timer: others would come round while some never do.
      else if (count > 1) setTimeout(() => this.#start(), 0)
      else this.#start()
    })
  }

  #start(): void {
    if (this.#isTurnDue) this.#port.takeTurn()
  }
}
