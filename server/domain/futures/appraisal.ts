// Valuation of an account's futures at current prices, for pages and API answers. Settlement never uses it, but it uses settlement's
// functions.

import { type Amount, add, decodeAmount, formatUnits, subtract, total } from '../money/amount'
import { rate } from '../money/rate'
import { divideDown, divideUp } from '../money/rounding'
import type { FuturesState } from './life'
import {
  type IndexPrices,
  type PositionNumbers,
  crossRisk,
  feeOf,
  liquidationPrice,
  maintenanceOf,
  marginNeeded,
  marginOf,
  overnightCharge,
  resultAt,
  riskRate,
} from './position'
import { type Direction, type MarginMode, type StoredTerms, readTerms, notionalOf } from './terms'

/** The part of an account's row that this needs. */
export interface AppraisedRow {
  readonly positionNo: number
  readonly symbol: string
  readonly direction: Direction
  readonly mode: MarginMode
  readonly lots: number
  readonly openSteps: number | null
  readonly margin: string
  readonly maintenanceRate: string
  readonly state: FuturesState
  readonly terms: StoredTerms
}

export type HeldPosition = PositionNumbers & { readonly symbol: string; readonly positionNo: number }

/** An open row's numbers; null for a row that isn't open. */
export function heldOf(row: AppraisedRow): HeldPosition | null {
  if (row.state !== 'open' || row.openSteps === null) return null
  return {
    positionNo: row.positionNo,
    symbol: row.symbol,
    direction: row.direction,
    mode: row.mode,
    lots: row.lots,
    openSteps: row.openSteps,
    margin: decodeAmount(row.margin),
    maintenanceRate: rate(BigInt(row.maintenanceRate)),
    terms: readTerms(row.terms),
  }
}

/** Displayed margin and fee; for a pending order, the hold at its entry price. */
export function shownMoney(
  row: Pick<AppraisedRow, 'state' | 'lots' | 'margin' | 'terms'> & {
    readonly leverage: number
    readonly entrySteps: number | null
    readonly marginAtOpen: string
    readonly fee: string
  },
): Readonly<Record<'margin' | 'marginAtOpen' | 'fee', Amount>> {
  if (row.state === 'pending' && row.entrySteps !== null) {
    const terms = readTerms(row.terms)
    const notional = notionalOf(terms, row.entrySteps, row.lots)
    const margin = marginOf(notional, row.leverage)
    return { margin, marginAtOpen: margin, fee: feeOf(notional, terms.fee) }
  }
  return {
    margin: decodeAmount(row.margin),
    marginAtOpen: decodeAmount(row.marginAtOpen),
    fee: decodeAmount(row.fee),
  }
}

/** A pnl in hundredths of a percent of the margin that the position's leverage requires, rounded down; null for a row that isn't open. */
export function returnOnMargin(row: AppraisedRow & { readonly leverage: number }, result: Amount): bigint | null {
  const held = heldOf(row)
  return held && -divideUp(-result * 10_000n, marginNeeded({ ...held, leverage: row.leverage }))
}

interface AppraisedPosition {
  readonly positionNo: number
  /** Pnl of closing the whole position now. */
  readonly result: Amount
  readonly maintenance: Amount
  /** Index price at which it is liquidated while others stay constant; null without one. */
  readonly liquidation: number | null
  /** Next midnight's charge at the current price. */
  readonly overnight: Amount
}

/** Balance that backs the futures. */
export interface FuturesWallet {
  readonly available: Amount
  /** Held by positions and pending orders. */
  readonly held: Amount
}

export interface FuturesAppraisal {
  readonly positions: ReadonlyMap<number, AppraisedPosition>
  /** Equity of the wallet including open pnl: `available`, `margins`, `ordered` and `results`. */
  readonly equity: Amount
  readonly available: Amount
  readonly margins: Amount
  /** What orders that wait have set aside. */
  readonly ordered: Amount
  readonly results: Amount
  /** Risk rate of the cross positions, in units of 1e-8: 100% is 100,000,000. Null without any. */
  readonly risk: bigint | null
}

/** Positions of symbols without a price are valued at their opening price. */
export function appraiseFutures(
  rows: readonly AppraisedRow[],
  wallet: FuturesWallet,
  prices: ReadonlyMap<string, number>,
): FuturesAppraisal {
  const { available } = wallet
  const held = rows.flatMap((row) => heldOf(row) ?? [])
  const index: IndexPrices = (symbol) =>
    prices.get(symbol) ?? held.find((position) => position.symbol === symbol)?.openSteps ?? 1
  // Cross positions of one symbol and direction share a liquidation price, so it is computed once.
  const crossed = new Map<string, number | null>()
  const liquidationOf = (position: HeldPosition): number | null => {
    const key = `${position.symbol}|${position.direction}`
    const known = position.mode === 'cross' ? crossed.get(key) : undefined
    if (known !== undefined) return known
    const found = liquidationPrice(position, { available, positions: held, index })
    if (position.mode === 'cross') crossed.set(key, found)
    return found
  }
  const positions = new Map(
    held.map((position) => [
      position.positionNo,
      {
        positionNo: position.positionNo,
        result: resultAt(position, index(position.symbol)),
        maintenance: maintenanceOf(position),
        liquidation: liquidationOf(position),
        overnight: overnightCharge(position, index(position.symbol)),
      },
    ]),
  )
  const margins = total(held.map(({ margin }) => margin))
  const results = total([...positions.values()].map(({ result }) => result))
  const cross = crossRisk(available, held, index)
  return {
    positions,
    equity: equityOf(wallet, results),
    available,
    margins,
    ordered: subtract(wallet.held, margins),
    results,
    risk: riskRate(cross),
  }
}

export const equityOf = ({ available, held }: FuturesWallet, results: Amount): Amount =>
  add(add(available, held), results)

/** A risk rate as percent text with two decimals, rounded down: "116.26". */
export const riskPercent = (risk: bigint | null): string => formatUnits(divideDown(risk ?? 0n, 10_000n), 2)
