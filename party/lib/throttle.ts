// Throttle: requests within a pause are served together at its end.

export class Throttle {
  readonly #pauseMs: number
  readonly #work: () => void
  #isAsked = false
  #waiting: (() => void)[] = []
  #doneAt = -Infinity

  constructor(pauseMs: number, work: () => void) {
    this.#pauseMs = pauseMs
    this.#work = work
  }

  /** The work is done soon: after the pause since the last time, never within this call. */
  ask(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    // No longer than the pause, in case the clock was set back.
    const restMs = Math.min(this.#pauseMs, this.#doneAt + this.#pauseMs - Date.now())
    setTimeout(() => this.#run(), Math.max(0, restMs))
  }

  /** Runs a pending request at once if the pause is over. */
  flush(): void {
    if (Date.now() >= this.#doneAt + this.#pauseMs) this.#run()
  }

  /** Resolves immediately if no request waits for the pause, otherwise when the pause ends. */
  async done(): Promise<void> {
    this.flush()
    if (this.#isAsked) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #run(): void {
    if (!this.#isAsked) return
    this.#isAsked = false
    this.#doneAt = Date.now()
    this.#work()
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
