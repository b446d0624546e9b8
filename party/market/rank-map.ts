// Which prices of a side have a level, and which comes next. Prices are seen as ranks (see price-levels).
// Ranks lie in chunks of 256 neighbours, each with a bitmap of its ranks in use; a B-tree keeps the chunks in order. Prices however
// far apart therefore cost O(log n) each, while the ones near each other, where trading happens, are found by arithmetic.

import type BTree from 'sorted-btree'
import { EmptyBTree } from 'sorted-btree'
import { floatAt, intAt } from './typed-cells'

const SPAN = 256
const MASK = SPAN - 1
const WORDS = SPAN / 32
const CHUNKS_AT_FIRST = 16
/** How many chunks in a row are found without asking the tree: a power of two, because a chunk's place is its number modulo this. */
const RECENT = 1024

/** Level number of a rank without a level. */
export const NO_LEVEL = 0
/** Chunk 0 stays empty and represents every missing chunk. */
const NO_CHUNK = 0

export class RankMap {
  #levels = new Int32Array(CHUNKS_AT_FIRST * SPAN)
  #words = new Int32Array(CHUNKS_AT_FIRST * WORDS)
  /** Lowest chunk never used yet; emptied chunks wait to be used again. */
  #fresh = 1
  readonly #freed: number[] = []
  /**
   * Chunks by number (ranks divided by the span). Node and bundlers disagree about the library's default export, so the class is imported
   * as a type only; its empty tree has any type.
   */
  readonly #chunks = EmptyBTree.clone() as BTree<number, number>
  /** Last tree lookup per number, at the number modulo RECENT. */
  readonly #recentNumbers = new Float64Array(RECENT).fill(Infinity)
  readonly #recentChunks = new Int32Array(RECENT)

  /** The level of a rank. The bitmap is read first: it is small enough to stay at hand, and of an unused rank nothing else is read. */
  get(rank: number): number {
    const chunk = this.#find(numberOf(rank))
    const isUsed = intAt(this.#words, wordOf(chunk, rank)) & (1 << (rank & 31))
    return isUsed === 0 ? NO_LEVEL : intAt(this.#levels, chunk * SPAN + (rank & MASK))
  }

  /** Gives a level to a rank that has none. */
  add(rank: number, level: number): void {
    const number = numberOf(rank)
    let chunk = this.#find(number)
    if (chunk === NO_CHUNK) chunk = this.#open(number)
    const word = wordOf(chunk, rank)
    this.#words[word] = intAt(this.#words, word) | (1 << (rank & 31))
    this.#levels[chunk * SPAN + (rank & MASK)] = level
  }

  /** Removes the level of an existing rank. */
  remove(rank: number): void {
    const number = numberOf(rank)
    const chunk = this.#find(number)
    const word = wordOf(chunk, rank)
    const bits = intAt(this.#words, word) & ~(1 << (rank & 31))
    this.#words[word] = bits
    if (bits === 0 && this.#firstFrom(chunk, 0, ALL_BITS) === SPAN) this.#close(number, chunk)
  }

  /** The next worse rank that has a level; Infinity after the last. */
  next(rank: number): number {
    const number = numberOf(rank)
    // Shifted twice, because shifting by 32 would shift by nothing.
    const offset = this.#firstFrom(this.#find(number), (rank & MASK) >>> 5, (ALL_BITS << (rank & 31)) << 1)
    if (offset < SPAN) return number * SPAN + offset
    const nextNumber = this.#chunks.nextHigherKey(number)
    return nextNumber === undefined
      ? Infinity
      : nextNumber * SPAN + this.#firstFrom(this.#find(nextNumber), 0, ALL_BITS)
  }

  /** First used rank of a chunk, counted from its start; the span when none is used. In the first word only the bits of `mask` count. */
  #firstFrom(chunk: number, wordAtFirst: number, mask: number): number {
    let bits = intAt(this.#words, chunk * WORDS + wordAtFirst) & mask
    for (let word = wordAtFirst; ; bits = intAt(this.#words, chunk * WORDS + word)) {
      if (bits !== 0) return word * 32 + 31 - Math.clz32(bits & -bits)
      word++
      if (word === WORDS) return SPAN
    }
  }

  #find(number: number): number {
    const at = number & (RECENT - 1)
    return floatAt(this.#recentNumbers, at) === number ? intAt(this.#recentChunks, at) : this.#search(number, at)
  }

  #search(number: number, at: number): number {
    const chunk = this.#chunks.get(number) ?? NO_CHUNK
    this.#recentNumbers[at] = number
    this.#recentChunks[at] = chunk
    return chunk
  }

  /** Opens a chunk for a number that the last search didn't find. */
  #open(number: number): number {
    let chunk = this.#freed.pop()
    if (chunk === undefined) {
      if (this.#fresh * SPAN === this.#levels.length) this.#grow()
      chunk = this.#fresh++
    }
    this.#chunks.set(number, chunk)
    this.#recentChunks[number & (RECENT - 1)] = chunk
    return chunk
  }

  /** Removes an emptied chunk, found by the last search. Its level cells become unreachable, since no bit is set. */
  #close(number: number, chunk: number): void {
    this.#chunks.delete(number)
    this.#freed.push(chunk)
    this.#recentChunks[number & (RECENT - 1)] = NO_CHUNK
  }

  #grow(): void {
    this.#levels = doubled(this.#levels)
    this.#words = doubled(this.#words)
  }
}

const ALL_BITS = -1

const numberOf = (rank: number): number => Math.floor(rank / SPAN)

const wordOf = (chunk: number, rank: number): number => chunk * WORDS + ((rank & MASK) >>> 5)

function doubled(cells: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(cells.length * 2)
  grown.set(cells)
  return grown
}
