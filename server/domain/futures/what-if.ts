// Liquidations if all prices moved at once, by the account's own tests and order.

import { type Amount, ZERO, add, maximum, minimum, subtract, total } from '../money/amount'
import { type AppraisedRow, type FuturesWallet, type HeldPosition, equityOf, heldOf } from './appraisal'
import {
  crossRisk,
  isLiquidated,
  isolatedRisk,
  largestMaintenance,
  liquidationFeeOf,
  resultAt,
  riskRate,
} from './position'

export interface WhatIf {
  /** Wallet equity with all pnl at those prices, before closes. */
  readonly equity: Amount
  /** Of the cross positions, in units of 1e-8; null without any. */
  readonly risk: bigint | null
  /** In order of liquidation. */
  readonly liquidated: readonly number[]
}

const PER_MILLE = 1_000

/** A price moved by `perMille` thousandths (negative: down), rounded down to a whole tick, at least one. */
export const movedPrice = (priceSteps: number, perMille: number): number =>
  Math.max(1, Math.floor((priceSteps * (PER_MILLE + perMille)) / PER_MILLE))

export function whatIf(
  rows: readonly AppraisedRow[],
  {
    wallet,
    prices,
    perMille,
  }: {
    readonly wallet: FuturesWallet
    readonly prices: ReadonlyMap<string, number>
    readonly perMille: number
  },
): WhatIf {
  const held = rows.flatMap((row) => heldOf(row) ?? [])
  const index = (symbol: string): number =>
    movedPrice(prices.get(symbol) ?? held.find((position) => position.symbol === symbol)?.openSteps ?? 1, perMille)
  const { available } = wallet
  const results = total(held.map((position) => resultAt(position, index(position.symbol))))
  const alone = held.filter(
    (position) => position.mode === 'isolated' && isLiquidated(isolatedRisk(position, index(position.symbol))),
  )
  return {
    equity: equityOf(wallet, results),
    risk: riskRate(crossRisk(available, held, index)),
    liquidated: [...liquidatedCross(held, available, index), ...alone].map(({ positionNo }) => positionNo),
  }
}

/** Liquidates position by position until the rest is safe. Surpluses and deficits change the balance. */
function liquidatedCross(
  held: readonly HeldPosition[],
  available: Amount,
  index: (symbol: string) => number,
): readonly HeldPosition[] {
  let left = held.filter(({ mode }) => mode === 'cross')
  let balance = available
  const gone: HeldPosition[] = []
  while (left.length > 0 && isLiquidated(crossRisk(balance, left, index))) {
    const largest = largestMaintenance(left)
    const over = add(largest.margin, resultAt(largest, index(largest.symbol)))
    const indexSteps = index(largest.symbol)
    left = left.filter((position) => position !== largest)
    balance = maximum(ZERO, add(balance, over))
    const most = minimum(balance, crossRisk(balance, left, index).equity)
    balance = subtract(balance, liquidationFeeOf(largest.terms, { indexSteps, lots: largest.lots, left: most }))
    gone.push(largest)
  }
  return gone
}
