// Order book levels grouped into coarser prices, with cumulative sizes. Pure.

import type { SpotOrderRow } from '#party/protocol/account'
import { DEPTH_LEVELS, type DepthRow } from '#party/protocol/market'

export type BookSide = 'bid' | 'ask'

export interface BookLevel {
  /** Grouped price: a multiple of the step, rounded against the taker. */
  readonly ticks: number
  readonly lots: number
  /** Cumulative lots from the best price. */
  readonly sum: number
}

/**
 * Groups levels (best first) into multiples of `step` ticks. Bids round down and asks round up, so that a grouped price
 * never promises more than the book holds. If the book continues beyond the loaded levels, the last group is incomplete
 * and omitted, unless it is the only one.
 */
export function gatherLevels(rows: readonly DepthRow[], side: BookSide, step: number): readonly BookLevel[] {
  const levels: { ticks: number; lots: number; sum: number }[] = []
  let sum = 0
  for (const [ticks, lots] of rows) {
    const price = gatheredPrice(ticks, side, step)
    sum += lots
    const last = levels.at(-1)
    if (last?.ticks === price) Object.assign(last, { lots: last.lots + lots, sum })
    else levels.push({ ticks: price, lots, sum })
  }
  return levels.length > 1 && step > 1 && rows.length >= DEPTH_LEVELS ? levels.slice(0, -1) : levels
}

const gatheredPrice = (ticks: number, side: BookSide, step: number): number =>
  (side === 'bid' ? Math.floor(ticks / step) : Math.ceil(ticks / step)) * step

const STEP_DIGITS = [1, 5] as const
const STEPS_MAX = 6
/** The largest step is 1/500 of the price: beyond, the whole book would be one level. */
const PRICE_PER_STEP_MIN = 500

/** Selectable grouping steps in ticks: 1, 5, 10, 50 … limited by the price. */
export function gatherSteps(bestTicks: number): readonly number[] {
  // A price of few ticks still has 1, 5 and 10 to choose from.
  const most = Math.max(10, bestTicks / PRICE_PER_STEP_MIN)
  const steps: number[] = []
  for (let unit = 1; steps.length < STEPS_MAX && unit <= most; unit *= 10) {
    for (const part of STEP_DIGITS) if (unit * part <= most) steps.push(unit * part)
  }
  return steps.slice(0, STEPS_MAX)
}

/** Lots of the visitor's open orders by grouped price. */
export function ownLots(
  orders: readonly Pick<SpotOrderRow, 'side' | 'kind' | 'ticks' | 'lots' | 'lotsFilled'>[],
  side: BookSide,
  step: number,
): ReadonlyMap<number, number> {
  const byPrice = new Map<number, number>()
  for (const order of orders) {
    if (order.kind !== 'limit' || (order.side === 'buy') !== (side === 'bid')) continue
    const price = gatheredPrice(order.ticks, side, step)
    byPrice.set(price, (byPrice.get(price) ?? 0) + order.lots - order.lotsFilled)
  }
  return byPrice
}

/** Decimals that keep every quantity of a column within `digits` digits; the same for all rows, to align decimal points. */
export function evenDecimals(largest: string, { decimals, digits }: { decimals: number; digits: number }): number {
  const whole = largest.split('.')[0] ?? ''
  return Math.max(0, Math.min(decimals, digits - whole.length))
}
