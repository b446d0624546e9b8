// How far from the index price an order may be priced. Ticks in, ticks out.

import type { Pair } from '#domain/catalogue'
import { bookCount, ticks } from '#domain/money/price'
import { RATE_SCALE } from '#domain/money/rate'
import { divideDown, divideUp } from '#domain/money/rounding'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Side } from '#domain/order'
import { priceFacts } from '#domain/spot'
import type { MarketReference } from '#party/protocol/market'

const ONE = 10n ** BigInt(RATE_SCALE)

/** The edges lie on the grid and inside the band: the lower one is rounded up, the upper one down. */
export function bandAround(pair: Pair, indexTicks: number): MarketReference {
  const index = BigInt(indexTicks)
  const { priceBand } = pair.filters
  const low = priceBand < ONE ? divideUp(index * (ONE - priceBand), ONE) : 0n
  const high = divideDown(index * (ONE + priceBand), ONE)
  return { indexTicks, lowTicks: bookCount(low < 1n ? 1n : low), highTicks: bookCount(high) }
}

/** A limit price on either side must lie inside. The refusal names the edge that it is beyond, which is the nearest valid price. */
export function checkBand(pair: Pair, band: MarketReference, price: number): Outcome<null, 'price_out_of_band'> {
  if (price >= band.lowTicks && price <= band.highTicks) return done(null)
  const edge = ticks(price < band.lowTicks ? band.lowTicks : band.highTicks)
  return refuse('price_out_of_band', priceFacts(pair, edge))
}

/** The worst price of a market order: its own or the band's edge, whichever is stricter. */
export const worstPrice = (band: MarketReference, side: Side, price: number): number =>
  side === 'buy' ? Math.min(price, band.highTicks) : Math.max(price, band.lowTicks)
