// Candle loader of the chart.

import type { Candle, Period } from '#party/protocol/quotes'

export const CANDLES_PER_LOAD = 300

interface CandlesWanted {
  readonly symbol: string
  readonly period: Period
  /** The last moment, in milliseconds. */
  readonly to: number
  readonly count: number
}

/** Throws on network failure or a non-OK response. */
export async function loadCandles({ symbol, period, to, count }: CandlesWanted): Promise<readonly Candle[]> {
  const search = new URLSearchParams({ period, to: String(to), count: String(count) })
  const response = await fetch(`/candles/${symbol}?${search.toString()}`)
  if (!response.ok) throw new Error(`candles answered ${response.status}`)
  // Response type of our own route `candles.$symbol`.
  return response.json<readonly Candle[]>()
}
