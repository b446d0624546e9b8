// Gauges of the site, measured by the sweep. A part that cannot be measured is logged, and its gauges are absent or say so.

import {
  countRecalls,
  measureDirectory,
  readBookFaults,
  readLoanFund,
  readReadings,
  saveGauges,
  waitingReviews,
  type GaugeReading,
} from '#db/platform/operating'
import { countPending } from '#db/platform/desk-user'
import { countUnresolved } from '#db/platform/review'
import { countUndelivered } from '#db/platform/alarm'
import { logError } from '#lib/log-line'
import { ALARMS, GROWTH_MS, type Alarm } from '#domain/operating/alarms'
import { type Labels, type MetricName, type Sample } from '#domain/operating/metrics'
import { findKnownAsset } from '#domain/catalogue'
import { mayTrade } from '#domain/stocks/session'
import { formatAmount } from '#domain/money/amount'
import { loadCatalogue } from '../catalogue'
import { chainReports } from '../chains/report'
import { houseRisk, insuranceTotal } from '../house-risk'
import { logHead } from '../log'
import { type GuardedMarket, guardedMarkets } from '../market'
import { feedHealth, listQuotes, newestRound } from '../quotes'
import { hookIds } from './hooks'
import { inTime } from './in-time'
import { storeCounted } from './totals'
import { witnessSample } from './witness'

const CALL_TIMEOUT_MS = 10_000

const sample = (name: MetricName, value: number, labels: Labels = {}): Sample => ({ name, labels, value })
const age = (now: number, at: number): number => Math.max(0, now - at) / 1_000

type Part = (env: Env, now: number, last: GaugeReading | null) => Promise<readonly Sample[]>

const directory: Part = async (env) => {
  // The sweep's scheduled instant may lie in the past, so the clock is read.
  const askedAt = Date.now()
  const { clock, bytes } = await measureDirectory(env.DB)
  const skewMs = Math.max(askedAt - clock, clock - Date.now(), 0)
  return [sample('cm_clock_skew_seconds', skewMs / 1_000), sample('cm_directory_bytes', bytes)]
}

const feeds: Part = async (env, now) => {
  const [health, quotes, { pairs }] = await Promise.all([feedHealth(env), listQuotes(env), loadCatalogue(env)])
  const sources = [...new Set(health.map(({ source }) => source))]
  const fresh = new Set(quotes.filter(({ isStale }) => !isStale).map(({ symbol }) => symbol))
  const open = pairs.filter(({ isTradable, stock }) => isTradable && mayTrade(stock, now))
  return [
    ...sources.flatMap((source) => {
      const own = health.filter((row) => row.source === source)
      const newest = Math.max(...own.map(({ lastAt }) => lastAt ?? 0))
      const isSilent = own.every(({ isConnected, isStale }) => !isConnected || isStale)
      return [
        sample('cm_feed_age_seconds', age(now, newest), { source }),
        sample('cm_feed_silent', isSilent ? 1 : 0, { source }),
        sample('cm_feed_outliers', own.filter(({ isOutlier, isHeld }) => isOutlier || isHeld).length, { source }),
      ]
    }),
    sample('cm_prices_stale', open.filter(({ symbol }) => !fresh.has(symbol)).length),
  ]
}

const markets: Part = async (env) => {
  const guarded = await guardedMarkets(env)
  const ratio = ({ usedPercent }: GuardedMarket): number => usedPercent / 100
  return [
    sample('cm_markets_paused', guarded.filter(({ pausedUntil }) => pausedUntil !== null).length),
    ...guarded.map((market) => sample('cm_inventory_ratio', ratio(market), { symbol: market.symbol })),
  ]
}

const chains: Part = async (env, now) => {
  const [reports, recalls] = await Promise.all([chainReports(env, now), countRecalls(env.DB)])
  return [
    ...reports.flatMap(({ network, readAt, behindSince }) => [
      // A network without any reading gets the age since installation.
      sample('cm_chain_read_age_seconds', age(now, readAt ?? 0), { network }),
      sample('cm_chain_behind_seconds', behindSince === null ? 0 : age(now, behindSince), { network }),
    ]),
    ...recalls.map(({ network, total }) => sample('cm_chain_recalls', total, { network })),
  ]
}

