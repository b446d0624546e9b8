// Leaves and stored subtrees as a tree. Whole subtrees of 256 leaves and powers of it are stored, the rest is computed from leaves.

import { leaf, subtree } from '#db/log/schema'
import { assert } from '#domain/assert'
import type { Sha256 } from '#domain/log/bytes'
import { type Leaf, hashOfLeaf } from '#domain/log/leaf'
import { type RangeHash, nodeHash, rangesOf, splitOf } from '#domain/log/tree'
import type { Store } from '../lib/store'
import { tableOf } from '../lib/table'

const LEAVES = tableOf(leaf)
const SUBTREES = tableOf(subtree)
const FAN = 256

export class StoredTree {
  readonly #store: Store
  readonly #sha256: Sha256
  #size: number

  constructor(store: Store, sha256: Sha256) {
    this.#store = store
    this.#sha256 = sha256
    this.#size = LEAVES.count(store)
  }

  get size(): number {
    return this.#size
  }

  /** Within a transaction. */
  append(added: Leaf): number {
    const no = this.#size
    LEAVES.insert(this.#store, { ...added, no })
    this.#size += 1
    for (let size = FAN; this.#size % size === 0; size *= FAN)
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
  }

  readonly hashOf: RangeHash = (from, to) => {
    const stored = isStored(from, to)
      ? SUBTREES.first(this.#store, 'WHERE size = ? AND first = ?', to - from, from)
      : undefined
    return stored?.hash ?? this.#compute(from, to)
  }

  root(size: number): Uint8Array {
    return this.hashOf(0, size)
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
