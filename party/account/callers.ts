// Callers that wait for the outcome of a command. One timer serves them all, because each order would set and clear its own.

/** How long a caller waits for a Market before it is told how things stand. */
const PATIENCE_MS = 8_000
const PATIENCE_STEP_MS = 2_000

export interface CallersPorts {
  now(): number
  later(delayMs: number, work: () => void): void
  /** What a caller is told that has waited long enough; null when that cannot be known now. */
  standing(commandId: string): string | null
}

export class Callers {
  readonly #ports: CallersPorts
  readonly #waiting = new Map<string, { readonly since: number; readonly answers: ((text: string) => void)[] }>()
  #isTimerSet = false

  constructor(ports: CallersPorts) {
    this.#ports = ports
  }

  has(commandId: string): boolean {
    return this.#waiting.has(commandId)
  }

  /** Resolves with the outcome, or with how things stand when it does not come in time. */
  wait(commandId: string): Promise<string> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(commandId)
      if (waiting) waiting.answers.push(resolve)
      else this.#waiting.set(commandId, { since: this.#ports.now(), answers: [resolve] })
      if (!this.#isTimerSet) this.#losePatience()
    })
  }

  answer(commandId: string, text: string): void {
    const waiting = this.#waiting.get(commandId)
    this.#waiting.delete(commandId)
    for (const tell of waiting?.answers ?? []) tell(text)
  }

  #losePatience(): void {
    // Before the callers are told: should one of them fail, the others are not forgotten.
    this.#isTimerSet = this.#waiting.size > 0
    if (this.#isTimerSet) this.#ports.later(PATIENCE_STEP_MS, () => this.#losePatience())
    const now = this.#ports.now()
    for (const [commandId, { since }] of this.#waiting) {
      const standing = since + PATIENCE_MS <= now ? this.#ports.standing(commandId) : null
      if (standing !== null) this.answer(commandId, standing)
    }
  }
}
