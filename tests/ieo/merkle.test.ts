// Merkle tree of the published list against a direct, slow implementation of RFC 9162's definition.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leafText, nodeText, pathOf, rootFromPath, rootOf, sidesOf, stepsOf } from '#domain/merkle'
import { HASHING } from '../kit/hashing'

const { sha256 } = HASHING
const leaf = (entry: string) => sha256(leafText(entry))

/** MTH of RFC 9162: split at the largest power of two below the size. */
function slowRoot(entries: readonly string[]): string {
  const [only] = entries
  if (entries.length === 1 && only !== undefined) return leaf(only)
  let split = 1
  while (split * 2 < entries.length) split *= 2
  return sha256(nodeText(slowRoot(entries.slice(0, split)), slowRoot(entries.slice(split))))
}

const lists = fc.array(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 70 })

describe('a Merkle tree', () => {
  test('hashes leaves and nodes under different prefixes', () => {
    // SHA-256 of one zero byte.
    expect(leaf('')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
    const [left, right] = [leaf('a'), leaf('b')]
    // Leaf and node hashes use different prefixes: two children as one leaf don't hash to their parent.
    expect(leaf(left + right)).not.toBe(sha256(nodeText(left, right)))
    expect(rootOf(sha256, [])).toBeNull()
  })

  test('of any size has the root of the definition, and every entry its path', () => {
    fc.assert(
      fc.property(lists, (entries) => {
        const hashes = entries.map(leaf)
        const root = rootOf(sha256, hashes)
        expect(root).toBe(slowRoot(entries))
        entries.forEach((entry, index) => {
          const path = pathOf(sha256, hashes, index)
          const proof = { entry, index, size: entries.length, path }
          expect(rootFromPath(sha256, proof)).toBe(slowRoot(entries))
        })
      }),
      { numRuns: 40 },
    )
  })

  test('over roots of whole blocks is the tree over all leaves, and so is a path through both', () => {
    fc.assert(
      fc.property(lists, fc.nat(69), (entries, seed) => {
        const hashes = entries.map(leaf)
        const blocks = Array.from({ length: Math.ceil(hashes.length / 8) }, (_, no) => hashes.slice(no * 8, no * 8 + 8))
        const roots = blocks.flatMap((block) => rootOf(sha256, block) ?? [])
        expect(rootOf(sha256, roots)).toEqual(rootOf(sha256, hashes))
        const index = seed % entries.length
        const no = Math.floor(index / 8)
        const joined = [...pathOf(sha256, blocks[no] ?? [], index % 8), ...pathOf(sha256, roots, no)]
        expect(joined).toEqual(pathOf(sha256, hashes, index))
      }),
      { numRuns: 60 },
    )
  })

  test('has a side for each neighbour on the way up, and none outside of the list', () => {
    // Leaf 2 of five: its neighbour is 3, then the pair before, then the fifth.
    expect(sidesOf(2, 5)).toEqual(['right', 'left', 'right'])
    expect([sidesOf(4, 5), sidesOf(0, 1), sidesOf(1, 2)]).toEqual([['left'], [], ['left']])
    for (const [index, size] of [
      [5, 5],
      [6, 5],
      [-1, 5],
      [0, 0],
      [1.5, 5],
      [1, 5.5],
    ] as const)
      // prettier-ignore
      expect(sidesOf(index, size)).toBeNull()
    const hash = 'ab'.repeat(32)
    expect(stepsOf({ index: 0, size: 2, path: [hash] })).toEqual([{ side: 'right', neighbour: hash }])
    for (const path of [[`x${hash}`], [`${hash}0`], [hash.toUpperCase()], [], [hash, hash]])
      expect(stepsOf({ index: 0, size: 2, path })).toBeNull()
  })

  test('takes no entry at another place, no other entry, and no path that is cut or too long', () => {
    const entries = ['a', 'b', 'c', 'd', 'e']
    const hashes = entries.map(leaf)
    const root = slowRoot(entries)
    const path = pathOf(sha256, hashes, 2)
    const right = { entry: 'c', index: 2, size: 5, path }
    expect(rootFromPath(sha256, right)).toBe(root)
    for (const wrong of [
      { ...right, entry: 'd' },
      { ...right, index: 3 },
      { ...right, index: 4 },
      { ...right, index: 5 },
      { ...right, index: -1 },
      { ...right, path: path.slice(1) },
      { ...right, path: [...path, root] },
      { ...right, path: ['no hash', ...path.slice(1)] },
    ])
      expect(rootFromPath(sha256, wrong)).not.toBe(root)
    expect(sidesOf(4, 5)).toEqual(['left'])
  })
})
