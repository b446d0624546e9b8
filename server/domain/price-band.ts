// How far from the index price an order may be priced. Ticks in, ticks out.

import type { Pair } from './catalogue'
import { bookCount, ticks } from './money/price'
import { RATE_ONE } from './money/rate'
import { divideDown, divideUp } from './money/rounding'
import type { Side } from './order'
import { type Outcome, done, refuse } from './outcome'
import { priceFacts } from './spot'

/** A market's index price and the edges of its price band, in ticks. */
export interface PriceBand {
  readonly indexTicks: number
  readonly lowTicks: number
  readonly highTicks: number
}

/** Source of the band's width: a pair. */
interface Banded {
  readonly filters: Pick<Pair['filters'], 'priceBand'>
}

/** Edges on the grid and inside the band: the lower edge is rounded up, the upper one down. */
export function bandAround({ filters: { priceBand } }: Banded, indexTicks: number): PriceBand {
  const index = BigInt(indexTicks)
  const low = priceBand < RATE_ONE ? divideUp(index * (RATE_ONE - priceBand), RATE_ONE) : 0n
  const high = divideDown(index * (RATE_ONE + priceBand), RATE_ONE)
  return { indexTicks, lowTicks: bookCount(low < 1n ? 1n : low), highTicks: bookCount(high) }
}

/** A limit price on either side must lie inside. The refusal names the edge that it is beyond, which is the nearest valid price. */
export function checkBand(pair: Pair, band: PriceBand, price: number): Outcome<null, 'price_out_of_band'> {
  if (price >= band.lowTicks && price <= band.highTicks) return done(null)
  const edge = ticks(price < band.lowTicks ? band.lowTicks : band.highTicks)
  return refuse('price_out_of_band', priceFacts(pair, edge))
}

/** The worst price of a market order: its own or the band's edge, whichever is stricter. */
export const worstPrice = (band: PriceBand, side: Side, price: number): number =>
  side === 'buy' ? Math.min(price, band.highTicks) : Math.max(price, band.lowTicks)
