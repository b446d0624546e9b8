// Allotment receipt, generated on demand from the published list; contains public data only and no names.

import { sha256 } from '#lib/digest'
import { findRunOf, findShares, listBlocks } from '#db/platform/ieo-run'
import { IEO_RULE, allottedOf } from '#domain/ieo/allotment'
import { type IeoReceipt, checkIeoReceipt } from '#domain/ieo/receipt'
import { pathOf } from '#domain/merkle'
import {
  BLOCK_LEAVES,
  claimLeaves,
  claimsReceiptOf,
  entriesOf,
  lastRoundedOf,
  listLeaves,
  listReceiptOf,
  sharesIn,
} from './published'

/** Receipt id of an application. */
export const ieoReceiptName = (claim: number): string => `ieo-${claim}`

/** Null for another receipt kind, and before the list is published. */
export async function readIeoReceipt(env: Pick<Env, 'DB'>, claim: number): Promise<IeoReceipt | null> {
  const [share] = await findShares(env.DB, [claim])
  const of = share ? await findRunOf(env.DB, share.projectId) : null
  if (!share || !of || of.run.root === null) return null
  const { run } = of
  const block = Math.floor(share.position / BLOCK_LEAVES)
  const [shares, claimBlocks, blocks] = await Promise.all([
    sharesIn(env.DB, run, block),
    listBlocks(env.DB, run.projectId, 'claims'),
    listBlocks(env.DB, run.projectId, 'list'),
  ])
  const through = (leaves: readonly string[], roots: readonly string[]) => [
    ...pathOf(sha256, leaves, share.position % BLOCK_LEAVES),
    ...pathOf(sha256, roots, block),
  ]
  const { applied, first, before, inAll } = share
  return {
    ...{ rule: IEO_RULE, sale: claimsReceiptOf(of), list: listReceiptOf(of, run.root) },
    ...{ claim, applied, first, before, inAll, allotted: allottedOf(share, lastRoundedOf(run)) },
    ...{ index: share.position, claimPath: through(claimLeaves(run, shares), claimBlocks) },
    path: through(listLeaves(run, shares), blocks),
  }
}

/** Verifies the allotment formula and the Merkle paths. */
export const isReceiptRight = (receipt: IeoReceipt): boolean => checkIeoReceipt(receipt, { sha256 }).length === 0

/** One block of the published allocation list, with the names of the sale's receipts; null before publication. */
export async function readAllocation(env: Pick<Env, 'DB'>, projectId: number, block: number) {
  const of = await findRunOf(env.DB, projectId)
  if (!of || of.run.listedAt === null) return null
  const { run } = of
  return {
    run,
    blocks: Math.ceil(run.claims / BLOCK_LEAVES),
    entries: await entriesOf(env.DB, run, block),
    claimsReceiptId: sha256(JSON.stringify(claimsReceiptOf(of))),
    listReceiptId: sha256(JSON.stringify(listReceiptOf(of, run.root))),
  }
}
