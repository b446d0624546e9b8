// A small tree of liabilities in memory, and the proofs of its accounts.

import { createHash, createHmac } from 'node:crypto'
import { type LiabilityProof, makeProof } from '#domain/liabilities/proof'
import {
  type AssetTotal,
  type SumNode,
  assetEntry,
  leafNode,
  splitHolding,
  sumPathOf,
  sumRootOf,
} from '#domain/liabilities/tree'
import { leafText, pathOf, rootOf } from '#domain/merkle'
import { amount } from '#domain/money/amount'

export const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
export const keyed = (text: string) => createHmac('sha512', 'key').update(text).digest('hex')

const USDT = { assetId: 3, code: 'USDT', scale: 6 }
const BTC = { assetId: 1, code: 'BTC', scale: 8 }

export const nodeOf = (hash: string, equity: bigint, debt = 0n): SumNode => ({
  hash: digest(hash),
  equity: amount(equity),
  debt: amount(debt),
})

/** Tree over accounts 1, 2, … with these equities of USDT, beside one account with bitcoin. */
export function treeOf(equities: readonly bigint[]) {
  const leaves = equities
    .flatMap((equity, index) =>
      splitHolding(keyed, {
        ...{ tree: 7, assetId: USDT.assetId, holder: String(index + 1) },
        equity: amount(equity),
        debt: amount(BigInt(index)),
      }),
    )
    .map((leaf) => ({ leaf, node: leafNode(digest, leaf) }))
    .sort((left, right) => (left.node.hash < right.node.hash ? -1 : 1))
  const nodes = leaves.map(({ node }) => node)
  const root = sumRootOf(digest, nodes) ?? nodeOf('', 0n)
  const total: AssetTotal = { ...USDT, ...root, size: nodes.length }
  const entries = [{ ...BTC, ...nodeOf('btc', 5n), size: 2 }, total].map((each) => digest(leafText(assetEntry(each))))
  const published = rootOf(digest, entries) ?? ''
  const proofOf = (holder: string): LiabilityProof =>
    makeProof({
      ...{ tree: 7, day: '2026-11-28', holder, total, root: published },
      place: { index: 1, assets: 2, path: pathOf(digest, entries, 1) },
      parts: leaves
        .map(({ leaf }, index) => ({ leaf, index, path: sumPathOf(digest, nodes, index) }))
        .filter(({ leaf }) => leaf.holder === holder)
        .sort((left, right) => left.leaf.part - right.leaf.part),
    })
  return { total, published, proofOf }
}
