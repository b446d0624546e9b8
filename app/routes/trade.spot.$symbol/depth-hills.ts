// Geometry of the depth chart. Pure; coordinates are fractions of the drawing.

import type { BookLevel, BookSide } from '../../live/book-levels'

export interface DepthPoint {
  readonly ticks: number
  /** Cumulative lots from the best price. */
  readonly lots: number
}

export interface DepthHills {
  /** Prices at both edges, equally far from the middle. */
  readonly low: number
  readonly high: number
  readonly deepest: number
  /** From the best price outwards. */
  readonly bid: readonly DepthPoint[]
  readonly ask: readonly DepthPoint[]
}

/** Null when one side is empty, because the chart is centred on the mid price. */
export function depthHills(bids: readonly BookLevel[], asks: readonly BookLevel[]): DepthHills | null {
  const [bestBid, bestAsk] = [bids[0]?.ticks, asks[0]?.ticks]
  if (bestBid === undefined || bestAsk === undefined) return null
  const middle = (bestBid + bestAsk) / 2
  const reach = reachOf(middle, bids, asks)
  const [low, high] = [Math.floor(middle - reach), Math.ceil(middle + reach)]
  const within = (levels: readonly BookLevel[]) =>
    levels.filter(({ ticks }) => ticks >= low && ticks <= high).map(({ ticks, sum }) => ({ ticks, lots: sum }))
  const [bid, ask] = [within(bids), within(asks)]
  return { low, high, deepest: Math.max(bid.at(-1)?.lots ?? 0, ask.at(-1)?.lots ?? 0), bid, ask }
}

/**
 * Maximum distance from the price (fraction) in the depth chart; farther orders say little about the current market.
 */
const REACH_MAX = 0.05
/** Levels farther than this multiple of the median distance are outliers, and would flatten the chart. */
const FAR = 3

/** Half width in ticks: up to the last level of the wider side, excluding outliers. */
function reachOf(middle: number, ...sides: readonly (readonly BookLevel[])[]): number {
  const reaches = sides.map((levels) => {
    const distance = (at: number) => Math.abs((levels.at(at)?.ticks ?? middle) - middle)
    return Math.min(distance(-1), FAR * distance(Math.floor(levels.length / 2)))
  })
  const nearest = Math.max(...sides.map(([best]) => Math.abs((best?.ticks ?? middle) - middle)))
  return Math.max(Math.min(Math.max(...reaches), REACH_MAX * middle), nearest, 1)
}

const BOX = 1000

/** Closed step path from the best price to the edge, in a 1000 × 1000 box. */
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

/** Cumulative depth at `x` (fraction of the width); null between best bid and best ask. */
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
