// Candles of a pair as the chart asks for them.

import type { Candle, Period } from '#party/protocol/quotes'

export const CANDLES_PER_LOAD = 300

interface CandlesWanted {
  readonly symbol: string
  readonly period: Period
  /** The last moment, in milliseconds. */
  readonly to: number
  readonly count: number
}

/** Throws when there is no answer, or not the candles. */
export async function loadCandles({ symbol, period, to, count }: CandlesWanted): Promise<readonly Candle[]> {
  const search = new URLSearchParams({ period, to: String(to), count: String(count) })
  const response = await fetch(`/candles/${symbol}?${search.toString()}`)
  if (!response.ok) throw new Error(`candles answered ${response.status}`)
  // Our own resource route: the type is the one it is written with.
  return response.json<readonly Candle[]>()
}
