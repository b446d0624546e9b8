// Value, cost and margin of a position: exact functions of its numbers and a price. The account settles by them, pages display their
// results before confirmation, and receipts are checked by them.

import { type Amount, ZERO, add, amount, maximum, minimum, negate, subtract, total } from '../money/amount'
import { type Rate, RATE_ONE, applyRateUp } from '../money/rate'
import { divideUp } from '../money/rounding'
import { type Direction, type EntryKind, type MarginMode, type PositionTerms, notionalOf } from './terms'

/** Half of the spread at a price in steps, rounded up: in favour of the house. */
const halfSpread = (priceSteps: number, spread: Rate): number =>
  // Prices in ticks are safe integers, and half of a spread below one is less than the price.
  parseInt(divideUp(BigInt(priceSteps) * spread, 2n * RATE_ONE).toString(), 10)

/** Opening price at an index price, half the spread worse; at least one price tick. */
export const openPrice = ({ spread }: Pick<PositionTerms, 'spread'>, direction: Direction, index: number): number =>
  direction === 'long' ? index + halfSpread(index, spread) : Math.max(1, index - halfSpread(index, spread))

/** Closing price: the other side of the spread. */
export const closePrice = (terms: Pick<PositionTerms, 'spread'>, direction: Direction, index: number): number =>
  openPrice(terms, direction === 'long' ? 'short' : 'long', index)

interface Entry {
  readonly kind: EntryKind
  readonly direction: Direction
  /** Price that the order waits for; null for a market order. */
  readonly entrySteps: number | null
  readonly terms: Pick<PositionTerms, 'spread'>
}

/** True when an index price lets a pending order open. */
export function isEntryReached({ kind, direction, entrySteps, terms }: Entry, index: number): boolean {
  if (entrySteps === null) return true
  const priceSteps = openPrice(terms, direction, index)
  if (kind === 'limit') return direction === 'long' ? priceSteps <= entrySteps : priceSteps >= entrySteps
  return direction === 'long' ? index >= entrySteps : index <= entrySteps
}

/** True when an opening price is worse than the order takes. */
export const isPriceWorse = (
  { worstSteps, direction }: { readonly worstSteps: number | null; readonly direction: Direction },
  openSteps: number,
): boolean => worstSteps !== null && (direction === 'long' ? openSteps > worstSteps : openSteps < worstSteps)

/** Margin of a notional under a multiple, rounded up. */
export const marginOf = (notional: Amount, leverage: number): Amount => amount(divideUp(notional, BigInt(leverage)))

/** Fee of a notional, rounded up: in favour of the house. */
export const feeOf = (notional: Amount, fee: Rate): Amount => applyRateUp(notional, fee)

/** Numbers of an open position that determine its value. */
export interface PositionNumbers {
  readonly direction: Direction
  readonly mode: MarginMode
  readonly lots: number
  readonly openSteps: number
  readonly margin: Amount
  readonly maintenanceRate: Rate
  readonly terms: PositionTerms
}

/** Exact pnl of closing `lots` at an index price, after the spread. */
export function resultAt(
  { direction, openSteps, terms, lots: all }: PositionNumbers,
  index: number,
  lots: number = all,
): Amount {
  const moved = BigInt(closePrice(terms, direction, index) - openSteps)
  return amount((direction === 'long' ? moved : -moved) * BigInt(lots) * terms.stepValue)
}

/** The equity that a position needs at least: its tier's part of the notional at opening, rounded up. */
export const maintenanceOf = ({ terms, openSteps, lots, maintenanceRate }: PositionNumbers): Amount =>
  applyRateUp(notionalOf(terms, openSteps, lots), maintenanceRate)

/** The one that is liquidated first among cross positions; of equals the oldest. */
export const largestMaintenance = <Position extends PositionNumbers>(positions: readonly Position[]): Position =>
  positions.reduce((most, each) => (maintenanceOf(each) > maintenanceOf(most) ? each : most))

/** Overnight charge at the index price of that midnight, rounded up in the house's favour. */
export const overnightCharge = (
  { terms, lots }: { readonly terms: Pick<PositionTerms, 'stepValue' | 'overnight'>; readonly lots: number },
  index: number,
): Amount => applyRateUp(notionalOf(terms, index, lots), terms.overnight)

/** Margin of `lots` out of `all`; the last lots take the remainder. Rounded up, so no remainder stays in the position. */
export const marginPart = (margin: Amount, lots: number, all: number): Amount =>
  amount(divideUp(margin * BigInt(lots), BigInt(all)))

/** A closed part's margin that remains after its loss. */
export const freedMargin = (part: Amount, result: Amount): Amount => subtract(part, minimum(lossOf(result), part))

/** Price, pnl and freed margin of closing `lots` at an index price. */
export function closingOf(position: PositionNumbers, index: number, lots: number) {
  const result = resultAt(position, index, lots)
  const part = marginPart(position.margin, lots, position.lots)
  return { price: closePrice(position.terms, position.direction, index), result, freed: freedMargin(part, result) }
}

/** Index prices by symbol, in steps. */
export type IndexPrices = (symbol: string) => number

export interface CrossRisk {
  /** Available balance, margins and results of all cross positions together. */
  readonly equity: Amount
  readonly margins: Amount
  readonly results: Amount
  readonly maintenance: Amount
}

type Held = PositionNumbers & { readonly symbol: string }

/**
 * Liquidation fee for the insurance fund: a rate of the notional at the liquidation price, at most `left`: the remaining margin of an
 * isolated position, or for cross positions the balance that doesn't cover losses of others.
 */
