// Published trees of liabilities, and the proofs of one holder. A proof of an account is for its user alone.

import {
  type LeafRow,
  type LiabilityAsset,
  type LiabilityRun,
  findBlock,
  listAssets,
  listBlocks,
  listDone,
  listLeavesOf,
  totalOf,
} from '#db/platform/liability'
import { assert } from '#domain/assert'
import { type LiabilityProof, makeProof } from '#domain/liabilities/proof'
import { type PublicHolder, assetEntry, splitHolding, sumPathOf } from '#domain/liabilities/tree'
import { leafText, pathOf } from '#domain/merkle'
import { type Amount, formatAmount, total } from '#domain/money/amount'
import { BLOCK_LEAVES, digest, keyedBy } from './tree'

const ROOTS_SHOWN = 30

/** A published tree. */
export interface LiabilityTree {
  readonly no: number
  readonly day: string
  readonly root: string
  readonly endedAt: number
  /** Accounts that exist, accounts in the tree, and time of the oldest count. */
  readonly users: number
  readonly counted: number
  readonly oldestAt: number | null
}

const published = ({ no, day, root, endedAt, users, counted, oldestAt }: LiabilityRun): LiabilityTree[] =>
  root === null || endedAt === null ? [] : [{ no, day, root, endedAt, users, counted, oldestAt }]

/** Newest roots, and the assets of the newest tree. */
export async function readLiabilities(
  env: Pick<Env, 'DB'>,
): Promise<{ readonly trees: readonly LiabilityTree[]; readonly assets: readonly LiabilityAsset[] }> {
  const trees = (await listDone(env.DB, ROOTS_SHOWN)).flatMap(published)
  const [latest] = trees
  return { trees, assets: latest ? await listAssets(env.DB, latest.no) : [] }
}

/** Figures of an asset as decimal text with all decimals. */
export function assetFigures(asset: LiabilityAsset) {
  const text = (value: Amount) => formatAmount(asset, value)
  return {
    equity: text(asset.equity),
    debt: text(asset.debt),
    usersEquity: text(asset.usersEquity),
    usersDebt: text(asset.usersDebt),
    insurance: text(asset.insurance),
    inviters: text(asset.inviters),
    reserve: text(asset.reserve),
    demo: text(asset.demo),
  }
}

/** Proofs of a holder in the newest tree, one for each asset; null before the first tree. */
export async function readProofs(
  env: Pick<Env, 'DB'>,
  holder: number | PublicHolder,
): Promise<{ readonly tree: LiabilityTree; readonly proofs: readonly LiabilityProof[] } | null> {
  const [run] = await listDone(env.DB, 1)
  const [tree] = run ? published(run) : []
  if (!run || !tree) return null
  const [assets, rows] = await Promise.all([listAssets(env.DB, run.no), listLeavesOf(env.DB, run.no, String(holder))])
  const entries = assets.map((asset) => digest(leafText(assetEntry(totalOf(asset)))))
  const proofs = assets.flatMap((asset, index) => {
    const own = rows.filter(({ assetId }) => assetId === asset.assetId)
    const place = { index, assets: assets.length, path: pathOf(digest, entries, index) }
    return own.length === 0 ? [] : [proofOf(env.DB, { run, root: tree.root, asset, place, own })]
  })
  return { tree, proofs: await Promise.all(proofs) }
}

interface Asked {
  readonly run: LiabilityRun
  readonly root: string
  readonly asset: LiabilityAsset
  readonly place: { readonly index: number; readonly assets: number; readonly path: readonly string[] }
  readonly own: readonly LeafRow[]
}

async function proofOf(db: D1Database, { run, root, asset, place, own }: Asked): Promise<LiabilityProof> {
  const of = { runNo: run.no, assetId: asset.assetId }
  const blocks = await listBlocks(db, of)
  const holding = {
    ...{ tree: run.no, assetId: asset.assetId, holder: own[0]?.holder ?? '' },
    equity: total(own.map(({ equity }) => equity)),
    debt: total(own.map(({ debt }) => debt)),
  }
  const parts = splitHolding(keyedBy(run.secret), holding).map(async (leaf) => {
    const hash = own.find(({ part }) => part === leaf.part)?.hash ?? ''
    const leaves = await findBlock(db, of, hash, BLOCK_LEAVES)
    const inBlock = leaves.findIndex((row) => row.hash === hash)
    const block = blocks.findIndex(({ firstHash }) => firstHash === leaves[0]?.hash)
    assert(inBlock >= 0 && block >= 0, 'a leaf of the tree is in a block')
    const path = [...sumPathOf(digest, leaves, inBlock), ...sumPathOf(digest, blocks, block)]
    return { leaf, index: block * BLOCK_LEAVES + inBlock, path }
  })
  const { no: tree, day } = run
  return makeProof({
    tree,
    day,
    holder: holding.holder,
    total: totalOf(asset),
    place,
    parts: await Promise.all(parts),
    root,
  })
}
