// What a market order would meet in the book that the page has: level by level, in whole lots. Pure; only an estimate.

import type { Pair } from '#domain/catalogue'
import { type Amount, amount, subtract } from '#domain/money/amount'
import { type Lots, type Ticks, lots, lotsForBudget, notional, ticks } from '#domain/money/price'
import type { DepthRow } from '#party/protocol/market'

export interface Meeting {
  readonly price: Ticks
  readonly quantity: Lots
}

/** Base to trade, or quote to spend. */
export type WalkSize = { readonly quantity: Lots } | { readonly budget: Amount }

/** The fills from the best level on, or null when the levels are not deep enough to say. */
export function walkBook(pair: Pair, levels: readonly DepthRow[], size: WalkSize): readonly Meeting[] | null {
  const meetings: Meeting[] = []
  let left = size
  for (const [levelTicks, levelLots] of levels) {
    const price = ticks(levelTicks)
    const wanted = 'budget' in left ? lotsForBudget(pair, price, left.budget) : left.quantity
    const quantity = lots(Math.min(wanted, levelLots))
    if (quantity > 0) meetings.push({ price, quantity })
    if (wanted <= levelLots) return meetings
    left =
      'budget' in left
        ? { budget: subtract(left.budget, notional(pair, price, quantity)) }
        : { quantity: lots(left.quantity - quantity) }
  }
  return null
}

export const sum = (parts: readonly Amount[]): Amount => amount(parts.reduce((total: bigint, part) => total + part, 0n))
