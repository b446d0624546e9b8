// Leaves and stored subtrees as a tree. Whole subtrees of 256 leaves and powers of it are stored, the rest is computed from leaves. In memory are
// whole subtrees of the newest block and of pairs of blocks, so that a leaf and its root cost a few hashes, however long the log is.

import { leaf, subtree } from '#db/log/schema'
import { assert } from '#domain/assert'
import type { Sha256 } from '#domain/log/bytes'
import { type Leaf, hashOfLeaf } from '#domain/log/leaf'
import { type Peak, type RangeHash, grown, nodeHash, rangesOf, rootOfPeaks, splitOf } from '#domain/log/tree'
import type { Store } from '../lib/store'
import { tableOf } from '../lib/table'

const LEAVES = tableOf(leaf)
const SUBTREES = tableOf(subtree)
const FAN = 256
/** A block pair's hash never changes; beyond this number they are read again. */
const WHOLE_MAX = 10_000

export class StoredTree {
  readonly #store: Store
  readonly #sha256: Sha256
  #size: number
  /** Whole subtrees of the leaves after the last whole block, the largest first. */
  #peaks: Peak[] = []
  readonly #whole = new Map<string, Uint8Array>()

  constructor(store: Store, sha256: Sha256) {
    this.#store = store
    this.#sha256 = sha256
    this.#size = 0
    this.recount()
  }

  get size(): number {
    return this.#size
  }

  /** Within a transaction. */
  append(added: Leaf): number {
    const no = this.#size
    LEAVES.insert(this.#store, { ...added, no })
    this.#size += 1
    this.#peaks = grown(this.#sha256, this.#peaks, hashOfLeaf(this.#sha256, added))
    const [block] = this.#peaks
    if (block?.leaves !== FAN) return no
    this.#peaks = []
    SUBTREES.insert(this.#store, { size: FAN, first: this.#size - FAN, hash: block.hash })
    for (let size = FAN * FAN; this.#size % size === 0; size *= FAN)
      SUBTREES.insert(this.#store, {
        size,
        first: this.#size - size,
        hash: this.#compute(this.#size - size, this.#size),
      })
    return no
  }

  /** After a transaction that was rolled back. */
  recount(): void {
    this.#size = LEAVES.count(this.#store)
    this.#peaks = []
    this.#whole.clear()
    for (const row of LEAVES.rows(this.#store, 'WHERE no >= ? ORDER BY no', this.#size - (this.#size % FAN)))
      this.#peaks = grown(this.#sha256, this.#peaks, hashOfLeaf(this.#sha256, row))
  }

  readonly hashOf: RangeHash = (from, to) => {
    if (to === this.#size && to - from === this.#size % FAN && to > from) return rootOfPeaks(this.#sha256, this.#peaks)
    const stored = isStored(from, to)
      ? SUBTREES.first(this.#store, 'WHERE size = ? AND first = ?', to - from, from)
      : undefined
    return stored?.hash ?? (isWhole(from, to) ? this.#remembered(from, to) : this.#compute(from, to))
  }

  root(size: number): Uint8Array {
    return this.hashOf(0, size)
  }

  #remembered(from: number, to: number): Uint8Array {
    const key = `${from}-${to}`
    const hash = this.#whole.get(key) ?? this.#compute(from, to)
    if (this.#whole.size >= WHOLE_MAX) this.#whole.clear()
    this.#whole.set(key, hash)
    return hash
  }

  #compute(from: number, to: number): Uint8Array {
    if (to - from > FAN) {
      const middle = from + splitOf(to - from)
      return nodeHash(this.#sha256, this.hashOf(from, middle), this.hashOf(middle, to))
    }
    const rows = LEAVES.rows(this.#store, 'WHERE no >= ? AND no < ? ORDER BY no', from, to)
    assert(rows.length === to - from, 'a range of the log has all of its leaves')
    const hashes = rows.map((row) => hashOfLeaf(this.#sha256, row))
    return rangesOf(this.#sha256, hashes)(0, hashes.length)
  }
}

function isStored(from: number, to: number): boolean {
  let size = FAN
  while (size < to - from) size *= FAN
  return size === to - from && from % size === 0
}

/** Two or more whole blocks, their count a power of two, aligned to that count. */
function isWhole(from: number, to: number): boolean {
  const leaves = to - from
  return leaves >= 2 * FAN && splitOf(leaves) * 2 === leaves && from % leaves === 0
}
