// Allocation of an ended sale, in slices: each slice reads rows, applies the domain rule and commits one batch. After a
// crash the next step repeats the slice with the same result. Then each account is informed of its allotment, with
// retries.

import { sha256 } from '#lib/digest'
import {
  type RunOf,
  beginRun,
  endRun,
  findByRemainder,
  findRun,
  listBlocks,
  listClaimsAfter,
  listRuns,
  listShares,
  listUnbegun,
  listUntold,
  markTold,
  publishRoot,
  putBlock,
  putLastRounded,
  putShares,
} from '#db/platform/ieo-run'
import type { IeoRun } from '#db/platform/ieo'
import {
  type Application,
  type LastRounded,
  allottedOf,
  listEntry,
  shareOf,
  tokensLeft,
  weightOf,
} from '#domain/ieo/allotment'
import { leafText, rootOf } from '#domain/merkle'
import { MINUTE_MS } from '#domain/time'
import { callAccountAsSystem } from '../account-room'
import { eachAlone } from '../each-alone'

/** Delay (ms) after the sale's end, for applications accepted at the last moment. */
const GRACE_MS = 2 * MINUTE_MS
const CLAIMS_PER_SLICE = 2_000
/** Leaves per block of the Merkle tree: a power of two. */
export const BLOCK_LEAVES = 1_024
/** Steps and accounts per sweep; the next sweep follows in a minute. */
const STEPS_PER_SWEEP = 300
const TOLD_PER_CALL = 500
const TOLD_PER_SWEEP = 2_000

export const lastRoundedOf = ({ lastRemainder, lastFirst }: IeoRun): LastRounded | null =>
  lastRemainder === null || lastFirst === null ? null : { remainder: lastRemainder, first: lastFirst }

/** Sweep step: starts allocations of ended sales and continues running ones. */
export async function sweepIeo(env: Env, now: number): Promise<void> {
  for (const projectId of await listUnbegun(env.DB, now - GRACE_MS)) await beginRun(env.DB, projectId, now)
  for (const begun of await listRuns(env.DB)) {
    const run = await allocate(env.DB, begun, { now, stepsMax: STEPS_PER_SWEEP })
    if (run.phase === 'telling') await tellAll(env, run, TOLD_PER_SWEEP)
  }
}

/** Runs until the list is published or `stepsMax` is reached; returns the current run. */
export async function allocate(
  db: D1Database,
  { run: begun, ...sale }: RunOf,
  { now, stepsMax }: { readonly now: number; readonly stepsMax: number },
): Promise<IeoRun> {
  let run = begun
  for (let steps = 0; steps < stepsMax && run.phase !== 'telling' && run.phase !== 'done'; steps += 1) {
    await step(db, { run, ...sale }, now)
    run = (await findRun(db, run.projectId)) ?? run
  }
  return run
}

function step(db: D1Database, of: RunOf, now: number): Promise<unknown> {
  switch (of.run.phase) {
    case 'sharing':
      return shareSlice(db, of)
    case 'rounding':
      return findLast(db, of)
    case 'listing':
      return listBlock(db, of.run, now)
    case 'telling':
    case 'done':
      return Promise.resolve()
  }
}

async function shareSlice(db: D1Database, { run, supply, userMax }: RunOf): Promise<unknown> {
  const claims = await listClaimsAfter(db, run, CLAIMS_PER_SLICE)
  const shares = claims.map(({ no, quantity, ...own }) => {
    const share = shareOf(weightOf({ ...own, cap: userMax }), { supply, total: run.total })
    return { claim: no, applied: quantity, ...own, ...share }
  })
  return putShares(db, run, { shares, isLast: claims.length < CLAIMS_PER_SLICE })
}

async function findLast(db: D1Database, { run, supply }: RunOf): Promise<unknown> {
  const left = tokensLeft({ supply, total: run.total }, run.dealt)
  return putLastRounded(db, run, left > 0 ? await findByRemainder(db, run.projectId, left) : null)
}

async function listBlock(db: D1Database, run: IeoRun, now: number): Promise<unknown> {
  const from = run.cursor * BLOCK_LEAVES
  if (from < run.claims) {
    const root = rootOf(sha256, await leavesOf(db, run, run.cursor))
    return putBlock(db, run, root ?? '')
  }
  const root = rootOf(sha256, await listBlocks(db, run.projectId))
  return publishRoot(db, run, { root, at: now })
}

/** Hashes of one block of list entries. */
export async function leavesOf(db: D1Database, run: IeoRun, block: number): Promise<string[]> {
  const entries = await entriesOf(db, run, block)
  return entries.map((entry) => sha256(leafText(listEntry({ project: run.projectId, ...entry }))))
}

/** Published allocation list, one block at a time. */
export async function entriesOf(
  db: D1Database,
  run: IeoRun,
  block: number,
): Promise<(Pick<Application, 'claim' | 'first' | 'applied'> & { readonly allotted: number })[]> {
  const shares = await listShares(db, { projectId: run.projectId, from: block * BLOCK_LEAVES, limit: BLOCK_LEAVES })
  const last = lastRoundedOf(run)
  return shares.map((share) => {
    const { claim, first, applied } = share
    return { claim, first, applied, allotted: allottedOf(share, last) }
  })
}

/** Sends allotments to accounts, one call per user, until all confirmed or `toldMax` applications were sent. Returns their number. */
export async function tellAll(env: Env, run: IeoRun, toldMax: number): Promise<number> {
  let told = 0
  while (told < toldMax) {
    const shares = await listUntold(env.DB, run.projectId, TOLD_PER_CALL)
    if (shares.length === 0) {
      await endRun(env.DB, run)
      return told
    }
    const last = lastRoundedOf(run)
    const byUser = new Map<number, { readonly claim: number; readonly allotted: number }[]>()
    for (const share of shares) {
      const own = byUser.get(share.userId) ?? []
      byUser.set(share.userId, [...own, { claim: share.claim, allotted: allottedOf(share, last) }])
    }
    const heard = await eachAlone([...byUser], {
      work: ([userId, allotments]) => tell(env, userId, allotments),
      failed: ([userId]) => `account ${userId}: not told its allotment`,
    })
    const claims = heard.flat()
    if (claims.length > 0) await markTold(env.DB, claims)
    // Accounts that are unreachable, or do not know the application yet, are retried by the next sweep.
    if (claims.length < shares.length) return told + claims.length
    told += claims.length
  }
  return told
}

async function tell(
  env: Env,
  userId: number,
  allotments: readonly { readonly claim: number; readonly allotted: number }[],
): Promise<readonly number[]> {
  const { taken } = await callAccountAsSystem(env, userId, { type: 'settle_ieo', allotments })
  return taken
}
