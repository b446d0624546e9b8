// The Merkle tree of RFC 9162, section 2.1: leaves and nodes are hashed under different first bytes, and a tree of any size is split at the
// largest power of two below it. Proofs are made from hashes of ranges, which a store may keep or compute.

import { HASH_LENGTH, type Sha256, sameBytes } from './bytes'

const NODE = 1

/** A zero byte and the data. */
export function leafHash(sha256: Sha256, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + data.length)
  bytes.set(data, 1)
  return sha256(bytes)
}

export const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(nodeBytes(left, right))

function nodeBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + left.length + right.length)
  bytes[0] = NODE
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return bytes
}

/** Whole subtree whose leaves are a power of two. A tree to which leaves are appended is a list of them, the largest first. */
export interface Peak {
  readonly leaves: number
  readonly hash: Uint8Array
}

/** Subtrees of a tree after one more leaf: those of equal size become one. */
export function grown(sha256: Sha256, peaks: readonly Peak[], leaf: Uint8Array): Peak[] {
  const after = [...peaks]
  let peak: Peak = { leaves: 1, hash: leaf }
  for (let last = after.at(-1); last?.leaves === peak.leaves; last = after.at(-1)) {
    after.pop()
    peak = { leaves: peak.leaves * 2, hash: nodeHash(sha256, last.hash, peak.hash) }
  }
  return [...after, peak]
}

/** Root of a non-empty tree, computed from its subtrees. */
export const rootOfPeaks = (sha256: Sha256, peaks: readonly Peak[]): Uint8Array =>
  peaks.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(sha256, left, right))

/** Subtrees of a tree without its last leaf, by that leaf's inclusion proof; null for a proof of another length. */
export function peaksBefore(size: number, path: readonly Uint8Array[]): Peak[] | null {
  const peaks: Peak[] = []
  const hashes = path.toReversed()
  let rest = size
  for (const hash of hashes) {
    if (rest < 2) return null
    const leaves = splitOf(rest)
    peaks.push({ leaves, hash })
    rest -= leaves
  }
  return rest === 1 ? peaks : null
}

/** Root of leaves `from` (inclusive) to `to` (exclusive). */
export type RangeHash = (from: number, to: number) => Uint8Array

/** Range hashes over leaf hashes in memory. */
export function rangesOf(sha256: Sha256, hashes: readonly Uint8Array[]): RangeHash {
  const hashOf: RangeHash = (from, to) => {
    if (to <= from) return sha256(new Uint8Array())
    if (to - from === 1) return hashes[from] ?? new Uint8Array()
    const middle = from + splitOf(to - from)
    return nodeHash(sha256, hashOf(from, middle), hashOf(middle, to))
  }
  return hashOf
}

export const rootOfLeaves = (sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array =>
  rangesOf(sha256, hashes)(0, hashes.length)

/** Largest power of two below `size`, which is two or more. */
export function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** Hashes that lead from a leaf to the root of the first `size` leaves, bottom up. */
export function inclusionProof(hashOf: RangeHash, index: number, size: number): Uint8Array[] {
  const path: Uint8Array[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + splitOf(to - from)
    if (index < middle) {
      path.unshift(hashOf(middle, to))
      to = middle
    } else {
      path.unshift(hashOf(from, middle))
      from = middle
    }
  }
  return path
}

/** Hashes that prove the first `from` leaves to be the beginning of the first `to` leaves. */
export function consistencyProof(hashOf: RangeHash, from: number, to: number): Uint8Array[] {
  if (from === 0) return []
  const path: Uint8Array[] = []
  let [first, last, isWhole] = [0, to, true]
  while (from !== last) {
    const middle = first + splitOf(last - first)
    if (from <= middle) {
      path.unshift(hashOf(middle, last))
      last = middle
    } else {
      path.unshift(hashOf(first, middle))
      first = middle
      isWhole = false
    }
  }
  return isWhole ? path : [hashOf(first, last), ...path]
}

/** Root that a leaf hash and its path lead to; null for a path of the wrong length. RFC 9162, section 2.1.3.2. */
export function rootFromInclusion(
  sha256: Sha256,
  {
    leaf,
    index,
    size,
    path,
  }: {
    readonly leaf: Uint8Array
    readonly index: number
    readonly size: number
    readonly path: readonly Uint8Array[]
  },
): Uint8Array | null {
  if (!isCount(index) || !isCount(size) || index >= size || !path.every(isHash) || !isHash(leaf)) return null
  let [node, last, hash] = [index, size - 1, leaf]
  for (const neighbour of path) {
    if (last === 0) return null
    if (isOdd(node) || node === last) {
      hash = nodeHash(sha256, neighbour, hash)
      while (!isOdd(node)) [node, last] = [half(node), half(last)]
    } else {
      hash = nodeHash(sha256, hash, neighbour)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 ? hash : null
}

interface Tree {
  readonly size: number
  readonly root: Uint8Array
}

/** Whether a proof shows that the tree of `to` begins with the tree of `from`. RFC 9162, section 2.1.4.2. */
export function isConsistent(sha256: Sha256, from: Tree, to: Tree, proof: readonly Uint8Array[]): boolean {
  const check = consistencyCheck(from, to, proof)
  let step = check.next()
  while (step.done !== true) step = check.next(sha256(step.value))
  return step.value
}

/** The same check for a runtime with an asynchronous SHA-256: yields each hash input. */
export function* consistencyCheck(
  from: Tree,
  to: Tree,
  proof: readonly Uint8Array[],
): Generator<Uint8Array, boolean, Uint8Array> {
  if (!isCount(from.size) || !isCount(to.size) || from.size > to.size || !proof.every(isHash)) return false
  if (from.size === to.size) return proof.length === 0 && sameBytes(from.root, to.root)
  // Every tree begins with the empty one.
  if (from.size === 0) return proof.length === 0 && sameBytes(from.root, yield new Uint8Array())
  const path = isPowerOfTwo(from.size) ? [from.root, ...proof] : [...proof]
  const [start, ...rest] = path
  if (start === undefined) return false
  let [node, last] = [from.size - 1, to.size - 1]
  while (isOdd(node)) [node, last] = [half(node), half(last)]
  let [older, newer] = [start, start]
  for (const neighbour of rest) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      older = yield nodeBytes(neighbour, older)
      newer = yield nodeBytes(neighbour, newer)
      while (!isOdd(node)) [node, last] = [half(node), half(last)]
    } else {
      newer = yield nodeBytes(newer, neighbour)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && sameBytes(older, from.root) && sameBytes(newer, to.root)
}

const isHash = (bytes: Uint8Array): boolean => bytes.length === HASH_LENGTH
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
// No bit operations: they end at 2^31.
const isOdd = (value: number): boolean => value % 2 === 1
const half = (value: number): number => Math.floor(value / 2)
const isPowerOfTwo = (value: number): boolean => value === 1 || splitOf(value) * 2 === value
