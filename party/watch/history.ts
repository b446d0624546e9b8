// Checked rounds: this symbol's own ticks for an hour, which bands depend on, and the newest rounds in full, because a woken account gets
// the whole round. Whole rounds are large, and every symbol has a Watch.

import type { PriceRound } from '#party/protocol/watch'
import { type Band, type OwnTick, isReached } from './bands'

const TICKS_KEPT = 3_600
const WHOLE_KEPT = 60

export class History {
  #from: number
  /** Ascending. */
  #ticks: OwnTick[] = []
  readonly #whole = new Map<number, PriceRound>()

  constructor(from: number) {
    this.#from = from
  }

  /** Start of the stored own ticks: all checked ticks after it are in memory. */
  get from(): number {
    return this.#from
  }

  /** Begins anew: nothing before this instant is known. */
  startAt(from: number): void {
    this.#from = from
    this.#ticks = []
  }

  add(tick: OwnTick, round: PriceRound): void {
    this.#ticks.push(tick)
    this.keep(round)
    if (this.#ticks.length < 2 * TICKS_KEPT) return
    this.#from = this.#ticks.at(-TICKS_KEPT - 1)?.at ?? this.#from
    this.#ticks = this.#ticks.slice(-TICKS_KEPT)
  }

  /** Stores a whole round for a while, also a round fetched again, which other accounts may need. */
  keep(round: PriceRound): void {
    this.#whole.set(round.at, round)
    for (const at of this.#whole.keys()) {
      if (this.#whole.size <= WHOLE_KEPT) return
      this.#whole.delete(at)
    }
  }

  whole(at: number): PriceRound | undefined {
    return this.#whole.get(at)
  }

  /** The first tick after an instant that reaches a band; null when none does, undefined when the ticks kept do not go back so far. */
  firstReached(band: Band, after: number): OwnTick | null | undefined {
    if (after < this.#from) return undefined
    for (let index = this.#firstAfter(after); index < this.#ticks.length; index += 1) {
      const tick = this.#ticks[index]
      if (tick && isReached(band, tick)) return tick
    }
    return null
  }

  /** Instant after which no tick came before the one at `at`; null when the stored ticks don't reach that far back. */
  before(at: number): number | null {
    if (at <= this.#from) return null
    return this.#ticks[this.#firstAfter(at - 1) - 1]?.at ?? this.#from
  }

  #firstAfter(at: number): number {
    let [low, high] = [0, this.#ticks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ticks[middle]?.at ?? 0) <= at) low = middle + 1
      else high = middle
    }
    return low
  }
}
