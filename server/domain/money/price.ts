// Prices in a book are integer ticks, quantities integer lots; both are safe integers, so a book can sort and add them. A coin's grid makes
// one tick times one lot a whole number of quote units, so its notional is exact. A share has more decimals: payments are rounded down to a
// unit on both sides alike, and holds are rounded up.

import { assert } from '../assert'
import { type Amount, amount, formatUnits } from './amount'
import { divideDown, divideUp } from './rounding'

declare const ticksBrand: unique symbol
declare const lotsBrand: unique symbol
/** A price as a count of the pair's tick size. */
export type Ticks = number & { readonly [ticksBrand]: 'Ticks' }
/** A quantity as a count of the pair's lot size. */
export type Lots = number & { readonly [lotsBrand]: 'Lots' }

/** The grid of a pair; see `PairGrid` fields for units. */
export interface PairGrid {
  /** Decimals of a price as text: 1 for a tick of 0.1 USDT. */
  readonly priceDecimals: number
  /** Price steps of 10^-priceDecimals that one tick counts (usually 1). */
  readonly tickSteps: number
  /** Decimals of a quantity as text: 5 for a lot of 0.00001 BTC. */
  readonly quantityDecimals: number
  /** Scale of the base and of the quote asset. */
  readonly baseScale: number
  readonly quoteScale: number
}

export function ticks(count: number): Ticks {
  assert(Number.isSafeInteger(count) && count >= 0, 'ticks are safe, non-negative integers')
  return count as Ticks
}
export function lots(count: number): Lots {
  assert(Number.isSafeInteger(count) && count >= 0, 'lots are safe, non-negative integers')
  return count as Lots
}

/** The most that a book counts of anything, `Number.MAX_SAFE_INTEGER`: beyond it a number skips integers. */
export const COUNT_MAX = 9_007_199_254_740_991n

/** An exact result as a book counts it: ticks, lots, or ticks × lots, capped at `COUNT_MAX`. */
export function bookCount(count: bigint): number {
  assert(count >= 0n, 'a book counts nothing below zero')
  // oxlint-disable-next-line money/no-floats -- a count of a book and no amount, and small enough to be exact
  return Number(count > COUNT_MAX ? COUNT_MAX : count)
}

/** Base units in one lot. */
export const baseUnitsPerLot = (grid: PairGrid): bigint => 10n ** BigInt(grid.baseScale - grid.quantityDecimals)

/** Quote units of one lot at a price of one tick. */
export function quoteUnitsPerTickLot(grid: PairGrid): bigint {
  const exponent = grid.quoteScale - grid.priceDecimals - grid.quantityDecimals
  assert(exponent >= 0, 'a tick times a lot is a whole number of quote units')
  return BigInt(grid.tickSteps) * 10n ** BigInt(exponent)
}

/** Base amount of `quantity` lots, exact. */
export const lotsToBase = (grid: PairGrid, quantity: Lots): Amount => amount(BigInt(quantity) * baseUnitsPerLot(grid))

/** `per` ticks times lots are `units` of the quote. */
function tickLotWorth(grid: PairGrid): { readonly units: bigint; readonly per: bigint } {
  const missing = grid.priceDecimals + grid.quantityDecimals - grid.quoteScale
  if (missing <= 0) return { units: quoteUnitsPerTickLot(grid), per: 1n }
  return { units: BigInt(grid.tickSteps), per: 10n ** BigInt(missing) }
}

/** What `quantity` lots at `price` are paid with. */
export function notional(grid: PairGrid, price: Ticks, quantity: Lots): Amount {
  const { units, per } = tickLotWorth(grid)
  return amount(divideDown(BigInt(price) * BigInt(quantity) * units, per))
}

/** Hold for `quantity` lots at `price`: sufficient for any number of partial payments. */
export function notionalUp(grid: PairGrid, price: Ticks, quantity: Lots): Amount {
  const { units, per } = tickLotWorth(grid)
  return amount(divideUp(BigInt(price) * BigInt(quantity) * units, per))
}

/** `units` of the quote for `per` lots at `price`. */
export function worthOf(grid: PairGrid, price: Ticks): { readonly units: bigint; readonly per: bigint } {
  const { units, per } = tickLotWorth(grid)
  return { units: BigInt(price) * units, per }
}

/** Largest Σ ticks × lots for `budget` of quote. */
export function tickLotsForBudget(grid: PairGrid, budget: Amount): bigint {
  const { units, per } = tickLotWorth(grid)
  return divideDown(budget * per, units)
}

/** The most whole lots that `budget` of quote buys at `price`; the rest of the budget stays with its owner. */
export function lotsForBudget(grid: PairGrid, price: Ticks, budget: Amount): Lots {
  const { units, per } = tickLotWorth(grid)
  // An unsafe number is refused as lots.
  return lots(Number(divideDown(budget * per, BigInt(price) * units)))
}

/** The smallest quantity whose notional at `price` reaches `least`. */
export function lotsWorth(grid: PairGrid, price: Ticks, least: Amount): Lots {
  const { units, per } = tickLotWorth(grid)
  return lots(price === 0 ? 1 : bookCount(divideUp(least * per, BigInt(price) * units)))
}

/** "61234.5": a price in ticks as text with the pair's decimals. */
export const formatTicks = (grid: PairGrid, price: Ticks): string =>
  formatUnits(BigInt(price) * BigInt(grid.tickSteps), grid.priceDecimals)

/** "0.01000": a quantity in lots as text with the pair's decimals. */
export const formatLots = (grid: PairGrid, quantity: Lots): string =>
  formatUnits(BigInt(quantity), grid.quantityDecimals)
