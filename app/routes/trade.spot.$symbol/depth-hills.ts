// The geometry of the depth chart. Pure; works in fractions of the drawing.

import type { BookLevel, BookSide } from '../../live/book-levels'

export interface DepthPoint {
  readonly ticks: number
  /** Lots from the best price to this one. */
  readonly lots: number
}

export interface DepthHills {
  /** The prices at the two edges: as far from the middle on either side. */
  readonly low: number
  readonly high: number
  readonly deepest: number
  /** From the best price outwards. */
  readonly bid: readonly DepthPoint[]
  readonly ask: readonly DepthPoint[]
}

/** Null when a side is empty: there is no middle to draw around. */
export function depthHills(bids: readonly BookLevel[], asks: readonly BookLevel[]): DepthHills | null {
  const [bestBid, bestAsk] = [bids[0]?.ticks, asks[0]?.ticks]
  if (bestBid === undefined || bestAsk === undefined) return null
  const middle = (bestBid + bestAsk) / 2
  const reach = Math.max(middle - (bids.at(-1)?.ticks ?? 0), (asks.at(-1)?.ticks ?? 0) - middle, 1)
  const points = (levels: readonly BookLevel[]) => levels.map(({ ticks, sum }) => ({ ticks, lots: sum }))
  return {
    low: Math.max(0, Math.floor(middle - reach)),
    high: Math.ceil(middle + reach),
    deepest: Math.max(bids.at(-1)?.sum ?? 0, asks.at(-1)?.sum ?? 0),
    bid: points(bids),
    ask: points(asks),
  }
}

const BOX = 1000

/** A closed path of steps from the best price to the edge, in a box of 1000 by 1000. */
export function hillPath(hills: DepthHills, side: BookSide): string {
  const x = (ticks: number) => ((BOX * (ticks - hills.low)) / (hills.high - hills.low)).toFixed(1)
  const y = (lots: number) => (BOX - (BOX * lots) / hills.deepest).toFixed(1)
  const points = hills[side]
  const start = points[0]
  if (!start) return ''
  const edge = side === 'bid' ? hills.low : hills.high
  const steps = points.map(({ ticks, lots }) => `H${x(ticks)}V${y(lots)}`)
  return `M${x(start.ticks)},${BOX}${steps.join('')}H${x(edge)}V${BOX}Z`
}

/** What stands up to the price at `x`, a fraction of the width; null between the two best prices. */
export function pointAt(hills: DepthHills, x: number): (DepthPoint & { readonly x: number }) | null {
  const ticks = Math.round(hills.low + x * (hills.high - hills.low))
  const [bestBid, bestAsk] = [hills.bid[0]?.ticks ?? 0, hills.ask[0]?.ticks ?? 0]
  const reached =
    ticks <= bestBid
      ? hills.bid.filter((point) => point.ticks >= ticks)
      : ticks >= bestAsk
        ? hills.ask.filter((point) => point.ticks <= ticks)
        : []
  const last = reached.at(-1)
  return last ? { ticks, lots: last.lots, x } : null
}
