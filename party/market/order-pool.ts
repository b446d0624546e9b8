// Storage of the fast book's resting orders: numbered slots of one 64-byte line each, so an order is one cache line and creates no garbage.
// It knows no prices or priorities; the owner of a queue links the slots. Slot 0 is the null slot.

import { floatAt, intAt } from './typed-cells'

const FLOATS_PER_SLOT = 8
const INTS_PER_SLOT = 16
// Floats of a line…
const ID = 0
const OWNER = 1
const RANK = 2
const LOTS = 3
// Integer fields, behind the floats in the same line.
const NEXT = 8
const PREVIOUS = 9
const IS_BUY = 10
const LEVEL = 11

const SLOTS_AT_FIRST = 1024

export const NOBODY = 0

export class OrderPool {
  #floats = new Float64Array(SLOTS_AT_FIRST * FLOATS_PER_SLOT)
  #ints = new Int32Array(this.#floats.buffer)
  #slots = SLOTS_AT_FIRST
  /** Lowest slot never used yet; freed slots wait in a list linked by NEXT. */
  #fresh = 1
  #freed = NOBODY
  #count = 0

  /** Orders in use. */
  get size(): number {
    return this.#count
  }

  /** A slot holding the order, not linked yet. `rank` is the price as its side orders it (see price-levels). */
  take(order: { readonly id: number; readonly owner: number }, isBuy: number, rank: number, lots: number): number {
    const slot = this.#takeSlot()
    const floats = this.#floats
    const at = slot * FLOATS_PER_SLOT
    floats[at + ID] = order.id
    floats[at + OWNER] = order.owner
    floats[at + RANK] = rank
    floats[at + LOTS] = lots
    this.#ints[slot * INTS_PER_SLOT + IS_BUY] = isBuy
    return slot
  }

  free(slot: number): void {
    this.#ints[slot * INTS_PER_SLOT + NEXT] = this.#freed
    this.#freed = slot
    this.#count--
  }

  id(slot: number): number {
    return floatAt(this.#floats, slot * FLOATS_PER_SLOT + ID)
  }
  owner(slot: number): number {
    return floatAt(this.#floats, slot * FLOATS_PER_SLOT + OWNER)
  }
  rank(slot: number): number {
    return floatAt(this.#floats, slot * FLOATS_PER_SLOT + RANK)
  }
  lots(slot: number): number {
    return floatAt(this.#floats, slot * FLOATS_PER_SLOT + LOTS)
  }
  /** 1 for a buy order, 0 for a sell order. */
  isBuy(slot: number): number {
    return intAt(this.#ints, slot * INTS_PER_SLOT + IS_BUY)
  }
  /** Next order of the queue. */
  next(slot: number): number {
    return intAt(this.#ints, slot * INTS_PER_SLOT + NEXT)
  }
  previous(slot: number): number {
    return intAt(this.#ints, slot * INTS_PER_SLOT + PREVIOUS)
  }

  /** Number of the order's price level, set by the owner of the levels. */
  level(slot: number): number {
    return intAt(this.#ints, slot * INTS_PER_SLOT + LEVEL)
  }

  setLevel(slot: number, level: number): void {
    this.#ints[slot * INTS_PER_SLOT + LEVEL] = level
  }
  setLots(slot: number, lots: number): void {
    this.#floats[slot * FLOATS_PER_SLOT + LOTS] = lots
  }
  /** Puts an order behind `tail`, as the last of its queue. */
  link(slot: number, tail: number): void {
    const ints = this.#ints
    ints[slot * INTS_PER_SLOT + NEXT] = NOBODY
    ints[slot * INTS_PER_SLOT + PREVIOUS] = tail
    // Without a tail this writes the null slot's line: it is never read, and a branch would be slower.
    ints[tail * INTS_PER_SLOT + NEXT] = slot
  }

  /** Links the neighbours of an order that leaves its queue. May write the null slot's line, as in `link`. */
  unlink(previous: number, next: number): void {
    const ints = this.#ints
    ints[next * INTS_PER_SLOT + PREVIOUS] = previous
    ints[previous * INTS_PER_SLOT + NEXT] = next
  }

  #takeSlot(): number {
    this.#count++
    const slot = this.#freed
    if (slot !== NOBODY) {
      this.#freed = this.next(slot)
      return slot
    }
    if (this.#fresh === this.#slots) this.#grow()
    return this.#fresh++
  }

  #grow(): void {
    this.#slots *= 2
    const grown = new Float64Array(this.#slots * FLOATS_PER_SLOT)
    // Copied as integers: a float copy may change the bits of non-float values.
    new Int32Array(grown.buffer).set(this.#ints)
    this.#floats = grown
    this.#ints = new Int32Array(grown.buffer)
  }
}
