// Target quotes of the house: a pure function of the public index price, its inventory and the pair's settings. A quote of the house never
// takes liquidity.

import type { HouseLiquidity } from '../catalogue'
import { parseAmount } from '../money/amount'
import { COUNT_MAX, type PairGrid, bookCount } from '../money/price'
import { RATE_ONE } from '../money/rate'
import { divideDown, divideHalfEven, divideUp } from '../money/rounding'

type Level = readonly [ticks: number, lots: number]
export type HouseTerms = Omit<HouseLiquidity, 'isOn'>

export interface HouseQuotes {
  /** Best first. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** A user's buy at this price or above is taken: the market price has reached it. */
  readonly takeBuysFrom: number
  /** A user's sell at this price or below is taken. */
  readonly takeSellsTo: number
  /** Lots that the house may still buy or sell before its inventory is full. */
  readonly buyLotsMax: number
  readonly sellLotsMax: number
}

/**
 * `inventoryLots` is the house's base inventory, negative when it owes. With a positive inventory the house quotes lower on both sides, so
 * it buys less and sells more; at `inventoryAtFullSkew` the skew is half the spread, its maximum. So the house never sells below the index
 * nor buys above it: filling and emptying its inventory earns a trader nothing.
 */
export function quoteAround(house: HouseTerms, indexTicks: number, inventoryLots: bigint): HouseQuotes {
  const index = BigInt(indexTicks)
  const half = atLeastOne(divideUp(index * house.spread, 2n * RATE_ONE))
  const step = atLeastOne(divideHalfEven(index * house.levelStep, RATE_ONE))
  const middle = index - skew(house, half, inventoryLots)

  const wanted = { bids: [] as Level[], asks: [] as Level[] }
  for (let level = 0; level < house.levels; level += 1) {
    const away = half + BigInt(level) * step
    const lots = levelSize(house, level)
    if (middle - away >= 1n) wanted.bids.push([bookCount(middle - away), lots])
    if (middle + away >= 1n) wanted.asks.push([bookCount(middle + away), lots])
  }
  const buyLotsMax = roomFor(house, inventoryLots)
  const sellLotsMax = roomFor(house, -inventoryLots)
  const { bids, asks } = wanted
  return {
    bids: atMost(bids, buyLotsMax),
    asks: atMost(asks, sellLotsMax),
    buyLotsMax,
    sellLotsMax,
    takeBuysFrom: Math.min(asks[0]?.[0] ?? Infinity, bookCount(index + half)),
    takeSellsTo: Math.max(bids[0]?.[0] ?? 0, index > half ? bookCount(index - half) : 0),
  }
}

function skew(house: HouseTerms, most: bigint, inventoryLots: bigint): bigint {
  const full = BigInt(house.inventoryAtFullSkew)
  if (full === 0n) return 0n
  const kept = inventoryLots > full ? full : inventoryLots < -full ? -full : inventoryLots
  return divideHalfEven(most * kept, full)
}

/** Lots until the inventory is full, 0 above: a hard limit at any price. */
function roomFor(house: HouseTerms, inventoryLots: bigint): number {
  const room = BigInt(house.inventoryMax) - inventoryLots
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  return room <= 0n ? 0 : bookCount(room < most ? room : most)
}

/** The best levels with at most `lotsMax` in total; the last level may be cut. */
function atMost(levels: readonly Level[], lotsMax: number): Level[] {
  let left = lotsMax
  return levels.flatMap(([ticks, lots]) => {
    const kept = Math.min(lots, left)
    left -= kept
    return kept > 0 ? [[ticks, kept] as const] : []
  })
}

/** The second level is half again as large as the first, the third twice as large, and so on. */
const levelSize = (house: HouseTerms, level: number): number =>
  bookCount(divideDown(BigInt(house.size) * BigInt(level + 2), 2n)) || 1

const atLeastOne = (ticks: bigint): bigint => (ticks < 1n ? 1n : ticks)

/** The nearest tick, ties to even: favours neither buyers nor sellers. Null when the text is no price on this grid. */
export function indexTicksOf(grid: Pick<PairGrid, 'tickSteps' | 'priceDecimals'>, price: string): number | null {
  const parsed = parseAmount({ code: '', scale: INDEX_SCALE }, price)
  if (!parsed.ok) return null
  const step = BigInt(grid.tickSteps) * 10n ** BigInt(INDEX_SCALE - grid.priceDecimals)
  const count = divideHalfEven(parsed.value, step)
  return count >= 1n && count <= COUNT_MAX / 1024n ? bookCount(count) : null
}

const INDEX_SCALE = 20
