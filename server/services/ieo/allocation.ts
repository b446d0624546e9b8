// Allocation of an ended sale, in slices: each slice reads rows, applies the domain rule and commits one batch. After a
// crash the next step repeats the slice with the same result. Then each account is informed of its allotment, with
// retries.

import { sha256 } from '#lib/digest'
import {
  type RunOf,
  beginRun,
  beginSharing,
  endRun,
  findByRemainder,
  findRun,
  listBlocks,
  listClaimsAfter,
  listRuns,
  listUnbegun,
  listUnreported,
  markReported,
  noteLogged,
  publishRoot,
  putBlock,
  putClaimBlock,
  putClaimsRoot,
  putLastRounded,
  putShares,
} from '#db/platform/ieo-run'
import type { IeoRun } from '#db/platform/ieo'
import { keepReceipts } from '#db/platform/receipt'
import { allottedOf, shareOf, tokensLeft, weightOf } from '#domain/ieo/allotment'
import { claimLeaf } from '#domain/ieo/commitment'
import { NOTHING_TAKEN } from '#domain/insurance'
import { rootOf } from '#domain/merkle'
import type { Tick } from '#domain/quotes/chain'
import { HOUR_MS, MINUTE_MS } from '#domain/time'
import type { QuotesRpc } from '#party/protocol/quotes'
import { callAccountAsSystem } from '../account-room'
import { type Swept, eachAlone, sweptTogether } from '../each-alone'
import { receiptProof, wakeLog } from '../log'
import { BLOCK_LEAVES, claimsReceiptOf, lastRoundedOf, leavesOf, listReceiptOf } from './published'

/** Delay (ms) after the sale's end, for applications accepted at the last moment. */
const GRACE_MS = 2 * MINUTE_MS
const CLAIMS_PER_SLICE = 2_000
/** Steps and applications per slice of the queue. */
const STEPS_PER_SWEEP = 100
const REPORTED_PER_SWEEP = 500

/** What the allocation asks of the log. */
interface SaleLog {
  wake(): Promise<void>
  /** Whether it has a receipt. */
  has(receiptId: string): Promise<boolean>
  /** The newest tick of the feed before an instant. */
  lastTick(before: number): Promise<Tick | null>
}

/** Any symbol of the feed serves: its tick only tells the time in the log. */
const CLOCK_SYMBOL = 'BTC-USDT'

function saleLogOf(env: Env): SaleLog | null {
  const quotes = (): QuotesRpc => env.Quotes.get(env.Quotes.idFromName('main'))
  if (!env.LOG_KEY) return null
  return {
    wake: () => wakeLog(env),
    has: async (receiptId) => (await receiptProof(env, receiptId)) !== null,
    lastTick: (before) => quotes().lastTickBefore(CLOCK_SYMBOL, before),
  }
}

/** Starts allocations of ended sales and continues running ones. */
export async function sweepIeo(env: Env, now: number): Promise<Swept> {
  for (const projectId of await listUnbegun(env.DB, now - GRACE_MS)) await beginRun(env.DB, projectId, now)
  const swept = await eachAlone(await listRuns(env.DB), {
    concurrency: 1,
    work: async (begun): Promise<Swept> => {
      const run = await allocate(env.DB, begun, { now, stepsMax: STEPS_PER_SWEEP, log: saleLogOf(env) })
      if (run.phase !== 'telling')
        return { settled: 1, isFull: run.phase !== 'waiting' && run.phase !== 'done', rows: null }
      const reported = await reportAll(env, run, REPORTED_PER_SWEEP)
      return { settled: reported, isFull: reported >= REPORTED_PER_SWEEP, rows: null }
    },
    failed: ({ run }) => `sale ${run.projectId}: not shared out yet`,
  })
  return sweptTogether(swept)
}

/** `log` is null where the installation keeps none. */
interface Pass {
  readonly now: number
  readonly log: SaleLog | null
}

/** Runs until the list is published, the log is waited for, or `stepsMax` is reached; returns the current run. */
export async function allocate(
  db: D1Database,
  { run: begun, ...sale }: RunOf,
  { stepsMax, ...pass }: Pass & { readonly stepsMax: number },
): Promise<IeoRun> {
  let run = begun
  for (let steps = 0; steps < stepsMax && run.phase !== 'telling' && run.phase !== 'done'; steps += 1) {
    const { phase } = run
    await step(db, { run, ...sale }, pass)
    run = (await findRun(db, run.projectId)) ?? run
    if (phase === 'waiting' && run.phase === 'waiting') break
  }
  return run
}

