// How many calls to nodes are left. A Worker may make a limited number of calls in one invocation, and a sweep is one invocation.

/** No failure: what was not asked now is asked in the next sweep. */
export class CallsUsedUp extends Error {}

export class CallMeter {
  #left: number

  constructor(max: number) {
    this.#left = max
  }

  get left(): number {
    return this.#left
  }

  /** Before each call; the one after the last throws. */
  take(): void {
    if (this.#left === 0) throw new CallsUsedUp('the calls of this sweep are used up')
    this.#left -= 1
  }
}
