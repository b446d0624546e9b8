// How many calls to nodes are left. A Worker may make a limited number of calls in one invocation, and a sweep is one invocation.

/** No failure: what was not asked now is asked in the next sweep. */
export class CallsUsedUp extends Error {}

export class CallMeter {
  #left: number
  readonly #common: CallMeter | null

  /** What is taken beyond one's own is taken from what all have in common. */
  constructor(max: number, common: CallMeter | null = null) {
    this.#left = max
    this.#common = common
  }

  /** Of what all have in common, where there is such. */
  get left(): number {
    return this.#common?.left ?? this.#left
  }

  /** With one's own. */
  get available(): number {
    return this.#left + (this.#common?.left ?? 0)
  }

  /** Before each call; the one after the last throws. */
  take(): void {
    if (this.#left === 0 && this.#common) {
      this.#common.take()
      return
    }
    if (this.#left === 0) throw new CallsUsedUp('the calls of this sweep are used up')
    this.#left -= 1
  }
}
