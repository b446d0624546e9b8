// Candles as a chart asks for them: a stretch of time, or a count of candles before an instant, across times without trading.

import type { Pair } from '#domain/catalogue'
import { type Period, periodStarts } from '#domain/quotes/period'
import { CANDLES_MAX, type Candle } from '#party/protocol/quotes'
import { listCandles } from './quotes'

type PricesEnv = Parameters<typeof listCandles>[0]

/** Candles of one answer; a chart asks for older ones when it is scrolled. */
const CHART_CANDLES_MAX = 5_000
/** Reads back in time: enough for the longest closure of an exchange in minutes. */
const READS_MAX = 12

interface Stretch {
  readonly period: Period
  /** Inclusive. */
  readonly from: number
  /** Exclusive. */
  readonly until: number
  /** Wanted before `until`, however far back; null: those from `from` on. */
  readonly count: number | null
}

/** Ascending candles; `lastBefore`, where there are none: start of the newest older one, or null at the beginning of all. */
export async function readChart(
  env: PricesEnv,
  pair: Pair,
  { period, from, until, count }: Stretch,
): Promise<{ readonly candles: readonly Candle[]; readonly lastBefore: number | null }> {
  const most = Math.min(count ?? CHART_CANDLES_MAX, CHART_CANDLES_MAX)
  const candles = await readBack(env, pair, { period, from: count === null ? from : 0, until, most })
  if (candles.length > 0) return { candles, lastBefore: null }
  const [older] = count === null ? await readBack(env, pair, { period, from: 0, until: from, most: 1 }) : []
  return { candles, lastBefore: older?.at ?? null }
}

/** Newest candles in [from, until), `most` at most. */
async function readBack(
  env: PricesEnv,
  { symbol }: Pair,
  { period, from, until, most }: Omit<Stretch, 'count'> & { readonly most: number },
): Promise<readonly Candle[]> {
  let candles: readonly Candle[] = []
  let end = until
  for (let reads = 0; reads < READS_MAX && candles.length < most && end > from; reads += 1) {
    // Later reads are longer, to cross times without trading.
    const length = reads === 0 ? Math.min(most, CANDLES_MAX) : CANDLES_MAX
    const [start = from] = periodStarts(period, { from, to: end - 1 }, length)
    const older = await listCandles(env, { symbol, period, from: start, to: end - 1 })
    candles = [...(older ?? []), ...candles]
    end = start
  }
  return candles.slice(-most)
}
