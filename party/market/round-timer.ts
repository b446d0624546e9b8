// Timer for the round that orders wait for. Rounds are published at the start of a second.

import { SECOND_MS } from '#domain/time'
import type { WaitingOrder } from './facts'

/** Retry delay for a round that isn't published yet. */
const RETRY_MS = 50
/** A timer may fire slightly early. */
const LATE_MS = 2

/** Earliest read time of the first round at or after an instant. */
export const nextRoundAt = (from: number): number => Math.ceil(from / SECOND_MS) * SECOND_MS + LATE_MS

export class RoundTimer {
  readonly #ring: () => void
  #isSet = false

  constructor(ring: () => void) {
    this.#ring = ring
  }

  /** One timer for all waiting orders; the handler sets it again while orders still wait. */
  set(waiting: readonly WaitingOrder[], now: number): void {
    if (this.#isSet || waiting.length === 0) return
    this.#isSet = true
    const dueInMs = nextRoundAt(Math.min(...waiting.map(({ from }) => from))) - now
    setTimeout(
      () => {
        // The handler sets the timer again if orders still wait.
        this.#isSet = false
        this.#ring()
      },
      dueInMs > 0 ? dueInMs : RETRY_MS,
    )
  }
}
