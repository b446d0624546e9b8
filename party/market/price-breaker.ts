// Pauses a market whose index price moves too fast: it protects traders from such prices and the book from a faulty feed. During the pause
// orders can be cancelled, and resting orders stay.

import { type Rate, RATE_ONE } from '#domain/money/rate'
import { MINUTE_MS, SECOND_MS } from '#domain/time'

export const BREAKER_WINDOW_MS = 5 * MINUTE_MS
export const BREAKER_PAUSE_MS = 5 * MINUTE_MS

export class PriceBreaker {
  /** One price a second at most, oldest first. */
  #seen: { readonly at: number; readonly ticks: number }[] = []
  #pausedUntil = 0

  /** End of the pause, or null without a pause. */
  pausedUntil(now: number): number | null {
    return this.#pausedUntil > now ? this.#pausedUntil : null
  }

  /** Told every index price; a move beyond `limit` (a fraction of the older price) within the window begins a pause. */
  observe(now: number, ticks: number | null, limit: Rate): void {
    if (ticks === null || this.pausedUntil(now) !== null) return
    this.#seen = this.#seen.filter(({ at }) => at > now - BREAKER_WINDOW_MS)
    if (this.#seen.some((before) => isBeyond(before.ticks, ticks, limit))) {
      this.#pausedUntil = now + BREAKER_PAUSE_MS
      // After the pause, moves are measured from the current price.
      this.#seen = []
      return
    }
    if (now - (this.#seen.at(-1)?.at ?? 0) >= SECOND_MS) this.#seen.push({ at: now, ticks })
  }
}

const isBeyond = (before: number, ticks: number, limit: Rate): boolean =>
  BigInt(Math.abs(ticks - before)) * RATE_ONE > BigInt(before) * limit
