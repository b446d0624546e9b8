// What a position is worth, costs and needs: exact functions of its numbers and a price. The account settles by them, pages show their
// results before the confirm button, and receipts are checked by them.

import { type Amount, ZERO, add, amount, maximum, minimum, negate, subtract, total } from '../money/amount'
import { type Rate, RATE_ONE, applyRateUp } from '../money/rate'
import { divideUp } from '../money/rounding'
import { type Direction, type MarginMode, type PositionTerms, worthOf } from './terms'

/** Half of the spread at a price in steps, rounded up: in favour of the house. */
const halfSpread = (steps: number, spread: Rate): number =>
  // Steps of a price are safe integers, and half of a spread below one is less than the price.
  parseInt(divideUp(BigInt(steps) * spread, 2n * RATE_ONE).toString(), 10)

/** What is paid or received when a position opens at an index price. At least one step. */
export const openPrice = ({ spread }: Pick<PositionTerms, 'spread'>, direction: Direction, index: number): number =>
  direction === 'long' ? index + halfSpread(index, spread) : Math.max(1, index - halfSpread(index, spread))

/** The same when it closes: the other side of the spread. */
export const closePrice = (terms: Pick<PositionTerms, 'spread'>, direction: Direction, index: number): number =>
  openPrice(terms, direction === 'long' ? 'short' : 'long', index)

/** Margin of a notional under a multiple, rounded up. */
export const marginOf = (notional: Amount, multiple: number): Amount => amount(divideUp(notional, BigInt(multiple)))

/** Fee of a notional, rounded up: in favour of the house. */
export const feeOf = (notional: Amount, fee: Rate): Amount => applyRateUp(notional, fee)

/** The numbers of an open position that decide what it is worth. */
export interface PositionNumbers {
  readonly direction: Direction
  readonly mode: MarginMode
  readonly lots: number
  readonly openSteps: number
  readonly margin: Amount
  readonly maintenanceRate: Rate
  readonly terms: PositionTerms
}

/** What closing so many lots at an index price would win (negative: lose), the spread paid. Exact. */
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
  applyRateUp(worthOf(terms, openSteps, lots), maintenanceRate)

/** The one that is liquidated first among cross positions; of equals the oldest. */
export const largestMaintenance = <Position extends PositionNumbers>(positions: readonly Position[]): Position =>
  positions.reduce((most, each) => (maintenanceOf(each) > maintenanceOf(most) ? each : most))

/** What a midnight costs at the index price of that midnight, rounded up: in favour of the house. */
export const overnightOf = ({ terms, lots }: Pick<PositionNumbers, 'terms' | 'lots'>, index: number): Amount =>
  applyRateUp(worthOf(terms, index, lots), terms.overnight)

/** The part of a margin that belongs to `lots` of `all`; the last lots take what is left. Rounded up, so that no rest is kept too long. */
export const marginPart = (margin: Amount, lots: number, all: number): Amount =>
  amount(divideUp(margin * BigInt(lots), BigInt(all)))

/** What of a closed part's margin is left after a loss is taken from it. */
export const freedMargin = (part: Amount, result: Amount): Amount => subtract(part, minimum(lossOf(result), part))

/** What closing so many lots at an index price comes to. */
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
 * What a liquidation pays the insurance fund: a part of the worth at the index price by which it is liquidated. Never more than `left`: what an
 * isolated position leaves of itself, or of cross positions what is in the balance and does not cover losses of the others.
 */
export const liquidationFeeOf = (
  terms: Pick<PositionTerms, 'stepValue' | 'liquidationFee'>,
  { indexSteps, lots, left }: { readonly indexSteps: number; readonly lots: number; readonly left: Amount },
): Amount => minimum(feeOf(worthOf(terms, indexSteps, lots), terms.liquidationFee), maximum(ZERO, left))

/** What all cross positions of a wallet stand for at these prices. */
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

/** An isolated position stands for itself. */
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

/** Whether an isolated position may stand on its margin: its multiple needs no more, and it would not be liquidated. */
export const isMarginEnough = (position: PositionNumbers & { readonly multiple: number }, index: number): boolean =>
  position.margin >= marginNeeded(position) && !isLiquidated(isolatedRisk(position, index))

/** What a position's multiple needs at the price that it opened at. */
export const marginNeeded = ({
  terms,
  openSteps,
  lots,
  multiple,
}: PositionNumbers & { readonly multiple: number }): Amount => marginOf(worthOf(terms, openSteps, lots), multiple)

/** No index price is above this many steps, whatever the pair. */
const STEPS_MAX = 2 ** 52

/**
 * The last step towards which a price may go before `isReached` is true, searched by halving: false at `from`, and true from some step on
 * in the direction asked. Null where it is never true.
 */
export function firstStep(from: number, towards: 'down' | 'up', isReached: (steps: number) => boolean): number | null {
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
 * The index price at which a position is liquidated while all other prices stay as they are; null where none does it. It is found by the
 * very test that liquidates, so what is shown is where it happens. A cross position may be liquidated by a price that runs its own way: where
 * another that is larger, or as large, stands against it.
 */
export function liquidationPrice(
  position: Held,
  { available, positions, index }: { available: Amount; positions: readonly Held[]; index: IndexPrices },
): number | null {
  const now = index(position.symbol)
  const isReached =
    position.mode === 'isolated'
      ? (steps: number) => isLiquidated(isolatedRisk(position, steps))
      : (steps: number) =>
          isLiquidated(
            crossRisk(available, positions, (symbol) => (symbol === position.symbol ? steps : index(symbol))),
          )
  const [against, along] = position.direction === 'long' ? (['down', 'up'] as const) : (['up', 'down'] as const)
  const found = firstStep(now, against, isReached)
  return found ?? (position.mode === 'cross' ? firstStep(now, along, isReached) : null)
}

/**
 * How far the price of one symbol may go either way while the cross positions there lose less than `share` of what they are worth now.
 * Half spreads are rounded to whole steps, so one step of every lot is kept as slack: the edges come too early rather than too late.
 */
export function crossBand(
  positions: readonly Held[],
  index: number,
  share: Amount,
): { readonly low: number | null; readonly high: number | null } {
  const slack = total(positions.map(({ lots, terms }) => amount(2n * BigInt(lots) * terms.stepValue)))
  const spare = maximum(ZERO, subtract(share, slack))
  const worth = (steps: number) => total(positions.map((position) => resultAt(position, steps)))
  const now = worth(index)
  const isReached = (steps: number) => subtract(now, worth(steps)) >= spare
  return { low: firstStep(index, 'down', isReached), high: firstStep(index, 'up', isReached) }
}

/** What a position brought in all: after fees and nightly charges, and with what the insurance bore of a loss. */
export const netResult = (
  { realised, fee, overnightPaid }: Readonly<Record<'realised' | 'fee' | 'overnightPaid', Amount>>,
  closes: readonly Readonly<Record<'liquidationFee' | 'insured', Amount>>[],
): Amount =>
  add(
    subtract(realised, add(fee, overnightPaid)),
    total(closes.map(({ insured, liquidationFee }) => subtract(insured, liquidationFee))),
  )

export const lossOf = (result: Amount): Amount => (result < 0n ? negate(result) : ZERO)