function step(db: D1Database, of: RunOf, pass: Pass): Promise<unknown> {
  switch (of.run.phase) {
    case 'committing':
      return commitBlock(db, of.run, pass.now)
    case 'waiting':
      return shareOnceLogged(db, of, pass)
    case 'sharing':
      return shareSlice(db, of)
    case 'rounding':
      return findLast(db, of)
    case 'listing':
      return listBlock(db, of, pass)
    case 'telling':
    case 'done':
      return Promise.resolve()
  }
}

/** Adds a block to the tree over the applications, which nothing can change since the run began; after the last one their root stands. */
async function commitBlock(db: D1Database, run: IeoRun, now: number): Promise<unknown> {
  const claims = await listClaimsAfter(db, run, BLOCK_LEAVES)
  const last = claims.at(-1)?.no
  if (last === undefined)
    return putClaimsRoot(db, run, { root: rootOf(sha256, await listBlocks(db, run.projectId, 'claims')), at: now })
  const leaves = claims.map(({ no, quantity, ...own }) =>
    claimLeaf(sha256, run.projectId, { claim: no, applied: quantity, ...own }),
  )
  const hash = rootOf(sha256, leaves) ?? ''
  return putClaimBlock(db, run, { no: run.shared / BLOCK_LEAVES, hash, count: claims.length, last })
}

/**
 * Publishes the receipt that fixes all applications. Tokens are shared out only when the receipt is in the log and a later tick is published, so
 * the log proves that the applications were fixed first.
 */
async function shareOnceLogged(db: D1Database, of: RunOf, { now, log }: Pass): Promise<unknown> {
  const { run } = of
  const body = JSON.stringify(claimsReceiptOf(of))
  const id = sha256(body)
  await keepReceipts(db, [{ id, body, at: run.committedAt ?? now, insurance: NOTHING_TAKEN }])
  if (!log) return beginSharing(db, run, { at: now, tick: null })
  // Without prices, or a log that answers, the money of the applicants is not held for ever: the order stays unproven.
  const isOverdue = Date.now() > (run.loggedAt ?? run.committedAt ?? now) + HOUR_MS
  if (run.loggedAt === null) {
    if (await log.has(id).catch(() => false)) return noteLogged(db, run, Date.now())
    return isOverdue ? beginSharing(db, run, { at: Date.now(), tick: null }) : log.wake()
  }
  const tick = await log.lastTick(Date.now())
  if (tick && tick.at > run.loggedAt) return beginSharing(db, run, { at: Date.now(), tick })
  return isOverdue ? beginSharing(db, run, { at: Date.now(), tick: null }) : null
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

async function listBlock(db: D1Database, of: RunOf, { now, log }: Pass): Promise<unknown> {
  const { run } = of
  const from = run.cursor * BLOCK_LEAVES
  if (from < run.claims) {
    const root = rootOf(sha256, await leavesOf(db, run, run.cursor))
    return putBlock(db, run, root ?? '')
  }
  const root = rootOf(sha256, await listBlocks(db, run.projectId, 'list'))
  const body = JSON.stringify(listReceiptOf(of, root))
  await keepReceipts(db, [{ id: sha256(body), body, at: now, insurance: NOTHING_TAKEN }])
  await publishRoot(db, run, { root, at: now })
  return log?.wake()
}

/** Sends allotments to accounts, one call per user, until all confirmed or `reportedMax` applications were sent. Returns their number. */
export async function reportAll(env: Env, run: IeoRun, reportedMax: number): Promise<number> {
  let reported = 0
  while (reported < reportedMax) {
    const shares = await listUnreported(env.DB, run.projectId, REPORTED_PER_SWEEP)
    if (shares.length === 0) {
      await endRun(env.DB, run)
      return reported
    }
    const last = lastRoundedOf(run)
    const byUser = new Map<number, { readonly claim: number; readonly allotted: number }[]>()
    for (const share of shares) {
      const own = byUser.get(share.userId) ?? []
      byUser.set(share.userId, [...own, { claim: share.claim, allotted: allottedOf(share, last) }])
    }
    const delivered = await eachAlone([...byUser], {
      work: ([userId, allotments]) => report(env, userId, allotments),
      failed: ([userId]) => `account ${userId}: not told its allotment`,
    })
    const claims = delivered.flat()
    if (claims.length > 0) await markReported(env.DB, claims)
    // Accounts that are unreachable, or do not know the application yet, are retried by the next slice.
    if (claims.length < shares.length) return reported + claims.length
    reported += claims.length
  }
  return reported
}

async function report(
  env: Env,
  userId: number,
  allotments: readonly { readonly claim: number; readonly allotted: number }[],
): Promise<readonly number[]> {
  const { taken } = await callAccountAsSystem(env, userId, { type: 'settle_ieo', allotments })
  return taken
}
