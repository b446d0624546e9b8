// Simulates an order against the page's order book, level by level, in whole lots. Pure; only an estimate.

import type { Pair } from '#domain/catalogue'
import { type Amount, ZERO, amount, subtract } from '#domain/money/amount'
import { type Lots, type Ticks, lots, lotsForBudget, notional, ticks } from '#domain/money/price'
import { divideHalfEven } from '#domain/money/rounding'
import type { Side } from '#domain/order'
import type { DepthRow } from '#party/protocol/market'

export interface Meeting {
  readonly price: Ticks
  readonly quantity: Lots
  /** `maker`: the remainder of a limit order, resting in the book. */
  readonly role: 'maker' | 'taker'
}

/** Base to trade, or quote to spend. */
export type WalkSize = { readonly quantity: Lots } | { readonly budget: Amount }

/** Fills from the best level on; null when the loaded levels are too few. */
export function walkBook(pair: Pair, levels: readonly DepthRow[], size: WalkSize): readonly Meeting[] | null {
  const meetings: Meeting[] = []
  let left = size
  for (const [levelTicks, levelLots] of levels) {
    const price = ticks(levelTicks)
    const wanted = 'budget' in left ? lotsForBudget(pair, price, left.budget) : left.quantity
    const quantity = lots(Math.min(wanted, levelLots))
    if (quantity > 0) meetings.push({ price, quantity, role: 'taker' })
    if (wanted <= levelLots) return meetings
    left =
      'budget' in left
        ? { budget: subtract(left.budget, notional(pair, price, quantity)) }
        : { quantity: lots(left.quantity - quantity) }
  }
  return null
}

/** Fills of a limit order: levels at its price or better; the remainder rests at its price. */
export function walkToLimit(
  levels: readonly DepthRow[],
  { side, price, quantity }: { readonly side: Side; readonly price: Ticks; readonly quantity: Lots },
): readonly Meeting[] {
  const meetings: Meeting[] = []
  let left: number = quantity
  for (const [levelTicks, levelLots] of levels) {
    if (left === 0 || (side === 'buy' ? levelTicks > price : levelTicks < price)) break
    const taken = Math.min(left, levelLots)
    meetings.push({ price: ticks(levelTicks), quantity: lots(taken), role: 'taker' })
    left -= taken
  }
  if (left > 0) meetings.push({ price, quantity: lots(left), role: 'maker' })
  return meetings
}

/** Slippage of `total` for `quantity` against the best price, in hundredths of a percent; rounded to nearest, never negative. */
export function slippageBasisPoints(
  pair: Pair,
  { best, quantity, total }: { readonly best: Ticks; readonly quantity: Lots; readonly total: Amount },
): number {
  const atBest = notional(pair, best, quantity)
  if (atBest === 0n) return 0
  const distance = total > atBest ? total - atBest : atBest - total
  return Number(divideHalfEven(distance * 10_000n, atBest))
}

export const sum = (parts: readonly Amount[]): Amount =>
  parts.reduce((total: Amount, part) => amount(total + part), ZERO)
