// Checks and figures of a futures order, shared by ticket, preview and account.

import { type Amount, ZERO, add, maximum, subtract } from '../money/amount'
import { type Outcome, type Refusal, done, refuse } from '../outcome'
import { formatSteps } from '../quotes/steps'
import type { HeldPosition } from './appraisal'
import { checkLeaving } from './cross-equity'
import {
  type PositionNumbers,
  feeOf,
  liquidationPrice,
  marginOf,
  openPrice,
  overnightCharge,
  resultAt,
} from './position'
import {
  type Direction,
  type EntryKind,
  type PositionTerms,
  type Stops,
  type StopsRefusal,
  checkStops,
  notionalOf,
} from './terms'

/** Slippage of a market order without a worst price, in thousandths of the index price. */
const SLIPPAGE_PER_MILLE = 10

/** Default worst price of a market order. */
export function worstOf(direction: Direction, index: number): number {
  const most = Math.max(1, Math.floor((index * SLIPPAGE_PER_MILLE) / 1000))
  return direction === 'long' ? index + most : Math.max(1, index - most)
}

/** Prices in steps; `reference` is the index price of the check. */
export interface OrderPrices extends Stops {
  readonly direction: Direction
  readonly kind: EntryKind
  readonly entrySteps: number | null
  readonly worstSteps: number | null
  readonly reference: number
}

export type SidesRefusal = 'futures_limit_wrong_side' | 'futures_stop_wrong_side' | StopsRefusal

/** Refuses a limit or stop entry on the wrong side of the index price, then stops on the wrong side of the entry. */
export function checkSides(
  terms: Pick<PositionTerms, 'priceDecimals'>,
  order: OrderPrices,
): Outcome<null, SidesRefusal> {
  const { kind, direction, entrySteps, reference } = order
  const isBelow = entrySteps !== null && entrySteps < reference
  const isRight = entrySteps !== reference && isBelow === ((kind === 'limit') === (direction === 'long'))
  if (entrySteps !== null && !isRight)
    return refuse(kind === 'limit' ? 'futures_limit_wrong_side' : 'futures_stop_wrong_side', {
      price: formatSteps(reference, terms.priceDecimals),
    })
  return checkStops(terms, direction, order, [entrySteps ?? reference])
}

interface Size {
  readonly lots: number
  readonly leverage: number
}

/** Amount held for a pending order: margin and fee at its entry price, or at its worst price. */
export function neededFor(
  terms: PositionTerms,
  { direction, entrySteps, worstSteps, reference, lots, leverage }: OrderPrices & Size,
): Amount {
  const priced = entrySteps ?? (direction === 'long' ? (worstSteps ?? reference) : reference)
  const notional = notionalOf(terms, priced, lots)
  return add(marginOf(notional, leverage), feeOf(notional, terms.fee))
}

/** Account state that decides an order's liquidation price; the balance is null for a guest. */
export interface Beside {
  readonly available: Amount | null
  readonly held: readonly HeldPosition[]
  readonly prices: ReadonlyMap<string, number>
}

export interface OrderOutlook {
  readonly openSteps: number
  readonly worth: Amount
  readonly margin: Amount
  readonly fee: Amount
  /** Amount that placing holds. */
  readonly needed: Amount
  /** Null if no price liquidates it. */
  readonly liquidation: number | null
  readonly overnight: Amount
  /** Pnl by price, without fee and overnight charges. */
  readonly atTakeProfit: Amount | null
  readonly atStopLoss: Amount | null
  /** The price reaches the liquidation before the stop-loss. */
  readonly isStopBeyondLiquidation: boolean
}

/** Warning about an order that is accepted; null if there is none. */
export const stopWarning = (
  { liquidation, isStopBeyondLiquidation }: Pick<OrderOutlook, 'liquidation' | 'isStopBeyondLiquidation'>,
  priceDecimals: number,
): Refusal<'futures_stop_beyond_liquidation'> | null =>
  liquidation !== null && isStopBeyondLiquidation
    ? { code: 'futures_stop_beyond_liquidation', facts: { price: formatSteps(liquidation, priceDecimals) } }
    : null

/** Figures of an order that opens at its own price, or at the current index price. */
export function orderOutlook(
  terms: PositionTerms,
  order: OrderPrices & Size & Pick<PositionNumbers, 'mode' | 'maintenanceRate'> & { readonly symbol: string },
  beside: Beside,
): OrderOutlook {
  const { symbol, direction, mode, lots, leverage, entrySteps, reference, takeProfit, stopLoss, maintenanceRate } =
    order
  const openSteps = entrySteps ?? openPrice(terms, direction, reference)
  const worth = notionalOf(terms, openSteps, lots)
  const [margin, fee] = [marginOf(worth, leverage), feeOf(worth, terms.fee)]
  const position = { symbol, direction, mode, lots, openSteps, margin, maintenanceRate, terms }
  const index = entrySteps ?? reference
  const liquidation = liquidationOf(position, { index, needed: add(margin, fee) }, beside)
  return {
    openSteps,
    worth,
    margin,
    fee,
    needed: neededFor(terms, order),
    liquidation,
    overnight: overnightCharge(position, index),
    atTakeProfit: takeProfit === null ? null : resultAt(position, takeProfit),
    atStopLoss: stopLoss === null ? null : resultAt(position, stopLoss),
    isStopBeyondLiquidation: isStopBeyond({ direction, stopLoss, liquidation, index }),
  }
}

/** Refuses an isolated order whose margin and fee would leave the open cross positions too little equity; a guest has none. */
export const checkIsolated = (
  asset: Parameters<typeof checkLeaving>[0],
  mode: PositionNumbers['mode'],
  { margin, fee }: Pick<OrderOutlook, 'margin' | 'fee'>,
  { available, held, prices }: Beside,
): Outcome<null, 'futures_margin_needed'> =>
  mode === 'cross' || available === null
    ? done(null)
    : checkLeaving(asset, add(margin, fee), { available, positions: held, prices })

/** Liquidation price of an order's position among the open positions. */
function liquidationOf(
  position: PositionNumbers & { readonly symbol: string },
  { index, needed }: { readonly index: number; readonly needed: Amount },
  { available, held, prices }: Beside,
): number | null {
  const at = (symbol: string): number =>
    symbol === position.symbol
      ? index
      : (prices.get(symbol) ?? held.find((each) => each.symbol === symbol)?.openSteps ?? 1)
  return liquidationPrice(position, {
    // Without an account, or with too low a balance, only the order's own margin backs the position.
    available: maximum(ZERO, subtract(available ?? needed, needed)),
    positions: [...held, position],
    index: at,
  })
}

/** True if the price reaches the liquidation before the stop-loss; at an equal price the liquidation comes first. */
export function isStopBeyond({
  direction,
  stopLoss,
  liquidation,
  index,
}: {
  readonly direction: Direction
  readonly stopLoss: number | null
  readonly liquidation: number | null
  readonly index: number
}): boolean {
  if (stopLoss === null || liquidation === null) return false
  return direction === 'long'
    ? stopLoss <= liquidation && liquidation < index
    : stopLoss >= liquidation && liquidation > index
}
