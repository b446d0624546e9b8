// The price levels of one side of the fast book, and the queue of orders at each.
// Prices are seen as ranks, best lowest (a sell's rank is its ticks, a buy's minus its ticks), so that one code serves both sides.
// Levels near the best price live in a window indexed by price; a bitmap finds the next best. Levels beyond its far end wait in
// a sorted list (far-levels). Any safe rank works: the window slides to keep the best price inside, and no far level is ever
// better than a rank of the window.

import type { DepthLevel } from './book'
import { FarLevels, plusLots } from './far-levels'
import { NOBODY, type OrderPool } from './order-pool'
import { floatAt, intAt } from './typed-cells'

/** Ranks in the window; a power of two, because a level's cell is its rank modulo this, which lets the window slide without copying. */
const SPAN = 16_384
const MASK = SPAN - 1
/** Ranks kept free in front of the best one when the window is laid anew, for better prices to come. */
const LEAD = SPAN / 4
const WORDS = SPAN / 32
const WORD_MASK = WORDS - 1

// A cell is 16 bytes: the sum of lots as a float, then head and tail of the queue as integers.
const CELL_BYTES = 16
const LOTS = 0
const HEAD = 2
const TAIL = 3

export class PriceLevels {
  readonly #pool: OrderPool
  /** Rank of the best level; Infinity when there is none. */
  best = Infinity
  /** First rank of the window. */
  #base = 0
  #levelsInWindow = 0
  readonly #bitmap = new Int32Array(WORDS)
  readonly #floats = new Float64Array((SPAN * CELL_BYTES) / 8)
  readonly #ints = new Int32Array(this.#floats.buffer)
  readonly #far = new FarLevels()

  constructor(pool: OrderPool) {
    this.#pool = pool
  }

  /** The order that trades first; only when there is a best level. */
  firstOrder(): number {
    return intAt(this.#ints, (this.best & MASK) * 4 + HEAD)
  }

  /** Puts an order of the pool at the back of its level. */
  append(slot: number): void {
    const pool = this.#pool
    const rank = pool.rank(slot)
    const offset = rank - this.#base
    if ((offset < 0 || offset >= SPAN) && !this.#reach(rank)) {
      this.#far.append(pool, slot)
      return
    }
    const cell = rank & MASK
    const ints = this.#ints
    const tail = intAt(ints, cell * 4 + TAIL)
    pool.link(slot, tail)
    if (tail === NOBODY) {
      ints[cell * 4 + HEAD] = slot
      this.#openLevel(rank)
    }
    ints[cell * 4 + TAIL] = slot
    this.#floats[cell * 2 + LOTS] = plusLots(floatAt(this.#floats, cell * 2 + LOTS), pool.lots(slot))
  }

  /** Takes an order out of its queue; its slot stays the caller's. */
  remove(slot: number): void {
    const pool = this.#pool
    const rank = pool.rank(slot)
    if (rank - this.#base >= SPAN) {
      this.#far.remove(pool, slot)
      return
    }
    const cell = rank & MASK
    const ints = this.#ints
    const next = pool.next(slot)
    const previous = pool.previous(slot)
    pool.unlink(previous, next)
    if (next === NOBODY) ints[cell * 4 + TAIL] = previous
    if (previous === NOBODY) ints[cell * 4 + HEAD] = next
    if (next === NOBODY && previous === NOBODY) this.#closeLevel(rank)
    else this.#floats[cell * 2 + LOTS] = floatAt(this.#floats, cell * 2 + LOTS) - pool.lots(slot)
  }

  /** Takes lots off an order that keeps its place; at least one must stay. */
  shrink(slot: number, lots: number): void {
    const pool = this.#pool
    const rank = pool.rank(slot)
    pool.setLots(slot, pool.lots(slot) - lots)
    if (rank - this.#base >= SPAN) {
      this.#far.shrink(rank, lots)
    } else {
      const at = (rank & MASK) * 2 + LOTS
      this.#floats[at] = floatAt(this.#floats, at) - lots
    }
  }

  /** The next worse rank that has a level; Infinity after the last. */
  nextRank(rank: number): number {
    const offset = rank - this.#base
    if (offset < SPAN) {
      // The search runs round the ring, so past the last level it meets the ones before `rank` again.
      const distance = this.#distanceToNext(rank & MASK)
      if (distance > 0 && offset + distance < SPAN) return rank + distance
    }
    return this.#far.rankAfter(rank)
  }

  /** The oldest order of a level; `NOBODY` when there is no such level. */
  headAt(rank: number): number {
    const offset = rank - this.#base
    if (offset >= SPAN) return this.#far.headAt(rank)
    return offset < 0 ? NOBODY : intAt(this.#ints, (rank & MASK) * 4 + HEAD)
  }

  /** Lots at a rank. A sum past what a number holds exactly is shown as the largest that does. */
  lotsAt(rank: number): number {
    const head = this.headAt(rank)
    if (head === NOBODY) return 0
    const sum = rank - this.#base >= SPAN ? this.#far.lotsAt(rank) : floatAt(this.#floats, (rank & MASK) * 2 + LOTS)
    return sum === Infinity ? this.#countLots(head) : sum
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

  #openLevel(rank: number): void {
    const cell = rank & MASK
    this.#bitmap[cell >>> 5] = intAt(this.#bitmap, cell >>> 5) | (1 << (cell & 31))
    this.#levelsInWindow++
    if (rank < this.best) this.best = rank
  }

  #closeLevel(rank: number): void {
    const cell = rank & MASK
    this.#floats[cell * 2 + LOTS] = 0
    this.#bitmap[cell >>> 5] = intAt(this.#bitmap, cell >>> 5) & ~(1 << (cell & 31))
    this.#levelsInWindow--
    if (rank !== this.best) return
    if (this.#levelsInWindow > 0) this.best = rank + this.#distanceToNext(cell)
    else this.#refill()
  }

  /** Ranks from a cell to the next occupied one, going round the ring; 0 when it is the only one. The window is not empty. */
  #distanceToNext(cell: number): number {
    const bitmap = this.#bitmap
    let word = cell >>> 5
    // Twice, because shifting by 32 would shift by nothing.
    let bits = intAt(bitmap, word) & ((-1 << (cell & 31)) << 1)
    while (bits === 0) {
      word = (word + 1) & WORD_MASK
      bits = intAt(bitmap, word)
    }
    return ((word << 5) + 31 - Math.clz32(bits & -bits) - cell) & MASK
  }

  /** The window has run empty: lay it around the best far level, or leave the side empty. */
  #refill(): void {
    this.best = this.#far.bestRank()
    if (this.best !== Infinity) this.#slideTo(this.best - LEAD)
  }

