// From an order's id to its slot in the pool: an open-addressed hash table with linear probing, without garbage.
// Ids go up to 2^53. The table keeps the slot and a 32-bit tag; the id itself is read from the pool, so equal tags cannot confuse it.

import { NOBODY, type OrderPool } from './order-pool'
import { intAt } from './typed-cells'

const UINT32_RANGE = 0x1_0000_0000
// Spreads runs of ids evenly over the table (2^32 divided by the golden ratio, made odd).
const SPREAD = 0x9e3779b1 | 0
const BITS_AT_FIRST = 12

// A cell is two integers: the slot (0 when empty), and behind it the tag of its id.
const TAG = 1

/** Eight ids that follow each other share their upper bits, and with them the cells that they look at: new orders find those at hand. */
const RUN_BITS = 3
const RUN = 1 << RUN_BITS

const tagOf = (id: number): number =>
  (Math.imul((id >>> RUN_BITS) ^ Math.imul(id / UINT32_RANGE, SPREAD), SPREAD) & -RUN) | (id & (RUN - 1))

export class OrderIndex {
  readonly #pool: OrderPool
  #bits = BITS_AT_FIRST
  #cells = new Int32Array(2 << BITS_AT_FIRST)

  constructor(pool: OrderPool) {
    this.#pool = pool
  }

  /** Slot of an order, or `NOBODY`. */
  find(id: number): number {
    const cell = this.#cellOf(id)
    return cell === -1 ? NOBODY : intAt(this.#cells, cell * 2)
  }

  /** The id must be new. The pool's capacity fills at most a quarter of the table. */
  add(id: number, slot: number): void {
    if (this.#pool.size << 2 >= 1 << this.#bits) this.#grow()
    this.#place(slot, tagOf(id))
  }

  /** Removes an id. Returns its slot, or `NOBODY` for a missing id. */
  remove(id: number): number {
    const cell = this.#cellOf(id)
    if (cell === -1) return NOBODY
    const slot = intAt(this.#cells, cell * 2)
    this.#closeGap(cell)
    return slot
  }

  /** The cell where the search for a tag begins. */
  #homeOf(tag: number): number {
    return ((tag >>> (32 + RUN_BITS - this.#bits)) << RUN_BITS) | (tag & (RUN - 1))
  }

  #cellOf(id: number): number {
    const cells = this.#cells
    const mask = (1 << this.#bits) - 1
    const tag = tagOf(id)
    for (let cell = this.#homeOf(tag); ; cell = (cell + 1) & mask) {
      const slot = intAt(cells, cell * 2)
      if (slot === NOBODY) return -1
      if (intAt(cells, cell * 2 + TAG) === tag && this.#pool.id(slot) === id) return cell
    }
  }

  #place(slot: number, tag: number): void {
    const cells = this.#cells
    const mask = (1 << this.#bits) - 1
    let cell = this.#homeOf(tag)
    while (intAt(cells, cell * 2) !== NOBODY) cell = (cell + 1) & mask
    cells[cell * 2] = slot
    cells[cell * 2 + TAG] = tag
  }

  /** Moves later cells of the run back over an emptied one, so that a search never stops early and nothing is left behind as a mark. */
  #closeGap(emptied: number): void {
    const cells = this.#cells
    const mask = (1 << this.#bits) - 1
    let gap = emptied
    for (let cell = (gap + 1) & mask; intAt(cells, cell * 2) !== NOBODY; cell = (cell + 1) & mask) {
      const tag = intAt(cells, cell * 2 + TAG)
      const home = this.#homeOf(tag)
      // An entry may move only if its home cell isn't between the gap (exclusive) and itself.
      if (((cell - home) & mask) < ((cell - gap) & mask)) continue
      cells[gap * 2] = intAt(cells, cell * 2)
      cells[gap * 2 + TAG] = tag
      gap = cell
    }
    cells[gap * 2] = NOBODY
  }

  #grow(): void {
    const old = this.#cells
    this.#bits++
    this.#cells = new Int32Array(2 << this.#bits)
    for (let at = 0; at < old.length; at += 2) {
      const slot = intAt(old, at)
      if (slot !== NOBODY) this.#place(slot, intAt(old, at + TAG))
    }
  }
}
