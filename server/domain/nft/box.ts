// A series of blind boxes: the order of its prizes is committed to as a Merkle root before the first sale, and box number n holds the prize
// at place n. A receipt of an opening proves that its prize stood there all along. It names no person.

import { type MerkleProof, leafText, pathOf, rootFromPath, rootOf } from '../merkle'
import type { Digest } from '../quotes/chain'

export const BOX_RULE = 'nft-box-1'

export interface BoxEntry {
  readonly series: number
  /** Number of the sale that gets this prize, from 1. */
  readonly position: number
  readonly name: string
  readonly rarity: string
  readonly media: string
  /** 256 random bits in hex, so an entry can't be guessed from its hash. */
  readonly salt: string
}

const boxEntry = ({ series, position, name, rarity, media, salt }: BoxEntry): string =>
  JSON.stringify([BOX_RULE, series, position, name, rarity, media, salt])

const hashesOf = (digest: Digest, entries: readonly BoxEntry[]): string[] =>
  entries.map((entry) => digest(leafText(boxEntry(entry))))

/** Of entries in the order of their places. Throws for an empty series. */
export function boxRoot(digest: Digest, entries: readonly BoxEntry[]): string {
  const root = rootOf(digest, hashesOf(digest, entries))
  if (root === null) throw new Error('a series has a prize')
  return root
}

export interface BoxReceipt extends MerkleProof {
  readonly rule: typeof BOX_RULE
  readonly series: number
  /** Of the tree over the whole order, published before the first sale. */
  readonly root: string
  readonly committedAt: number
  /** Number of the sale in the series, and its time. */
  readonly saleNo: number
  readonly soldAt: number
  readonly at: number
  readonly prize: { readonly name: string; readonly rarity: string; readonly media: string }
  readonly salt: string
  /** Count per rarity in the series. */
  readonly rarities: Readonly<Record<string, number>>
}

export interface Opening {
  readonly entries: readonly BoxEntry[]
  readonly saleNo: number
  readonly committedAt: number
  readonly soldAt: number
  readonly at: number
}

/** Throws for a number outside the series. */
export function boxReceipt(digest: Digest, { entries, saleNo, committedAt, soldAt, at }: Opening): BoxReceipt {
  const prize = entries[saleNo - 1]
  if (prize?.position !== saleNo) throw new Error(`the series has no box ${saleNo}`)
  const { name, rarity, media, salt, series } = prize
  const rarities: Record<string, number> = {}
  for (const entry of entries) rarities[entry.rarity] = (rarities[entry.rarity] ?? 0) + 1
  return {
    rule: BOX_RULE,
    series,
    root: boxRoot(digest, entries),
    committedAt,
    saleNo,
    soldAt,
    at,
    prize: { name, rarity, media },
    salt,
    rarities,
    index: saleNo - 1,
    size: entries.length,
    path: pathOf(digest, hashesOf(digest, entries), saleNo - 1),
  }
}

/** Problems of a receipt, in English; empty when it is correct. */
export function checkBoxReceipt(receipt: BoxReceipt, { sha256 }: { readonly sha256: Digest }): string[] {
  const { series, saleNo, prize, salt, index, size, rarities } = receipt
  const problems: string[] = []
  const entry = boxEntry({ series, position: saleNo, ...prize, salt })
  if (rootFromPath(sha256, { ...receipt, entry }) !== receipt.root)
    problems.push('the committed order, by its root, does not have this prize at this place')
  if (index !== saleNo - 1) problems.push('the prize is not the one of this sale’s number')
  if (receipt.committedAt > receipt.soldAt) problems.push('the order was committed to after the sale')
  if (receipt.soldAt > receipt.at) problems.push('the box was opened before it was sold')
  const count = Object.values(rarities).reduce((sum, of) => sum + of, 0)
  if (count !== size || !rarities[prize.rarity]) problems.push('the published rarities are not those of the series')
  return problems
}
