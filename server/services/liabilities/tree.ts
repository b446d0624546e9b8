// Builds the day's tree of liabilities from the conservation report's counts, in slices. A step interrupted by a crash is repeated with the
// same result; a step that throws drops the run. Counting pauses during the copy, so that the leaves come to the report's sums.

import { createHash, createHmac, randomBytes } from 'node:crypto'
import {
  type LiabilityAsset,
  type LiabilityRun,
  type NewLeaf,
  type Totals,
  beginRun,
  dropRun,
  findRun,
  findRunInProgress,
  listAssets,
  listBlocks,
  listCountsAfter,
  listDone,
  listLeaves,
  pruneRuns,
  publishRoot,
  putAssetRoot,
  putAssets,
  putBlocks,
  putLeaves,
  readTotal,
  startCopy,
  totalOf,
} from '#db/platform/liability'
import { assert } from '#domain/assert'
import { type Asset, knownAssets } from '#domain/catalogue'
import type { BookSums, CountedBooks } from '#domain/desk/books'
import { holdingsOf, publicSums, reportedSums } from '#domain/liabilities/holdings'
import {
  type Keyed,
  NOTHING,
  PUBLIC_HOLDERS,
  type SumNode,
  type Sums,
  addSums,
  assetEntry,
} from '#domain/liabilities/tree'
import { leafNode, splitHolding, sumRootOf } from '#domain/liabilities/tree'
import { leafText, rootOf } from '#domain/merkle'
import { decodeAmount, negate } from '#domain/money/amount'
import { loadCatalogue } from '../catalogue'
import type { Swept } from '../each-alone'

const ACCOUNTS_PER_SLICE = 500
/** A slice ends after the account that reaches this number of leaves: a slice is one statement's parameter. */
const LEAVES_PER_SLICE = 4_000
/** Leaves per block of an asset's tree: a power of two. */
export const BLOCK_LEAVES = 1_024
const BLOCKS_PER_STEP = 4
/** Steps per slice of the queue, each of three requests to the directory. */
const STEPS_PER_SWEEP = 100
/** Runs whose leaves are kept for proofs. */
const RUNS_KEPT = 2
const LEAVES_PRUNED = 5_000

/** SHA-256 in base64url. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

export const keyedBy =
  (secret: string): Keyed =>
  (text) =>
    createHmac('sha512', secret).update(text).digest('hex')

/** UTC day of an instant. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** True while counts are copied: a count written meanwhile would start the copy over. */
export const isCopying = async (db: D1Database): Promise<boolean> => (await findRunInProgress(db))?.phase === 'copying'

/**
 * Sweep step: continues the running tree. Without one, deletes old leaves and begins the tree of the day. The next sweep builds it, so that
 * counts of accounts begun in this minute are finished when they are copied.
 */
export async function sweepLiabilities(env: Env, now: number): Promise<Swept> {
  const running = await findRunInProgress(env.DB)
  if (running) {
    const { phase } = await buildTree(env, running, { now, stepsMax: STEPS_PER_SWEEP })
    return { settled: 1, isFull: phase === 'copying' || phase === 'sealing', rows: null }
  }
  const oldest = (await listDone(env.DB, RUNS_KEPT)).at(-1)
  await pruneRuns(env.DB, oldest?.no ?? 0, LEAVES_PRUNED)
  await beginRun(env.DB, { day: dayOf(now), secret: randomBytes(32).toString('hex'), at: now })
  return { settled: 0, isFull: false, rows: null }
}

/** Runs until the root is published or `stepsMax` is reached; returns the current run. */
export async function buildTree(
  env: Env,
  begun: LiabilityRun,
  { now, stepsMax }: { readonly now: number; readonly stepsMax: number },
): Promise<LiabilityRun> {
  let run = begun
  for (let steps = 0; steps < stepsMax && (run.phase === 'copying' || run.phase === 'sealing'); steps += 1) {
    await takeStep(env, run, now)
    run = (await findRun(env.DB, run.no)) ?? run
  }
  return run
}

async function takeStep(env: Env, run: LiabilityRun, now: number): Promise<unknown> {
  try {
    if (run.phase === 'sealing') return await seal(env.DB, run, now)
    return await (run.step === 0 ? startCopy(env.DB, run) : copySlice(env, run))
  } catch (failure) {
    // A later count may be consistent again, and counting must continue.
    await dropRun(env.DB, run)
    throw failure
  }
}

async function copySlice(env: Env, run: LiabilityRun): Promise<unknown> {
  const counts = await listCountsAfter(env.DB, run.userId, ACCOUNTS_PER_SLICE)
  if (counts.length === 0) return endCopy(env, run)
  const keyed = keyedBy(run.secret)
  const totals = totalsOf(run)
  const leaves: NewLeaf[] = []
  let last = run.userId
  for (const { userId, sums } of counts) {
    if (leaves.length >= LEAVES_PER_SLICE) break
    // `saveCounts` alone writes this text.
    const holdings = holdingsOf(userId, { sums: JSON.parse(sums) as CountedBooks['sums'] })
    for (const [assetId, held] of holdings) {
      totals.set(assetId, addSums(totals.get(assetId) ?? NOTHING, held))
      leaves.push(...leavesOf(keyed, { tree: run.no, assetId, holder: String(userId), ...held }))
    }
    last = userId
  }
  return putLeaves(env.DB, run, { leaves, userId: last, totals: textOf(totals) })
}