export const liquidationFeeOf = (
  terms: Pick<PositionTerms, 'stepValue' | 'liquidationFee'>,
  { indexSteps, lots, left }: { readonly indexSteps: number; readonly lots: number; readonly left: Amount },
): Amount => minimum(feeOf(notionalOf(terms, indexSteps, lots), terms.liquidationFee), maximum(ZERO, left))

/** Combined equity and maintenance of a wallet's cross positions at these prices. */
export function crossRisk(available: Amount, positions: readonly Held[], index: IndexPrices): CrossRisk {
  const cross = positions.filter(({ mode }) => mode === 'cross')
  const margins = total(cross.map(({ margin }) => margin))
  const results = total(cross.map((position) => resultAt(position, index(position.symbol))))
  const maintenance = total(cross.map(maintenanceOf))
  return { equity: add(add(available, margins), results), margins, results, maintenance }
}

/** Equity as a part of the margins, in units of 1e-8 (100% is 100,000,000); null without cross positions. Rounded down. */
export const riskRate = ({ equity, margins }: Pick<CrossRisk, 'equity' | 'margins'>): bigint | null =>
  margins === 0n ? null : -divideUp(-equity * RATE_ONE, margins)

export const isLiquidated = ({ equity, maintenance }: Pick<CrossRisk, 'equity' | 'maintenance'>): boolean =>
  equity <= maintenance

/** Equity and maintenance of an isolated position. */
export const isolatedRisk = (position: PositionNumbers, index: number) => ({
  equity: add(position.margin, resultAt(position, index)),
  maintenance: maintenanceOf(position),
})

/**
 * Maintenance as a part of an isolated position's equity, in units of 1e-8: at 100% (100,000,000) it is liquidated. Rounded up. Null without
 * equity.
 */
export function marginRatio(position: PositionNumbers, index: number): bigint | null {
  const { equity, maintenance } = isolatedRisk(position, index)
  return equity <= 0n ? null : divideUp(maintenance * RATE_ONE, equity)
}

/** Whether an isolated position's margin suffices for its leverage and keeps it from liquidation. */
export const isMarginEnough = (position: PositionNumbers & { readonly leverage: number }, index: number): boolean =>
  position.margin >= marginNeeded(position) && !isLiquidated(isolatedRisk(position, index))

/** Margin that a position's leverage requires at its opening price. */
export const marginNeeded = ({
  terms,
  openSteps,
  lots,
  leverage,
}: PositionNumbers & { readonly leverage: number }): Amount => marginOf(notionalOf(terms, openSteps, lots), leverage)

/** Upper bound of every index price, in price steps. */
const STEPS_MAX = 2 ** 52

/**
 * First price in the given direction at which `isReached` is true, by binary search; `from` itself if it is true there. It must stay true
 * from that price on. Null when it is false at the last price of the direction.
 */
export function firstPriceWhere(
  from: number,
  towards: 'down' | 'up',
  isReached: (priceSteps: number) => boolean,
): number | null {
  let [safe, far] = towards === 'down' ? [from, 1] : [from, STEPS_MAX]
  if (isReached(from)) return from
  if (!isReached(far)) return null
  while (Math.abs(far - safe) > 1) {
    const middle = Math.floor((safe + far) / 2)
    if (isReached(middle)) far = middle
    else safe = middle
  }
  return far
}

/**
 * Index price at which a position is liquidated while all other prices stay constant; null without one. Found by the liquidation test
 * itself, so the display matches. A favourable price can liquidate a cross position too, when an equal or larger opposite position exists.
 */
export function liquidationPrice(
  position: Held,
  { available, positions, index }: { available: Amount; positions: readonly Held[]; index: IndexPrices },
): number | null {
  const now = index(position.symbol)
  const isReached =
    position.mode === 'isolated'
      ? (priceSteps: number) => isLiquidated(isolatedRisk(position, priceSteps))
      : (priceSteps: number) =>
          isLiquidated(
            crossRisk(available, positions, (symbol) => (symbol === position.symbol ? priceSteps : index(symbol))),
          )
  const [against, along] = position.direction === 'long' ? (['down', 'up'] as const) : (['up', 'down'] as const)
  const found = firstPriceWhere(now, against, isReached)
  return found ?? (position.mode === 'cross' ? firstPriceWhere(now, along, isReached) : null)
}

/**
 * Price band of one symbol inside which its cross positions lose less than `share` of their current value. Half spreads round to whole
 * ticks, so one tick per lot is added as slack: the edges are reached early rather than late.
 */
export function crossBand(
  positions: readonly Held[],
  index: number,
  share: Amount,
): { readonly low: number | null; readonly high: number | null } {
  const slack = total(positions.map(({ lots, terms }) => amount(2n * BigInt(lots) * terms.stepValue)))
  const spare = maximum(ZERO, subtract(share, slack))
  const worth = (priceSteps: number) => total(positions.map((position) => resultAt(position, priceSteps)))
  const now = worth(index)
  const isReached = (priceSteps: number) => subtract(now, worth(priceSteps)) >= spare
  return { low: firstPriceWhere(index, 'down', isReached), high: firstPriceWhere(index, 'up', isReached) }
}

type Costs = Readonly<Record<'fee' | 'overnightPaid' | 'liquidationFees', Amount>>

/** Costs of a position so far: opening fee, overnight charges and liquidation fees. An ordinary close has no fee. */
export const costsOf = ({ fee, overnightPaid, liquidationFees }: Costs): Amount =>
  total([fee, overnightPaid, liquidationFees])

/** Net pnl of a position so far: the pnl of its closes, less its costs, plus the losses paid by the insurance fund. */
export const netResult = (position: Costs & Readonly<Record<'realised' | 'insured', Amount>>): Amount =>
  subtract(add(position.realised, position.insured), costsOf(position))

export const lossOf = (result: Amount): Amount => (result < 0n ? negate(result) : ZERO)
