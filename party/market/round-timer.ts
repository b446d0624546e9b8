// Rings when the round is published that orders wait for. Rounds are published as a second begins.

import { SECOND_MS } from '#domain/time'
import type { WaitingOrder } from './facts'

/** A round that is not there yet is asked for again after this long. */
const RETRY_MS = 50
/** A timer may ring a moment early. */
const LATE_MS = 2

/** When the first round at or after an instant can be read. */
export const nextRoundAt = (from: number): number => Math.ceil(from / SECOND_MS) * SECOND_MS + LATE_MS

export class RoundTimer {
  readonly #ring: () => void
  #isSet = false

  constructor(ring: () => void) {
    this.#ring = ring
  }

  /** Once for all that wait; set again by whoever finds that some of them still do. */
  set(waiting: readonly WaitingOrder[], now: number): void {
    if (this.#isSet || waiting.length === 0) return
    this.#isSet = true
    const dueInMs = nextRoundAt(Math.min(...waiting.map(({ from }) => from))) - now
    setTimeout(
      () => {
        // Whoever is rung sets the timer again, if orders still wait.
        this.#isSet = false
        this.#ring()
      },
      dueInMs > 0 ? dueInMs : RETRY_MS,
    )
  }
}
