// Merkle sum tree over what customers own and owe in one asset. Each node commits to the sums of its two children, so a leaf that is altered,
// left out or negative changes the root or is refused. Hashes are SHA-256 in base64url, so that a customer's file stays small.

import { assert } from '../assert'
import { type Amount, ZERO, add, amount } from '../money/amount'
import type { Digest } from '../quotes/chain'

export const LIABILITIES_RULE = 'liabilities-1'

/** Largest sum of a node: a longer number is a mistake or an attack. */
export const SUM_MAX = 10n ** 40n - 1n

export interface Sums {
  /** What the holder owns: available and held balances of every wallet. */
  readonly equity: Amount
  /** What the holder owes: principal and interest of loans. */
  readonly debt: Amount
}

export interface SumNode extends Sums {
  readonly hash: string
}

/** Part of one holder's balance in one asset. */
export interface Leaf extends Sums {
  /** Number of the tree. */
  readonly tree: number
  readonly assetId: number
  /** Number of an account, or the name of a public holder. */
  readonly holder: string
  readonly part: number
  /** Keeps neighbours from guessing the leaf of a hash. */
  readonly salt: string
}

/** Holders that are no account: their leaves are public. */
export const PUBLIC_HOLDERS = ['insurance', 'inviters'] as const
export type PublicHolder = (typeof PUBLIC_HOLDERS)[number]

export const NOTHING: Sums = { equity: ZERO, debt: ZERO }

export const addSums = (left: Sums, right: Sums): Sums => ({
  equity: add(left.equity, right.equity),
  debt: add(left.debt, right.debt),
})

/** Node sums are non-negative, with at most 40 digits. */
export const isSum = (value: bigint): boolean => value >= 0n && value <= SUM_MAX

/** Hashed text of a leaf. */
export const sumLeafText = ({ tree, assetId, holder, part, equity, debt, salt }: Leaf): string =>
  `\u0000${[LIABILITIES_RULE, tree, assetId, holder, part, equity, debt, salt].join('|')}`

/** Hashed text of a node over two children. */
export const sumNodeText = (left: SumNode, right: SumNode): string =>
  `\u0001${[left, right].map(({ hash, equity, debt }) => `${hash}|${equity}|${debt}`).join('|')}`

export function leafNode(digest: Digest, leaf: Leaf): SumNode {
  assertSums(leaf)
  return { hash: digest(sumLeafText(leaf)), equity: leaf.equity, debt: leaf.debt }
}

export function parentOf(digest: Digest, left: SumNode, right: SumNode): SumNode {
  const sums = addSums(left, right)
  assertSums(sums)
  return { hash: digest(sumNodeText(left, right)), ...sums }
}

function assertSums({ equity, debt }: Sums): void {
  assert(isSum(equity) && isSum(debt), 'a sum of liabilities is neither negative nor longer than 40 digits')
}

/**
 * Root over leaves. As in server/domain/merkle.ts, whole blocks of a power of two leaves may be replaced by their roots. Null without leaves.
 */
export function sumRootOf(digest: Digest, leaves: readonly SumNode[]): SumNode | null {
  let level = leaves
  while (level.length > 1) level = parentsOf(digest, level)
  return level[0] ?? null
}

/** Siblings on the path from one leaf to the root, bottom up. */
export function sumPathOf(digest: Digest, leaves: readonly SumNode[], index: number): SumNode[] {
  const path: SumNode[] = []
  let level = leaves
  for (let at = index; level.length > 1; at = at >> 1) {
    const neighbour = level[at ^ 1]
    if (neighbour !== undefined) path.push(neighbour)
    level = parentsOf(digest, level)
  }
  return path
}

/** Pairs of neighbours; a last node without a neighbour moves up unchanged. */
function parentsOf(digest: Digest, level: readonly SumNode[]): SumNode[] {
  const parents: SumNode[] = []
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]]
    if (left) parents.push(right === undefined ? left : parentOf(digest, left, right))
  }
  return parents
}

/** What an asset's tree came to: its root, and how many leaves it has. */
export interface AssetTotal extends SumNode {
  readonly assetId: number
  readonly code: string
  readonly scale: number
  readonly size: number
}

/** Entry of the list of assets. The published root is the root of the Merkle tree (server/domain/merkle.ts) over this list. */
export const assetEntry = ({ assetId, code, scale, size, equity, debt, hash }: AssetTotal): string =>
  [LIABILITIES_RULE, assetId, code, scale, size, equity, debt, hash].join('|')

/** Parts of one holding. Split, so that a neighbour's path reveals only one part. */
export const PARTS = 2

/** HMAC-SHA-512 under the tree's secret key, in hex. */
export type Keyed = (text: string) => string

/** Leaves of one holding: two parts of a size that only the tree's key knows, each with its salt. */
export function splitHolding(keyed: Keyed, holding: Omit<Leaf, 'part' | 'salt'>): Leaf[] {
  const { tree, assetId, holder, equity, debt } = holding
  const draw = keyed([tree, assetId, holder].join('|'))
  const first = {
    equity: portionOf(equity, draw.slice(0, 8)),
    debt: portionOf(debt, draw.slice(8, 16)),
  }
  const rest = { equity: amount(equity - first.equity), debt: amount(debt - first.debt) }
  return [first, rest].map((sums, part) => ({
    ...{ tree, assetId, holder, part },
    ...sums,
    salt: draw.slice(16 + part * SALT, 16 + (part + 1) * SALT),
  }))
}

/** Hex digits of a salt. */
const SALT = 32

/** Rounded down: the other part gets the rest. */
const portionOf = (value: Amount, hex: string): Amount => amount((value * BigInt(`0x${hex}`)) >> 32n)
