// A Merkle tree over a published list, with the shape of RFC 9162: a tree of any size is split at the largest power of two below it. Hashes are
// SHA-256 of text, in hex, so that any tool can check one; leaves and nodes begin with different characters, so that neither can pass for the other.

import type { Digest } from './quotes/chain'

/** Hashed text of a list entry. */
export const leafText = (entry: string): string => `\u0000${entry}`

/** Hashed text of two neighbouring nodes. */
export const nodeText = (left: string, right: string): string => `\u0001${left}${right}`

/**
 * Root over leaf hashes. Whole blocks of a power of two leaves may be replaced by their roots: the root over block roots, where only the
 * last block may be shorter, equals the root over all leaves. Null for an empty list.
 */
export function rootOf(digest: Digest, hashes: readonly string[]): string | null {
  let level = hashes
  while (level.length > 1) level = parentsOf(digest, level)
  return level[0] ?? null
}

/** Sibling hashes on the path from one hash to the root, bottom up. */
export function pathOf(digest: Digest, hashes: readonly string[], index: number): string[] {
  const path: string[] = []
  let level = hashes
  for (let at = index; level.length > 1; at = at >> 1) {
    const neighbour = level[at ^ 1]
    if (neighbour !== undefined) path.push(neighbour)
    level = parentsOf(digest, level)
  }
  return path
}

/** Side of each sibling on a path, bottom up; null for an index outside the list. */
export function sidesOf(index: number, size: number): ('left' | 'right')[] | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null
  const sides: ('left' | 'right')[] = []
  let [at, last] = [index, size - 1]
  while (last > 0) {
    if (at % 2 === 1) sides.push('left')
    else if (at < last) sides.push('right')
    at = (at - (at % 2)) / 2
    last = (last - (last % 2)) / 2
  }
  return sides
}

/** Proof that a list has an entry at an index: entry and path give the list's root. */
export interface MerkleProof {
  /** From 0. */
  readonly index: number
  readonly size: number
  /** In hex, from below. */
  readonly path: readonly string[]
}

/** Siblings of a path with their sides; null when the path's length doesn't fit its index, or an element is no hash. */
export function stepsOf({
  index,
  size,
  path,
}: MerkleProof): readonly { readonly side: 'left' | 'right'; readonly neighbour: string }[] | null {
  const sides = sidesOf(index, size)
  if (sides?.length !== path.length || !path.every((hash) => /^[0-9a-f]{64}$/.test(hash))) return null
  return sides.map((side, step) => ({ side, neighbour: path[step] ?? '' }))
}

/** Root given by an entry and its path; null for an invalid path. */
export function rootFromPath(digest: Digest, proof: MerkleProof & { readonly entry: string }): string | null {
  const steps = stepsOf(proof)
  if (steps === null) return null
  return steps.reduce(
    (hash, { side, neighbour }) => digest(side === 'left' ? nodeText(neighbour, hash) : nodeText(hash, neighbour)),
    digest(leafText(proof.entry)),
  )
}

/** Pairs of neighbours; a last node without a neighbour moves up unchanged. */
function parentsOf(digest: Digest, level: readonly string[]): string[] {
  const parents: string[] = []
  for (let at = 0; at < level.length; at += 2) {
    const [left = '', right] = [level[at], level[at + 1]]
    parents.push(right === undefined ? left : digest(nodeText(left, right)))
  }
  return parents
}
