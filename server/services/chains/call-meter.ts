// A budget of calls to nodes: a Worker may make a limited number of subrequests in one invocation, and a sweep is one invocation.

/** Not a failure: the next sweep goes on where this one stopped. */
export class CallsUsedUp extends Error {}

export class CallMeter {
  #left: number
  readonly #common: CallMeter | null

  /** Calls beyond `max` are taken from the budget that all networks share. */
  constructor(max: number, common: CallMeter | null = null) {
    this.#left = max
    this.#common = common
  }

  /** The shared budget, if there is one. */
  get left(): number {
    return this.#common?.left ?? this.#left
  }

  /** The own and the shared budget together. */
  get available(): number {
    return this.#left + (this.#common?.left ?? 0)
  }

  /** Takes one call. Throws `CallsUsedUp` if none is left. */
  take(): void {
    if (this.#left === 0 && this.#common) {
      this.#common.take()
      return
    }
    if (this.#left === 0) throw new CallsUsedUp('the calls of this sweep are used up')
    this.#left -= 1
  }
}
