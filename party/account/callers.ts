// Callers that wait for the outcome of a command. One timer serves all callers: a timer per order would be set and cleared each time.

/** Longest wait for a Market; after it the caller gets the pending answer. */
const CALL_TIMEOUT_MS = 8_000
const PATIENCE_STEP_MS = 2_000

export interface CallersPorts {
  now(): number
  later(delayMs: number, work: () => void): void
  /** Pending answer for a caller whose wait timed out; null when the state is unknown at the moment. */
  pendingAnswer(commandId: string): string | null
}

interface Caller {
  readonly resolve: (text: string) => void
  readonly reject: (failure: Error) => void
}

export class Callers {
  readonly #ports: CallersPorts
  readonly #waiting = new Map<string, { readonly since: number; readonly callers: Caller[] }>()
  #isTimerSet = false

  constructor(ports: CallersPorts) {
    this.#ports = ports
  }

  has(commandId: string): boolean {
    return this.#waiting.has(commandId)
  }

  /** Resolves with the outcome, or after the timeout with the pending answer. */
  wait(commandId: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(commandId)
      if (waiting) waiting.callers.push({ resolve, reject })
      else this.#waiting.set(commandId, { since: this.#ports.now(), callers: [{ resolve, reject }] })
      if (!this.#isTimerSet) this.#losePatience()
    })
  }

  answer(commandId: string, text: string): void {
    for (const { resolve } of this.#take(commandId)) resolve(text)
  }

  /** Commands that went down with a failed room, and never happened: their callers may ask again. */
  failUnless(isKnown: (commandId: string) => boolean): void {
    for (const commandId of this.#waiting.keys()) {
      if (isKnown(commandId)) continue
      for (const { reject } of this.#take(commandId)) reject(new Error(`command ${commandId} was lost: ask again`))
    }
  }

  #take(commandId: string): readonly Caller[] {
    const waiting = this.#waiting.get(commandId)
    this.#waiting.delete(commandId)
    return waiting?.callers ?? []
  }

  #losePatience(): void {
    // The timer is set before callers are answered: if one answer throws, the other callers still time out.
    this.#isTimerSet = this.#waiting.size > 0
    if (this.#isTimerSet) this.#ports.later(PATIENCE_STEP_MS, () => this.#losePatience())
    const now = this.#ports.now()
    for (const [commandId, { since }] of this.#waiting) {
      const pendingAnswer = since + CALL_TIMEOUT_MS <= now ? this.#ports.pendingAnswer(commandId) : null
      if (pendingAnswer !== null) this.answer(commandId, pendingAnswer)
    }
  }
}
