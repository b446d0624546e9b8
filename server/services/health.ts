// Health of the directory, the minute's sweep and the prices, for probes. Answers only whether each works.

import { logError } from '#lib/log-line'
import { findSweep } from '#db/platform/sweep-run'
import { IsolateCache } from '#domain/isolate-cache'
import { MINUTE_MS, SECOND_MS } from '#domain/time'
import { indexPrices } from './quotes'

/** A probe each second costs one check in five. */
const CACHE_MS = 5 * SECOND_MS
const CALL_TIMEOUT_MS = 5 * SECOND_MS
/** Two missed sweeps are an alarm, one may be late. */
const SWEEP_LATE_MS = 3 * MINUTE_MS

export interface Health {
  readonly isUp: boolean
  readonly parts: { readonly directory: boolean; readonly sweep: boolean; readonly prices: boolean }
}

const cache = new IsolateCache<D1Database, Health>(CACHE_MS)

export async function readHealth(env: Env, now: number): Promise<Health> {
  const known = cache.get(env.DB, now)
  if (known) return known
  const [sweep, prices] = await Promise.all([attempt(findSweep(env.DB)), attempt(indexPrices(env))])
  const parts = {
    directory: sweep !== undefined,
    sweep: sweep ? now - sweep.at < SWEEP_LATE_MS : false,
    prices: (prices ?? []).length > 0,
  }
  const health = { isUp: Object.values(parts).every(Boolean), parts }
  cache.set(env.DB, health, now)
  return health
}

/** Undefined when it failed or took too long. */
const attempt = <Value>(work: Promise<Value>): Promise<Value | undefined> =>
  Promise.race([
    work.catch((failure: unknown) => {
      logError('health:', failure)
      return undefined
    }),
    scheduler.wait(CALL_TIMEOUT_MS).then(() => undefined),
  ])
