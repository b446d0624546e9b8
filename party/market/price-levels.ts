// The price levels of one side of the fast book, and the queue of orders at each.
// Prices are seen as ranks, best lowest (a sell's rank is its ticks, a buy's minus its ticks), so that one code serves both sides.
// Which ranks have a level, and which comes next, is the rank map's to know; a level is a numbered cell here. Any safe rank works.

import type { DepthLevel } from './book'
import { NOBODY, type OrderPool } from './order-pool'
import { NO_LEVEL, RankMap } from './rank-map'
import { floatAt, intAt } from './typed-cells'

// A level is 16 bytes: the sum of lots as a float, then head and tail of the queue as integers. Level 0 is none, and stays empty.
const HEAD = 2
const TAIL = 3

/** Of 1,024 levels. */
const FLOATS_AT_FIRST = 2048

export class PriceLevels {
  readonly #pool: OrderPool
  /** Rank of the best level; Infinity when there is none. */
  best = Infinity
  #bestLevel = NO_LEVEL
  readonly #ranks = new RankMap()
  #floats = new Float64Array(FLOATS_AT_FIRST)
  #ints = new Int32Array(this.#floats.buffer)
  /** Lowest level never used yet; freed levels wait in a list linked by HEAD. */
  #fresh = 1
  #freed = NO_LEVEL

  constructor(pool: OrderPool) {
    this.#pool = pool
  }

  /** First order to trade; needs a best level. */
  firstOrder(): number {
    return intAt(this.#ints, this.#bestLevel * 4 + HEAD)
  }

  /** Appends an order of the pool to its level. */
  append(slot: number): void {
    const pool = this.#pool
    const rank = pool.rank(slot)
    let level = this.#ranks.get(rank)
    if (level === NO_LEVEL) level = this.#open(rank)
    const ints = this.#ints
    const tail = intAt(ints, level * 4 + TAIL)
    pool.setLevel(slot, level)
    pool.link(slot, tail)
    if (tail === NOBODY) ints[level * 4 + HEAD] = slot
    ints[level * 4 + TAIL] = slot
    this.#floats[level * 2] = plusLots(floatAt(this.#floats, level * 2), pool.lots(slot))
  }

  /** Takes an order out of its queue; its slot stays the caller's. */
  remove(slot: number): void {
    const pool = this.#pool
    const level = pool.level(slot)
    const next = pool.next(slot)
    const previous = pool.previous(slot)
    if (next === NOBODY && previous === NOBODY) {
      this.#close(pool.rank(slot), level)
      return
    }
    const ints = this.#ints
    pool.unlink(previous, next)
    if (next === NOBODY) ints[level * 4 + TAIL] = previous
    if (previous === NOBODY) ints[level * 4 + HEAD] = next
    this.#floats[level * 2] = floatAt(this.#floats, level * 2) - pool.lots(slot)
  }

  /** Reduces an order in place; at least one lot must remain. */
  shrink(slot: number, lots: number): void {
    const pool = this.#pool
    pool.setLots(slot, pool.lots(slot) - lots)
    const at = pool.level(slot) * 2
    this.#floats[at] = floatAt(this.#floats, at) - lots
  }

  /** The next worse rank that has a level; Infinity after the last. */
  nextRank(rank: number): number {
    return this.#ranks.next(rank)
  }

  /** Oldest order of a level; `NOBODY` without a level. */
  headAt(rank: number): number {
    return intAt(this.#ints, this.#ranks.get(rank) * 4 + HEAD)
  }

  /** Lots at a rank, capped at the largest safe integer. */
  lotsAt(rank: number): number {
    const sum = floatAt(this.#floats, this.#ranks.get(rank) * 2)
    return sum === Infinity ? this.#countLots(this.headAt(rank)) : sum
  }

  depth(levelsMax: number): DepthLevel[] {
    const rows: DepthLevel[] = []
    for (let rank = this.best; rank !== Infinity && rows.length < levelsMax; rank = this.nextRank(rank)) {
      rows.push([Math.abs(rank), this.lotsAt(rank)])
    }
    return rows
  }

  #countLots(head: number): number {
    let sum = 0
    for (let slot = head; slot !== NOBODY; slot = this.#pool.next(slot)) {
      sum = Math.min(sum + this.#pool.lots(slot), Number.MAX_SAFE_INTEGER)
    }
    return sum
  }

  #open(rank: number): number {
    let level = this.#freed
    if (level !== NO_LEVEL) {
      this.#freed = intAt(this.#ints, level * 4 + HEAD)
    } else {
      if (this.#fresh * 4 === this.#ints.length) this.#grow()
      level = this.#fresh++
    }
    this.#ranks.add(rank, level)
    if (rank < this.best) {
      this.best = rank
      this.#bestLevel = level
    }
    return level
  }

  #close(rank: number, level: number): void {
    this.#ranks.remove(rank)
    this.#floats[level * 2] = 0
    this.#ints[level * 4 + HEAD] = this.#freed
    this.#ints[level * 4 + TAIL] = NOBODY
    this.#freed = level
    if (level !== this.#bestLevel) return
    this.best = this.#ranks.next(rank)
    this.#bestLevel = this.best === Infinity ? NO_LEVEL : this.#ranks.get(this.best)
  }

  #grow(): void {
    const grown = new Float64Array(this.#floats.length * 2)
    // Copied as integers: a float copy may change the bits of non-float values.
    new Int32Array(grown.buffer).set(this.#ints)
    this.#floats = grown
    this.#ints = new Int32Array(grown.buffer)
  }
}

/** Adds to a sum of lots. Above the safe integer range it becomes Infinity until the level empties; `lotsAt` then counts the orders. */
function plusLots(sum: number, lots: number): number {
  const total = sum + lots
  return total > Number.MAX_SAFE_INTEGER ? Infinity : total
}
