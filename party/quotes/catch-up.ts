// Catching up after a restart or a busy process: replays published ticks into candles, and publishes rounds of missed seconds if the source
// can compute past prices.

import { isFixingNear } from '#domain/invest/series'
import type { Listing } from '#domain/quotes/candle'
import { formatSteps, parseSteps } from '#domain/quotes/steps'
import { MINUTE_MS, SECOND_MS } from '#domain/time'
import type { Rounds } from './rounds'
import type { QuoteSource } from './source'

/** Only the first part of a longer gap is filled. The longest option runs ten minutes, so each option of the gap ends within it. */
const MISSED_MAX_MS = 15 * MINUTE_MS

interface Prices {
  readonly rounds: Rounds
  readonly source: QuoteSource
  readonly listings: ReadonlyMap<string, Listing>
}

/** Replays ticks published before a restart that are in no candle yet. */
export function recall({ rounds, source, listings }: Prices, now: number): void {
  for (const { at, ticks } of rounds.since(source.recallFrom(now))) {
    const prices = ticks.flatMap(({ symbol, price }) => {
      const listing = listings.get(symbol)
      const priceSteps = listing ? parseSteps(price, listing.priceDecimals) : null
      return priceSteps === null ? [] : [{ symbol, priceSteps }]
    })
    source.published(at, prices)
  }
}

/**
 * Publishes a round for each missed second before `until`, in order, so that orders due then are decided by the price of that second. A second
 * without followers and without a fixing nearby is not missed: the room rests then.
 */
export function fillMissed(
  { rounds, source, listings }: Prices,
  { until, isFollowed }: { readonly until: number; readonly isFollowed: boolean },
): void {
  const newestAt = rounds.newestAt()
  if (newestAt === null) return
  const end = Math.min(until, newestAt + MISSED_MAX_MS)
  for (let at = newestAt + SECOND_MS; at < end; at += SECOND_MS) {
    if (!isFollowed && !isFixingNear(at)) continue
    const prices = [...listings.values()].flatMap((listing) => {
      const past = source.pastPrice(listing, at)
      return past
        ? [{ ...past, symbol: listing.symbol, price: formatSteps(past.priceSteps, listing.priceDecimals) }]
        : []
    })
    if (prices.length === 0) return
    rounds.append(at, prices)
    source.published(at, prices)
  }
}
