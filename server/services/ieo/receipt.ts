// Allotment receipt, generated on demand from the published list; contains public data only and no names.

import { sha256 } from '#lib/digest'
import { findRun, findShares, listBlocks } from '#db/platform/ieo-run'
import { IEO_RULE, allottedOf } from '#domain/ieo/allotment'
import { type IeoReceipt, checkIeoReceipt } from '#domain/ieo/receipt'
import { pathOf } from '#domain/merkle'
import { BLOCK_LEAVES, entriesOf, lastRoundedOf, leavesOf } from './allocation'
import { findProject } from './projects'

/** Receipt id of an application. */
export const ieoReceiptName = (claim: number): string => `ieo-${claim}`

/** Null for another receipt kind, and before the list is published. */
export async function readIeoReceipt(env: Pick<Env, 'DB'>, claim: number): Promise<IeoReceipt | null> {
  const [share] = await findShares(env.DB, [claim])
  const run = share ? await findRun(env.DB, share.projectId) : null
  const project = share ? await findProject(env, { id: share.projectId, language: 'en' }) : null
  if (!share || !project || !run || run.root === null) return null
  const block = Math.floor(share.position / BLOCK_LEAVES)
  const [leaves, blocks] = await Promise.all([leavesOf(env.DB, run, block), listBlocks(env.DB, run.projectId)])
  const within = pathOf(sha256, leaves, share.position % BLOCK_LEAVES)
  const last = lastRoundedOf(run)
  return {
    rule: IEO_RULE,
    project: run.projectId,
    token: project.asset.code,
    at: project.endsAt,
    supply: project.supply,
    total: run.total,
    last,
    claim,
    applied: share.applied,
    first: share.first,
    before: share.before,
    inAll: share.inAll,
    cap: project.userMax,
    allotted: allottedOf(share, last),
    index: share.position,
    size: run.claims,
    path: [...within, ...pathOf(sha256, blocks, block)],
    root: run.root,
  }
}

/** Verifies the allotment formula and the Merkle path. */
export const isReceiptRight = (receipt: IeoReceipt): boolean => checkIeoReceipt(receipt, { sha256 }).length === 0

/** One block of the published allocation list; null before publication. */
export async function readAllocation(env: Pick<Env, 'DB'>, projectId: number, block: number) {
  const run = await findRun(env.DB, projectId)
  if (!run || run.listedAt === null) return null
  return { run, blocks: Math.ceil(run.claims / BLOCK_LEAVES), entries: await entriesOf(env.DB, run, block) }
}
