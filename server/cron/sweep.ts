// Minute sweep: retries work left by crashes or missed alarms, and deletes expired data. Each step runs independently:
// a failed step is logged and does not block the others. The desk sees the result.

import { logError } from '#lib/log-line'
import { pruneCounters } from '#db/platform/attempt'
import { isDirectoryRestoring } from '#db/platform/backup'
import { pruneMessageFailures, pruneOutbox } from '#db/platform/outbox'
import { pruneReceipts } from '#db/platform/receipt'
import { CHARGES_RETENTION_MS, CHARGE_RULES } from '#domain/receipt'
import { pruneChallenges } from '#db/platform/passkey'
import { pruneCodes } from '#db/platform/verification-code'
import { pruneStaffSessions } from '#db/platform/staff'
import { findSweep, noteSweep } from '#db/platform/sweep-run'
import { DAY_MS } from '#domain/time'
import { sweepBuyOrders } from '#services/buy/orders'
import { sweepBuyEvents } from '#services/buy/payments'
import { matchNewLines } from '#services/buy/statement'
import { loadCatalogue } from '#services/catalogue'
import { eachAlone } from '#services/each-alone'
import { sweepTraders } from '#services/copy/applications'
import { mailAuditHead } from '#services/desk/audit-mail'
import { sweepCounts } from '#services/desk/reports'
import { sweepReviews } from '#services/desk/resolve'
import { sweepFreezes } from '#services/desk/users'
import { sweepReferenceRates } from '#services/fiat-reference'
import { sweepDeposits } from '#services/funds/deposits'
import { watchChains } from '#services/chains/watcher'
import { sweepWithdrawals } from '#services/funds/withdrawals'
import { forgetLeavers } from '#services/leaving/closing'
import { sweepLiabilities } from '#services/liabilities/tree'
import { sweepLoans } from '#services/loan/requests'
import { sweepOwed } from '#services/identity/owed'
import { sweepIeo } from '#services/ieo/allocation'
import { keepDemoProjects } from '#services/ieo/demo'
import { keepGallery } from '#services/nft/gallery'
import { sweepSeries } from '#services/nft/boxes'
import { sweepLots } from '#services/nft/lots'
import { fixSeries, keepLadder, wakeForFixing } from '#services/invest-series'
import { pokeMarket } from '#services/market'
import { countOptionReceipts } from '#services/options-terms'
import { commitQuizBets, settleQuizEvents } from '#services/quiz'
import { sweepClaims } from '#services/promotion/coupons'
import { sweepNotices } from '#services/messages/own-notices'
import { wakeLog } from '#services/log'
import { wakeQuotes } from '#services/quotes'
import { watchSite } from '#services/operating/alarms'
import { sweepStockActions } from '#services/stock-actions'

const OUTBOX_RETENTION_MS = 7 * DAY_MS
/** Users with pending commands per sweep; each needs a room call, and the next sweep follows in a minute. */
const OWED_PER_SWEEP = 40
/** Expired counters deleted per sweep; after a flood the next sweeps delete the rest. */
const COUNTERS_PER_SWEEP = 10_000
/** Accounts counted per sweep for the conservation report; more on a site with many users. */
const COUNTS_PER_SWEEP = 5

export async function runSweep(env: Env, now: number): Promise<void> {
  // A half-restored directory must not trigger any work.
  if (await isDirectoryRestoring(env.DB)) return
  const before = await findSweep(env.DB)
  const ended = await Promise.all([
    run('prune codes', () => pruneCodes(env.DB, now)),
    run('prune counters', () => pruneCounters(env.DB, now, COUNTERS_PER_SWEEP)),
    run('prune challenges', () => pruneChallenges(env.DB, now)),
    run('prune outbox', () => pruneOutbox(env.DB, now - OUTBOX_RETENTION_MS)),
    run('prune receipts of charges', () => pruneCharges(env.DB, now)),
    run('prune failures of messages', () => pruneMessageFailures(env.DB, now - OUTBOX_RETENTION_MS)),
    run('settle what users are owed', () => sweepOwed(env, OWED_PER_SWEEP)),
    run('watch chains', () => watchChains(env, now)),
    run('open reviews of deposits', () => sweepDeposits(env, now)),
    run('apply messages about payments', () => sweepBuyEvents(env, now)),
    run('match bank statements', () => matchNewLines(env, now)),
    run('end and open orders with fiat', () => sweepBuyOrders(env, now)),
    run('open reviews of loans', () => sweepLoans(env, now)),
    run('settle what withdrawals are owed', () => sweepWithdrawals(env, now)),
    run('bring claimed coupons', () => sweepClaims(env, OWED_PER_SWEEP)),
    run('send what accounts tell', () => sweepNotices(env, OWED_PER_SWEEP, now)),
    run('settle reviews', () => sweepReviews(env, OWED_PER_SWEEP)),
    run('tell freezes', () => sweepFreezes(env, OWED_PER_SWEEP)),
    run('count accounts', () => sweepCounts(env, { limit: COUNTS_PER_SWEEP, now })),
    run('build the tree of liabilities', () => sweepLiabilities(env, now)),
    run('mail the end of the log', () => mailAuditHead(env, now)),
    run('forget who left long ago', () => forgetLeavers(env, now)),
    run('prune the sessions of staff', () => pruneStaffSessions(env.DB, now)),
    run('read reference rates', () => sweepReferenceRates(env, now)),
    run('tell closed traders', () => sweepTraders(env, OWED_PER_SWEEP)),
    run('count receipts of options', () => countOptionReceipts(env)),
    run('share out sales', () => sweepIeo(env, now)),
    run('keep sales of play money', () => keepDemoProjects(env, now)),
    run('carry out corporate actions', () => sweepStockActions(env, now)),
    run('commit to bets of the quiz', () => commitQuizBets(env, now)),
    run('settle events of the quiz', () => settleQuizEvents(env, now)),
    run('keep quotes awake for a fixing', () => wakeForFixing(env, now)),
    run('make fixings', () => fixSeries(env, now)),
    run('keep the gallery on sale', () => keepGallery(env, now)),
    run('close sales of works', () => sweepLots(env, now)),
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

/** Exceeds the charges of one minute, so a backlog shrinks. */
const RECEIPTS_PER_SWEEP = 500

async function pruneCharges(db: D1Database, now: number): Promise<void> {
  for (const rule of CHARGE_RULES)
    await pruneReceipts(db, { rule, before: now - CHARGES_RETENTION_MS, limit: RECEIPTS_PER_SWEEP })
}
