// A candle in whole steps of price and whole lots, and how candles of parts make the candle of the whole.

import type { Exchange, Split } from '../stocks/calendar'
import { type Period, periodStart } from './period'
import { formatSteps } from './steps'

/** Data of a listed pair for a feed. */
export interface Listing {
  /** "BTC-USDT". */
  readonly symbol: string
  readonly priceDecimals: number
  readonly quantityDecimals: number
  /** Whose session its price keeps; absent where the price never rests. */
  readonly exchange?: Exchange
  /** Its splits, those to come included; absent without one. */
  readonly splits?: readonly Split[]
  /** Current ticker, where it differs from the symbol's start. */
  readonly code?: string | undefined
}

export interface StepCandle {
  /** Start of the period, milliseconds UTC. */
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Lots of the pair's quantity decimals. */
  readonly lots: number
}

/** The last 24 hours of a symbol. */
export interface DayStatistics {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly lots: number
}

/** The candle of consecutive candles; null when there are none. */
export function foldCandles(at: number, parts: readonly StepCandle[]): StepCandle | null {
  const [first] = parts
  const last = parts.at(-1)
  if (!first || !last) return null
  return {
    at,
    open: first.open,
    high: parts.reduce((high, part) => Math.max(high, part.high), first.high),
    low: parts.reduce((low, part) => Math.min(low, part.low), first.low),
    close: last.close,
    lots: parts.reduce((lots, part) => lots + part.lots, 0),
  }
}

/** Candles of parts as those of longer periods. */
export function foldByPeriod(days: readonly StepCandle[], period: Period): StepCandle[] {
  const groups = new Map<number, StepCandle[]>()
  for (const day of days) {
    const at = periodStart(period, day.at)
    groups.set(at, [...(groups.get(at) ?? []), day])
  }
  return [...groups].flatMap(([at, parts]) => foldCandles(at, parts) ?? [])
}

/** A candle as decimal text. */
export function formatCandle(
  listing: Listing,
  candle: StepCandle,
): {
  at: number
  open: string
  high: string
  low: string
  close: string
  volume: string
} {
  const price = (priceSteps: number): string => formatSteps(priceSteps, listing.priceDecimals)
  return {
    at: candle.at,
    open: price(candle.open),
    high: price(candle.high),
    low: price(candle.low),
    close: price(candle.close),
    volume: formatSteps(candle.lots, listing.quantityDecimals),
  }
}
