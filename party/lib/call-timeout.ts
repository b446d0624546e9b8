// Timeouts for many calls of one kind. One timer serves all of them: two timer operations per call would slow a busy room.

interface Call {
  readonly since: number
  readonly giveUp: () => void
}

export class CallTimeout {
  readonly #limitMs: number
  /** Oldest first. */
  readonly #calls = new Set<Call>()
  #isTimerSet = false

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** Rejects when `work` takes longer than the limit (up to a quarter longer). A later answer is dropped. */
  limit<Value>(what: string, work: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const call: Call = {
        since: Date.now(),
        giveUp: () => reject(new Error(`${what} took longer than ${this.#limitMs} ms`)),
      }
      this.#calls.add(call)
      this.#look()
      work.then(resolve, reject).finally(() => this.#calls.delete(call))
    })
  }

  #look(): void {
    if (this.#isTimerSet) return
    this.#isTimerSet = true
    setTimeout(() => {
      this.#isTimerSet = false
      this.#giveUpOld()
      if (this.#calls.size > 0) this.#look()
    }, this.#limitMs / 4)
  }

  #giveUpOld(): void {
    const now = Date.now()
    for (const call of this.#calls) {
      if (call.since + this.#limitMs > now) return
      this.#calls.delete(call)
      call.giveUp()
    }
  }
}
