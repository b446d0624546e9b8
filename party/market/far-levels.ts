// The levels of one side that lie too far from the best price for the window of price-levels: a plain sorted list.
// Orders seldom come and go here, so it may search and allocate.

import { assert } from '#domain/assert'
import { NOBODY, type OrderPool } from './order-pool'

export interface FarLevel {
  readonly rank: number
  head: number
  tail: number
  lots: number
}

export class FarLevels {
  /** Worst first, so that the best comes and goes at the end. */
  readonly #levels: FarLevel[] = []

  /** Rank of the best far level; Infinity when there is none. */
  bestRank(): number {
    return this.#levels[this.#levels.length - 1]?.rank ?? Infinity
  }

  takeBest(): FarLevel {
    const level = this.#levels.pop()
    assert(level !== undefined, 'there is a far level to take')
    return level
  }

  /** Puts a level that is better than all the others. */
  putBest(level: FarLevel): void {
    assert(level.rank < this.bestRank(), 'an evicted level is better than every far level')
    this.#levels.push(level)
  }

  /** The best far level worse than `rank`; Infinity when there is none. */
  rankAfter(rank: number): number {
    return this.#levels[this.#firstNotWorse(rank) - 1]?.rank ?? Infinity
  }

  headAt(rank: number): number {
    return this.#find(rank)?.head ?? NOBODY
  }

  lotsAt(rank: number): number {
    return this.#find(rank)?.lots ?? 0
  }

  append(pool: OrderPool, slot: number): void {
    const rank = pool.rank(slot)
    const at = this.#firstNotWorse(rank)
    let level = this.#levels[at]
    if (level?.rank !== rank) {
      level = { rank, head: slot, tail: NOBODY, lots: 0 }
      this.#levels.splice(at, 0, level)
    }
    pool.link(slot, level.tail)
    level.tail = slot
    level.lots = plusLots(level.lots, pool.lots(slot))
  }

  remove(pool: OrderPool, slot: number): void {
    const rank = pool.rank(slot)
    const level = this.#get(rank)
    const next = pool.next(slot)
    const previous = pool.previous(slot)
    pool.unlink(previous, next)
    if (next === NOBODY) level.tail = previous
    if (previous === NOBODY) level.head = next
    if (next === NOBODY && previous === NOBODY) this.#levels.splice(this.#firstNotWorse(rank), 1)
    else level.lots -= pool.lots(slot)
  }

  shrink(rank: number, lots: number): void {
    this.#get(rank).lots -= lots
  }

  #find(rank: number): FarLevel | undefined {
    const level = this.#levels[this.#firstNotWorse(rank)]
    return level?.rank === rank ? level : undefined
  }

  #get(rank: number): FarLevel {
    const level = this.#find(rank)
    assert(level !== undefined, 'a far order has its level')
    return level
  }

  /** Index of the first level that is as good as `rank` or better. */
  #firstNotWorse(rank: number): number {
    let low = 0
    let high = this.#levels.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#levels[middle]?.rank ?? -Infinity) > rank) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Adds to a sum of lots. Past what is exact it becomes Infinity and stays so until the level empties; then `lotsAt` counts anew. */
export function plusLots(sum: number, lots: number): number {
  const total = sum + lots
  return total > Number.MAX_SAFE_INTEGER ? Infinity : total
}
