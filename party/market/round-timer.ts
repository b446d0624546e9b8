// Timer for the round that orders wait for.

import { ROUND_RETRY_MS, nextRoundAt } from '#domain/quotes/next-round'
import type { WaitingOrder } from './facts'

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
      dueInMs > 0 ? dueInMs : ROUND_RETRY_MS,
    )
  }
}
