// Minute sweep: retries work left by crashes or missed alarms, and deletes expired data. Each step runs independently:
// a failed step is logged and does not block the others. The desk sees the result.

import { logError } from '#lib/log-line'
import { isDirectoryRestoring } from '#db/platform/backup'
import { pruneMessageFailures, pruneOutbox } from '#db/platform/outbox'
import { pruneChallenges } from '#db/platform/passkey'
import { pruneCodes } from '#db/platform/verification-code'
import { pruneStaffSessions } from '#db/platform/staff'
import { findSweep, noteSweep } from '#db/platform/sweep-run'
import { DAY_MS } from '#domain/time'
import { loadCatalogue } from '#services/catalogue'
import { eachAlone } from '#services/each-alone'
import { mailAuditHead } from '#services/desk/audit-mail'
import { sweepCounts } from '#services/desk/reports'
import { sweepReviews } from '#services/desk/resolve'
import { sweepReferenceRates } from '#services/fiat-reference'
import { watchChains } from '#services/chains/watcher'
import { watchPayouts } from '#services/payouts/watch'
import { keepDemoProjects } from '#services/ieo/demo'
import { keepGallery } from '#services/nft/gallery'
import { sweepSeries } from '#services/nft/boxes'
import { fixSeries, keepLadder, wakeForFixing } from '#services/invest-series'
import { pokeMarket } from '#services/market'
import { countOptionReceipts } from '#services/options-terms'
import { wakeLog } from '#services/log'
import { wakeQuotes } from '#services/quotes'
import { watchSite } from '#services/operating/alarms'
import { QUEUE_NAMES, sweepQueue } from './queues'

const OUTBOX_RETENTION_MS = 7 * DAY_MS
/** Decisions that a crash interrupted: each was made by a person, and their order counts. */
const REVIEWS_PER_SWEEP = 40
/** Accounts counted per sweep for the conservation report; more on a site with many users. */
const COUNTS_PER_SWEEP = 5

export async function runSweep(env: Env, now: number): Promise<void> {
  // A half-restored directory must not trigger any work.
  if (await isDirectoryRestoring(env.DB)) return
  const before = await findSweep(env.DB)
  const ended = await Promise.all([
    ...QUEUE_NAMES.map((queue) => run(queue, () => sweepQueue(env, queue, now))),
    run('prune codes', () => pruneCodes(env.DB, now)),
    run('prune challenges', () => pruneChallenges(env.DB, now)),
    run('prune outbox', () => pruneOutbox(env.DB, now - OUTBOX_RETENTION_MS)),
    run('prune failures of messages', () => pruneMessageFailures(env.DB, now - OUTBOX_RETENTION_MS)),
    run('watch chains', () => watchChains(env, now)),
    run('watch payouts', () => watchPayouts(env, now)),
    run('settle reviews', () => sweepReviews(env, REVIEWS_PER_SWEEP)),
    run('count accounts', () => sweepCounts(env, { limit: COUNTS_PER_SWEEP, now })),
    run('mail the end of the log', () => mailAuditHead(env, now)),
    run('prune the sessions of staff', () => pruneStaffSessions(env.DB, now)),
    run('read reference rates', () => sweepReferenceRates(env, now)),
    run('count receipts of options', () => countOptionReceipts(env)),
    run('keep sales of play money', () => keepDemoProjects(env, now)),
    run('keep quotes awake for a fixing', () => wakeForFixing(env, now)),
    run('make fixings', () => fixSeries(env, now)),
    run('keep the gallery on sale', () => keepGallery(env, now)),
    run('commit to series of boxes', () => sweepSeries(env, now)),
    run('lay series', () => keepLadder(env, now)),
    run('wake quotes', () => wakeQuotes(env)),
    run('wake the log', () => wakeLog(env)),
    run('poke markets', () => pokeMarkets(env)),
  ])
  const failed = ended.filter((isDone) => !isDone).length
  await run('note the sweep', () => noteSweep(env.DB, { at: now, failed }))
  await run('watch the site', () => watchSite(env, { now, before, failed }))
}

/** A Market that is asleep wakes here: its undelivered messages leave, and where orders of users rest it follows the price again. */
async function pokeMarkets(env: Env): Promise<void> {
  const { pairs, unlistedPairs = [] } = await loadCatalogue(env)
  await eachAlone([...pairs, ...unlistedPairs], {
    work: ({ symbol }) => pokeMarket(env, symbol),
    failed: ({ symbol }) => `sweep: poke ${symbol}`,
  })
}

/** False when it failed. */
async function run(name: string, part: () => Promise<unknown>): Promise<boolean> {
  try {
    await part()
    return true
  } catch (error) {
    logError(`sweep: ${name}`, error)
    return false
  }
}