const queues: Part = async (env, now) => {
  const [owed, unresolved, reviews] = await Promise.all([
    countPending(env.DB),
    countUnresolved(env.DB),
    waitingReviews(env.DB),
  ])
  const jobs = { claims: owed.claims, notices: owed.notices, requests: owed.requests, decisions: unresolved }
  return [
    ...Object.entries(jobs).flatMap(([job, { total, oldestAt }]) => [
      sample('cm_job_items', total, { job }),
      sample('cm_job_age_seconds', oldestAt === null ? 0 : age(now, oldestAt), { job }),
    ]),
    ...reviews.flatMap(({ kind, total, oldestAt }) => [
      sample('cm_review_items', total, { kind }),
      sample('cm_review_age_seconds', age(now, oldestAt), { kind }),
    ]),
  ]
}

const books: Part = async (env) => {
  const { off, unsound } = await readBookFaults(env.DB)
  return [sample('cm_books_off', off), sample('cm_books_unsound', unsound)]
}

const insurance: Part = async (env) => {
  const [risks, loans, catalogue] = await Promise.all([houseRisk(env), readLoanFund(env.DB), loadCatalogue(env)])
  const futures = risks.filter(({ product }) => product === 'futures')
  const [first] = futures
  return [
    ...(first
      ? [
          sample('cm_insurance_balance', Number(formatAmount(first.quote, insuranceTotal(futures))), {
            asset: `${first.quote.code} futures`,
          }),
        ]
      : []),
    ...loans.flatMap(({ assetId, balance }) => {
      const asset = findKnownAsset(catalogue, assetId)
      return asset
        ? [sample('cm_insurance_balance', Number(formatAmount(asset, balance)), { asset: `${asset.code} loans` })]
        : []
    }),
  ]
}

const log: Part = async (env, now, last) => {
  const [head, round, witness] = await Promise.all([
    env.LOG_KEY ? logHead(env) : null,
    env.LOG_KEY ? newestRound(env) : null,
    witnessSample(env),
  ])
  const roundName = 'cm_log_round_timestamp_seconds'
  // A log without news has no new checkpoint: it is late when it lacks a round that the last sweep knew.
  const owed = last?.samples.find((each) => each.name === roundName)?.value ?? 0
  const name = 'cm_witness_timestamp_seconds'
  // One unanswered question is no silence: the last cosignature counts until it is too old.
  const before =
    last?.samples.find((each) => each.name === name && each.labels['witness'] === witness?.name)?.value ?? 0
  return [
    ...(round ? [sample(roundName, round.at / 1_000)] : []),
    ...(head ? [sample('cm_log_age_seconds', head.at / 1_000 < owed ? age(now, head.at) : 0)] : []),
    ...(witness ? [sample(name, Math.max(witness.seconds, before), { witness: witness.name })] : []),
  ]
}

const hooks: Part = async (env, now) => {
  const { total, oldestAt } = await countUndelivered(env.DB, hookIds(env))
  return [
    sample('cm_alarms_waiting', total),
    sample('cm_alarms_age_seconds', oldestAt === null ? 0 : age(now, oldestAt)),
  ]
}

const PARTS: Readonly<Record<string, Part>> = {
  directory,
  feeds,
  markets,
  chains,
  queues,
  books,
  insurance,
  log,
  hooks,
}

const isJudged = (name: string): boolean =>
  Object.values<Alarm>(ALARMS).some(({ metric, is }) => is === 'grows' && metric === name)

/** Measures and stores all gauges; answers them with the counters from the start of the growth window. */
export async function measure(env: Env, now: number) {
  await storeCounted(env, Date.now())
  const { totals, gauges: last, backupAt } = await readReadings(env.DB)
  const measured = await Promise.all(
    Object.entries(PARTS).map(async ([name, part]) => ({ name, samples: await attempt(name, part(env, now, last)) })),
  )
  const failed = measured.filter(({ samples }) => samples === null).map(({ name }) => name)
  const samples = [
    ...measured.flatMap(({ samples: own }) => own ?? []),
    sample('cm_markets_failed', failed.includes('markets') ? 1 : 0),
  ]
  const counters = totals.filter(({ name }) => isJudged(name))
  const history = [
    ...(last?.history ?? []).filter(({ at }) => at > now - GROWTH_MS && at < now),
    { at: now, samples: counters },
  ]
  await saveGauges(env.DB, { at: now, samples, history })
  const backup = sample('cm_backup_timestamp_seconds', (backupAt ?? 0) / 1_000)
  return { at: now, samples: [...samples, backup, ...counters], before: history[0]?.samples ?? [], failed }
}

async function attempt(name: string, part: Promise<readonly Sample[]>): Promise<readonly Sample[] | null> {
  try {
    return await inTime(part, CALL_TIMEOUT_MS)
  } catch (failure) {
    logError(`gauges: ${name}`, failure)
    return null
  }
}
