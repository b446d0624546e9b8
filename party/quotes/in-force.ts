// Ticks in force: the newest live tick of each symbol, unless it is too old.

import type { Tick } from '#domain/quotes/chain'
import { IN_FORCE_MS } from '#domain/quotes/next-round'

export class InForce {
  readonly #newest = new Map<string, Tick>()

  /** The ticks of one round, rounds in their order. */
  take(ticks: readonly Tick[]): void {
    for (const tick of ticks) this.#newest.set(tick.symbol, tick)
  }

  last(symbol: string): Tick | null {
    return this.#newest.get(symbol) ?? null
  }

  at(at: number): Tick[] {
    return [...this.#newest.values()].filter((tick) => at - tick.at <= IN_FORCE_MS)
  }
}
