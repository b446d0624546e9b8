// What an allocation publishes: the receipts of the whole sale, and the entries of its trees, a block at a time.

import { sha256 } from '#lib/digest'
import { type RunOf, type ShareRow, listShares } from '#db/platform/ieo-run'
import type { IeoRun } from '#db/platform/ieo'
import { type Application, type LastRounded, allottedOf, listEntry } from '#domain/ieo/allotment'
import {
  type IeoClaimsReceipt,
  type IeoListReceipt,
  claimLeaf,
  claimsReceipt,
  listReceipt,
} from '#domain/ieo/commitment'
import { leafText } from '#domain/merkle'

/** Leaves per block of a Merkle tree: a power of two. */
export const BLOCK_LEAVES = 1_024

export const lastRoundedOf = ({ lastRemainder, lastFirst }: IeoRun): LastRounded | null =>
  lastRemainder === null || lastFirst === null ? null : { remainder: lastRemainder, first: lastFirst }

/** Receipt over the applications; of a run that has their root. */
export const claimsReceiptOf = ({ run, token, endsAt, supply, userMax }: RunOf): IeoClaimsReceipt =>
  claimsReceipt({
    ...{ at: run.committedAt ?? 0, project: run.projectId, token, endsAt, supply, cap: userMax },
    ...{ total: run.total, claims: run.claims, root: run.claimsRoot },
  })

/** Receipt over the list of allotments; of a run whose applications were shared out. */
export const listReceiptOf = (of: RunOf, root: string | null): IeoListReceipt => {
  const { run } = of
  return listReceipt(sha256, claimsReceiptOf(of), {
    ...{ at: run.sharedAt ?? 0, ticks: run.tick ? [run.tick] : [], last: lastRoundedOf(run), root },
  })
}

/** Hashes of one block of list entries. */
export const leavesOf = async (db: D1Database, run: IeoRun, block: number): Promise<string[]> =>
  listLeaves(run, await sharesIn(db, run, block))

export const listLeaves = (run: IeoRun, shares: readonly ShareRow[]): string[] =>
  allotted(run, shares).map((entry) => sha256(leafText(listEntry({ project: run.projectId, ...entry }))))

export const claimLeaves = ({ projectId }: IeoRun, shares: readonly ShareRow[]): string[] =>
  shares.map((share) => claimLeaf(sha256, projectId, share))

/** Published allocation list, one block at a time. */
export const entriesOf = async (db: D1Database, run: IeoRun, block: number) =>
  allotted(run, await sharesIn(db, run, block))

export const sharesIn = (db: D1Database, { projectId }: IeoRun, block: number): Promise<ShareRow[]> =>
  listShares(db, { projectId, from: block * BLOCK_LEAVES, limit: BLOCK_LEAVES })

const allotted = (
  run: IeoRun,
  shares: readonly ShareRow[],
): (Pick<Application, 'claim' | 'first' | 'applied'> & { readonly allotted: number })[] => {
  const last = lastRoundedOf(run)
  return shares.map((share) => {
    const { claim, first, applied } = share
    return { claim, first, applied, allotted: allottedOf(share, last) }
  })
}