  /** Slides the window so that it holds a rank outside it, if the best level allows; false when the rank belongs to the far levels. */
  #reach(rank: number): boolean {
    if (this.best === Infinity) {
      this.#base = windowStart(rank - LEAD)
    } else if (rank < this.#base) {
      this.#evictFrom(windowStart(rank - LEAD) + SPAN)
      this.#base = windowStart(rank - LEAD)
    } else {
      // Only worth the work when the better half of the window stands empty.
      if (this.best - this.#base > SPAN / 2) this.#slideTo(this.best - LEAD)
      return rank - this.#base < SPAN
    }
    return true
  }

  /** Moves the window towards worse ranks and takes in the far levels that it now covers. No level lies before the new start. */
  #slideTo(start: number): void {
    this.#base = windowStart(start)
    while (this.#far.bestRank() - this.#base < SPAN) {
      const rank = this.#far.bestRank()
      const level = this.#far.takeBest()
      const cell = rank & MASK
      this.#ints[cell * 4 + HEAD] = level.head
      this.#ints[cell * 4 + TAIL] = level.tail
      this.#floats[cell * 2 + LOTS] = level.lots
      this.#openLevel(rank)
    }
  }

  /** Hands every level at or beyond `end` to the far levels. Worst first would need a search backwards; the far list sorts. */
  #evictFrom(end: number): void {
    const ranks: number[] = []
    for (let rank = this.best, left = this.#levelsInWindow; left > 0; left--) {
      if (rank >= end) ranks.push(rank)
      if (left > 1) rank += this.#distanceToNext(rank & MASK)
    }
    for (const rank of ranks.reverse()) this.#evict(rank)
  }

  #evict(rank: number): void {
    const cell = rank & MASK
    const ints = this.#ints
    const at = cell * 4
    this.#far.putBest({
      rank,
      head: intAt(ints, at + HEAD),
      tail: intAt(ints, at + TAIL),
      lots: floatAt(this.#floats, cell * 2 + LOTS),
    })
    ints[at + HEAD] = NOBODY
    ints[at + TAIL] = NOBODY
    this.#floats[cell * 2 + LOTS] = 0
    this.#bitmap[cell >>> 5] = intAt(this.#bitmap, cell >>> 5) & ~(1 << (cell & 31))
    this.#levelsInWindow--
  }
}

/** A window may not start where numbers are no longer exact. */
const windowStart = (rank: number): number => Math.max(rank, -Number.MAX_SAFE_INTEGER)
