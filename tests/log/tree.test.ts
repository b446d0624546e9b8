import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '#domain/log/bytes'
import {
  consistencyProof,
  inclusionProof,
  isConsistent,
  leafHash,
  nodeHash,
  peaksBefore,
  rangesOf,
  rootFromInclusion,
  rootOfLeaves,
} from '#domain/log/tree'
import { sha256 } from './crypto'

// Leaves, roots and proofs that Certificate Transparency publishes for RFC 6962; RFC 9162 hashes in the same way.
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const FIRST_OF_8 = [
  '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
]
const SIXTH_OF_8 = [
  'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
]
const FROM_6_TO_8 = [
  '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
]
const FROM_2_TO_5 = [
  '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
]

const bytes = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array()
const hashes = LEAVES.map((leaf) => leafHash(sha256, bytes(leaf)))
const ranges = rangesOf(sha256, hashes)
const hex = (path: readonly Uint8Array[]): string[] => path.map(toHex)

/** Every leaf of a tree of `size` differs. */
const treeOf = (size: number): Uint8Array[] =>
  Array.from({ length: size }, (_, index) => leafHash(sha256, Uint8Array.of(index, index >> 8)))

describe('the published vectors', () => {
  test.each(ROOTS.map((root, size) => [size, root]))('root of %i leaves', (size, root) => {
    expect(toHex(rootOfLeaves(sha256, hashes.slice(0, size)))).toBe(root)
  })

  test('inclusion of the first and the sixth of eight', () => {
    expect(hex(inclusionProof(ranges, 0, 8))).toEqual(FIRST_OF_8)
    expect(hex(inclusionProof(ranges, 5, 8))).toEqual(SIXTH_OF_8)
    expect(hex(inclusionProof(ranges, 0, 1))).toEqual([])
  })

  test('consistency', () => {
    expect(hex(consistencyProof(ranges, 1, 8))).toEqual(FIRST_OF_8)
    expect(hex(consistencyProof(ranges, 6, 8))).toEqual(FROM_6_TO_8)
    expect(hex(consistencyProof(ranges, 2, 5))).toEqual(FROM_2_TO_5)
    expect(hex(consistencyProof(ranges, 1, 1))).toEqual([])
  })
})

describe('of every size to 33', () => {
  const all = treeOf(33)
  const hashOf = rangesOf(sha256, all)
  const roots = Array.from({ length: 34 }, (_, size) => hashOf(0, size))
  const rootAt = (size: number): Uint8Array => roots[size] ?? new Uint8Array()
  const leafAt = (index: number): Uint8Array => all[index] ?? new Uint8Array()

  test('each leaf is proven, and proves no other place, leaf or size', () => {
    for (let size = 1; size <= 33; size += 1)
      for (let index = 0; index < size; index += 1) {
        const path = inclusionProof(hashOf, index, size)
        const proven = { leaf: leafAt(index), index, size, path }
        const root = toHex(rootAt(size))
        const leadsTo = (proof: typeof proven) => {
          const reached = rootFromInclusion(sha256, proof)
          return reached !== null && toHex(reached) === root
        }
        expect(leadsTo(proven)).toBe(true)
        expect(leadsTo({ ...proven, leaf: leafAt((index + 1) % 33) })).toBe(false)
        if (size > 1) expect(leadsTo({ ...proven, index: (index + 1) % size })).toBe(false)
        expect(leadsTo({ ...proven, path: [...path, leafAt(0)] })).toBe(false)
        if (path.length > 0) expect(leadsTo({ ...proven, path: path.slice(0, -1) })).toBe(false)
      }
  })

  test('each beginning is proven, and no other root passes for it', () => {
    for (let to = 1; to <= 33; to += 1)
      for (let from = 0; from <= to; from += 1) {
        const proof = consistencyProof(hashOf, from, to)
        const [older, newer] = [
          { size: from, root: rootAt(from) },
          { size: to, root: rootAt(to) },
        ]
        const other = leafAt(0).map((byte) => byte ^ 1)
        expect(isConsistent(sha256, older, newer, proof)).toBe(true)
        expect(isConsistent(sha256, { ...older, root: other }, newer, proof)).toBe(false)
        if (from > 0) expect(isConsistent(sha256, older, { ...newer, root: other }, proof)).toBe(false)
        expect(isConsistent(sha256, older, newer, [...proof, other])).toBe(false)
        if (proof.length > 0) expect(isConsistent(sha256, older, newer, proof.slice(1))).toBe(false)
        if (from < to) expect(isConsistent(sha256, newer, older, proof)).toBe(false)
      }
  })

  test('a tree without its last leaf is the path of that leaf, top down, if the path is of its length', () => {
    const [one, two] = [leafAt(0), leafAt(1)]
    expect(peaksBefore(1, [])).toEqual([])
    // The fourth of four: the first two are one subtree, the third another.
    expect(peaksBefore(4, [one, two])).toEqual([
      { leaves: 2, hash: two },
      { leaves: 1, hash: one },
    ])
    for (const path of [[], [one], [one, two, one]]) expect(peaksBefore(4, path)).toBeNull()
  })

  test('a consistency proof longer than the tree is high, or none of a tree that is no whole subtree, proves nothing', () => {
    const [first, second, third, fourth, more] = [0, 1, 2, 3, 4].map(leafAt) as [
      ...[Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array],
    ]
    const node = (left: Uint8Array, right: Uint8Array) => nodeHash(sha256, left, right)
    const half = node(first, second)
    const [older, newer] = [node(half, third), node(half, node(third, fourth))]
    const is = (from: Uint8Array, to: Uint8Array, proof: readonly Uint8Array[]) =>
      isConsistent(sha256, { size: 3, root: from }, { size: 4, root: to }, proof)
    expect(is(older, newer, [third, fourth, half])).toBe(true)
    expect(is(node(more, older), node(more, newer), [third, fourth, half, more])).toBe(false)
    expect(is(older, newer, [])).toBe(false)
  })

  test('what is no count or no hash proves nothing', () => {
    const leaf = leafAt(0)
    for (const index of [-1, 0.5, NaN, 33, Infinity])
      expect(rootFromInclusion(sha256, { leaf, index, size: 33, path: [] })).toBeNull()
    expect(rootFromInclusion(sha256, { leaf, index: 0, size: 2, path: [leaf.slice(1)] })).toBeNull()
    expect(isConsistent(sha256, { size: 1.5, root: leaf }, { size: 2, root: leaf }, [leaf])).toBe(false)
  })
})
