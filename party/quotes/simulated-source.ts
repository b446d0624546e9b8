// The simulator as the room's source: every price is computed from the instant; only caches are stored.

import { type Listing, type StepCandle, foldCandles } from '#domain/quotes/candle'
import { floorTo } from '#domain/quotes/period'
import { MINUTE_MS, SECOND_MS } from '#domain/time'
import {
  type SimulatedPair,
  candleBetween,
  dayWindowStart,
  priceStepsAt,
  simulatePair,
  simulatedCandles,
  topOfBook,
} from '#domain/quotes/simulator'
import type { NoiseSource } from '#domain/quotes/hash-noise'
import { SIMULATOR } from '#domain/quotes/simulated-day'
import { formatSteps } from '#domain/quotes/steps'
import { CANDLES_MAX } from '../protocol/quotes'
import type { Reading } from './board'
import type { QuoteSource } from './source'

const SOURCE = SIMULATOR

interface Simulated {
  readonly pair: SimulatedPair
  /** Of the running minute, computed once: the part of the last 24 hours before it, and a share's close before its day. */
  minute: number
  before: StepCandle | null
  closeBefore: number | null
}

export function createSimulatedSource(noise: NoiseSource): QuoteSource {
  const pairs = new Map<string, Simulated>()
  const find = (listing: Listing): SimulatedPair | null =>
    pairs.get(listing.symbol)?.pair ?? simulatePair(listing, noise)

  return {
    isAlwaysOn: false,
    list(listings) {
      const kept = new Map(pairs)
      pairs.clear()
      for (const listing of listings) {
        const known = kept.get(listing.symbol)
        const pair = known && isSame(known.pair.listing, listing) ? known.pair : simulatePair(listing, noise)
        if (pair) pairs.set(listing.symbol, { pair, minute: -1, before: null, closeBefore: null })
      }
    },
    beat: () => undefined,
    readings: (now) => [...pairs.values()].map((simulated) => read(simulated, floorTo(now, SECOND_MS))),
    published: () => undefined,
    candles({ listing, ...request }, now) {
      const pair = find(listing)
      return Promise.resolve(pair ? simulatedCandles(pair, request, now, CANDLES_MAX) : [])
    },
    pastPrice(listing, at) {
      const pair = find(listing)
      return pair ? { priceSteps: priceStepsAt(pair, at), source: SOURCE } : null
    },
    recallFrom: (now) => now,
    health: (now) =>
      [...pairs.values()].map(({ pair }) => ({
        source: SOURCE,
        symbol: pair.listing.symbol,
        isConnected: true,
        isStale: false,
        isOutlier: false,
        isHeld: false,
        lastPrice: formatSteps(priceStepsAt(pair, now), pair.listing.priceDecimals),
        lastAt: floorTo(now, SECOND_MS),
        reconnects: 0,
        error: null,
      })),
  }
}

function read(simulated: Simulated, at: number): Reading {
  const { pair } = simulated
  const minute = floorTo(at, MINUTE_MS)
  if (simulated.minute !== minute || !simulated.before) {
    simulated.minute = minute
    const start = dayWindowStart(at, pair.listing)
    simulated.before = candleBetween(pair, start, minute, at)
    simulated.closeBefore = pair.listing.exchange ? priceStepsAt(pair, start - SECOND_MS, at) : null
  }
  const running = candleBetween(pair, minute, at + SECOND_MS, at)
  const folded = foldCandles(minute, [simulated.before, running]) ?? running
  // A share's day opens at the previous session's close.
  const day = simulated.closeBefore === null ? folded : { ...folded, open: simulated.closeBefore }
  return { listing: pair.listing, priceSteps: running.close, source: SOURCE, day, ...topOfBook(running.close) }
}

const isSame = (left: Listing, right: Listing): boolean =>
  left.priceDecimals === right.priceDecimals &&
  left.quantityDecimals === right.quantityDecimals &&
  left.exchange === right.exchange &&
  left.code === right.code &&
  JSON.stringify(left.splits) === JSON.stringify(right.splits)
