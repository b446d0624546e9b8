// A budget of calls to nodes: a Worker may make a limited number of subrequests in one invocation, and a sweep is one invocation.

/** Signals an exhausted call budget; the next sweep continues. */
export class CallsUsedUp extends Error {}

export class CallMeter {
  #left: number
  readonly #common: CallMeter | null

  /** Calls beyond `max` are taken from the budget that all networks share. */
  constructor(max: number, common: CallMeter | null = null) {
    this.#left = max
    this.#common = common
  }

  /** Remaining shared budget, otherwise the own one. */
  get left(): number {
    return this.#common?.left ?? this.#left
  }

  /** Own plus shared budget. */
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
