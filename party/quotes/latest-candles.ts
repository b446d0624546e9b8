// The running candle of every symbol, computed once a second per requested period and shared by all readers.

import { type Listing, formatCandle } from '#domain/quotes/candle'
import { type Period, floorTo, periodStart } from '#domain/quotes/period'
import { DAY_MS, SECOND_MS } from '#domain/time'
import type { DayLine, LatestCandle } from '../protocol/quotes'
import type { QuoteSource } from './source'

interface Facts {
  readonly source: QuoteSource
  readonly listings: readonly Listing[]
  readonly now: number
}

export class LatestCandles {
  readonly #cache = new Map<Period, { readonly second: number; readonly rows: Promise<LatestCandle[]> }>()

  of(period: Period, facts: Facts): Promise<LatestCandle[]> {
    const second = floorTo(facts.now, SECOND_MS)
    const known = this.#cache.get(period)
    if (known?.second === second) return known.rows
    const rows = readLatest(period, facts)
    this.#cache.set(period, { second, rows })
    return rows
  }
}

async function readLatest(period: Period, { source, listings, now }: Facts): Promise<LatestCandle[]> {
  const range = { period, from: periodStart(period, now), to: now }
  const rows = await Promise.all(
    listings.map(async (listing) => {
      const candle = (await source.candles({ ...range, listing }, now)).at(-1)
      return candle ? [{ symbol: listing.symbol, candle: formatCandle(listing, candle) }] : []
    }),
  )
  return rows.flat()
}

/** Sparkline of every symbol's last day. */
export function dayLinesOf({ source, listings, now }: Facts): Promise<DayLine[]> {
  const range = { period: '60min', from: now - DAY_MS, to: now } as const
  return Promise.all(
    listings.map(async (listing) => {
      const candles = await source.candles({ ...range, listing }, now)
      return { symbol: listing.symbol, closes: candles.map((candle) => formatCandle(listing, candle).close) }
    }),
  )
}