const leavesOf = (keyed: Keyed, holding: Parameters<typeof splitHolding>[1]): NewLeaf[] =>
  splitHolding(keyed, holding).map((leaf) => {
    const { assetId, holder, part, equity, debt } = leaf
    return { assetId, hash: leafNode(digest, leaf).hash, holder, part, equity, debt }
  })

const totalsOf = ({ totals }: LiabilityRun): Map<number, Sums> =>
  new Map(
    (JSON.parse(totals) as Totals).map(([assetId, equity, debt]) => [
      assetId,
      { equity: decodeAmount(equity), debt: decodeAmount(debt) },
    ]),
  )

const textOf = (totals: ReadonlyMap<number, Sums>): Totals =>
  Array.from(totals, ([assetId, { equity, debt }]) => [assetId, String(equity), String(debt)] as const)

/** Every account is copied: the sums must be the report's, to the unit. */
async function endCopy(env: Env, run: LiabilityRun): Promise<unknown> {
  const [{ revision, books }, catalogue] = await Promise.all([readTotal(env.DB), loadCatalogue(env)])
  if (revision !== run.revision) return dropRun(env.DB, run)
  const totals = totalsOf(run)
  const known = new Map(knownAssets(catalogue).map((asset) => [asset.id, asset]))
  const ids = [
    ...new Set(
      ['users', 'auctions', 'lent', 'interest_due', 'insurance', 'rebates'].flatMap((part) => books.assetsOf(part)),
    ),
  ]
  for (const assetId of ids) {
    const [copied, reported] = [totals.get(assetId) ?? NOTHING, reportedSums(books, assetId)]
    assert(
      copied.equity === reported.equity && copied.debt === reported.debt,
      `the leaves of asset ${assetId} come to ${copied.equity} and ${copied.debt}, the report to ${reported.equity} and ${reported.debt}`,
    )
  }
  const keyed = keyedBy(run.secret)
  const assets: LiabilityAsset[] = []
  const leaves: NewLeaf[] = []
  for (const assetId of ids.sort((left, right) => left - right)) {
    const asset = known.get(assetId)
    assert(asset !== undefined, `asset ${assetId} of a count is known`)
    const added = PUBLIC_HOLDERS.flatMap((holder) => {
      const sums = publicSums(books, holder, assetId)
      const isEmpty = sums.equity === 0n && sums.debt === 0n
      return isEmpty ? [] : leavesOf(keyed, { tree: run.no, assetId, holder, ...sums })
    })
    if (added.length === 0 && !totals.has(assetId)) continue
    leaves.push(...added)
    assets.push(assetOf(run, asset, books))
  }
  return putAssets(env.DB, run, { leaves, assets })
}

function assetOf(run: LiabilityRun, { id: assetId, code, scale }: Asset, books: BookSums): LiabilityAsset {
  const { equity, debt } = reportedSums(books, assetId)
  return {
    ...{ runNo: run.no, assetId, code, scale, size: 0, hash: '', usersEquity: equity, usersDebt: debt },
    ...NOTHING,
    insurance: books.get('insurance', assetId),
    inviters: books.get('rebates', assetId),
    // The counter entry of an external deposit is negative.
    reserve: negate(books.get('external', assetId)),
    demo: negate(books.get('demo', assetId)),
  }
}

async function seal(db: D1Database, run: LiabilityRun, now: number): Promise<unknown> {
  if (run.assetId === -1) {
    const entries = (await listAssets(db, run.no)).map((row) => digest(leafText(assetEntry(totalOf(row)))))
    return publishRoot(db, run, { root: rootOf(digest, entries), at: now })
  }
  const of = { runNo: run.no, assetId: run.assetId }
  const leaves = await listLeaves(db, of, run.lastHash, BLOCK_LEAVES * BLOCKS_PER_STEP)
  const last = leaves.at(-1)
  if (last) return putBlocks(db, run, { blocks: blocksOf(leaves), lastHash: last.hash })
  const blocks = await listBlocks(db, of)
  const sealed = sumRootOf(digest, blocks)
  assert(sealed !== null, 'an asset of the tree has leaves')
  return putAssetRoot(db, run, { ...sealed, size: blocks.reduce((sum, { size }) => sum + size, 0) })
}

/** Roots of neighbouring leaves; only the last block of an asset may be shorter. */
function blocksOf(leaves: readonly SumNode[]) {
  const starts = Array.from({ length: Math.ceil(leaves.length / BLOCK_LEAVES) }, (_, index) => index * BLOCK_LEAVES)
  return starts.flatMap((start) => {
    const block = leaves.slice(start, start + BLOCK_LEAVES)
    const [first, root] = [block[0], sumRootOf(digest, block)]
    return first && root ? [{ ...root, firstHash: first.hash, size: block.length }] : []
  })
}
