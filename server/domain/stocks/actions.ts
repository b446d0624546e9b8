// Corporate actions and their effects on holdings and orders: pure functions, applied equally in the Market's book and in every account, so
// neither informs the other.

import { type Amount, ZERO, amount, subtract } from '../money/amount'
import { type Lots, type PairGrid, type Ticks, baseUnitsPerLot, bookCount, lots, ticks, worthOf } from '../money/price'
import { divideDown, divideUp } from '../money/rounding'
import type { Side } from '../order'
import type { Split, SplitRatio } from './calendar'

export type { Split, SplitRatio }

export const ACTION_KINDS = ['split', 'dividend', 'rename', 'delisting'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** A corporate action in messages to rooms. Amounts are canonical integer text. */
export interface StockAction extends SplitRatio {
  readonly id: number
  readonly symbol: string
  readonly kind: ActionKind
  /** Start of its day's session. */
  readonly at: number
  /** Of the quote's smallest unit, for one whole share; "0" where nothing is paid. */
  readonly paidPerShare: string
  /** Last price before the action, in ticks of the pair. */
  readonly lastTicks: number
}

/** Shares after a split, in the base's smallest unit, and the remainder of the last unit, in `oldShares` parts. */
export function splitShares(
  held: Amount,
  { newShares, oldShares }: SplitRatio,
): { readonly shares: Amount; readonly rest: bigint } {
  const parts = held * BigInt(newShares)
  const shares = divideDown(parts, BigInt(oldShares))
  return { shares: amount(shares), rest: parts - shares * BigInt(oldShares) }
}

/** Cash for the remainder of a split, at the last price converted to new shares: rounded up in the holder's favour. */
export function restInCash(
  grid: PairGrid,
  rest: bigint,
  { newShares, lastTicks }: Pick<StockAction, 'newShares' | 'lastTicks'>,
): Amount {
  const { units, per } = worthOf(grid, ticks(lastTicks))
  return amount(divideUp(rest * units, BigInt(newShares) * per * baseUnitsPerLot(grid)))
}

/** Cash for shares at the last price, rounded down like a sale. */
export function sharesInCash(grid: PairGrid, held: Amount, lastTicks: number): Amount {
  const { units, per } = worthOf(grid, ticks(lastTicks))
  return amount(divideDown(held * units, per * baseUnitsPerLot(grid)))
}

/** Rounded down: the fraction of a unit stays with the house. */
export const dividendOf = (grid: PairGrid, held: Amount, perShare: Amount): Amount =>
  held <= 0n ? ZERO : amount(divideDown(held * perShare, 10n ** BigInt(grid.baseScale)))

interface RestingTerms {
  readonly side: Side
  readonly ticks: Ticks
  readonly lots: Lots
  readonly lotsFilled: Lots
}

/**
 * A resting order after a split: a bid's price isn't raised, an offer's isn't lowered, and the quantity is at most the converted one. With
 * no quantity left the order ends.
 */
export function splitOrder(
  { side, ticks: at, lots: whole, lotsFilled }: RestingTerms,
  ratio: SplitRatio,
): RestingTerms {
  const [news, olds] = [BigInt(ratio.newShares), BigInt(ratio.oldShares)]
  const price = (side === 'buy' ? divideDown : divideUp)(BigInt(at) * olds, news)
  const filled = bookCount(divideDown(BigInt(lotsFilled) * news, olds))
  // A bid whose price rounds to zero would need more than its hold.
  const isGone = side === 'buy' && price < 1n
  const left = isGone ? 0 : bookCount(divideDown(BigInt(whole - lotsFilled) * news, olds))
  return { side, ticks: ticks(Math.max(1, bookCount(price))), lots: lots(filled + left), lotsFilled: lots(filled) }
}

/** Signed change of a holding by a split, in the base's smallest unit. */
export const splitChange = (held: Amount, ratio: SplitRatio): Amount => subtract(splitShares(held, ratio).shares, held)
