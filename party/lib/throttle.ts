// Does something that is asked for often, but only so often: asks within a pause are answered together at its end.

export class Throttle {
  readonly #pauseMs: number
  readonly #work: () => void
  #isAsked = false
  #doneAt = -Infinity

  constructor(pauseMs: number, work: () => void) {
    this.#pauseMs = pauseMs
    this.#work = work
  }

  /** The work is done soon: after the pause since the last time, never within this call. */
  ask(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    setTimeout(() => this.#run(), Math.max(0, this.#doneAt + this.#pauseMs - Date.now()))
  }

  /** Somebody waits for it: done at once when it is asked for and the pause is over. */
  flush(): void {
    if (Date.now() >= this.#doneAt + this.#pauseMs) this.#run()
  }

  #run(): void {
    if (!this.#isAsked) return
    this.#isAsked = false
    this.#doneAt = Date.now()
    this.#work()
  }
}
