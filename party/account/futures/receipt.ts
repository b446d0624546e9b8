// Receipts of a position's events: opening, overnight charge, close.

import { OPENING_RULE, type OpeningReceipt } from '#domain/futures/opening-receipt'
import { OVERNIGHT_RULE, type OvernightReceipt } from '#domain/futures/overnight-receipt'
import { type FuturesReceipt, FUTURES_RULE, type ReceiptPosition } from '#domain/futures/receipt'
import type { CloseCause } from '#domain/futures/life'
import { type IndexPrices, closePrice, resultAt } from '#domain/futures/position'
import { type Amount, encodeAmount } from '#domain/money/amount'
import type { Tick } from '#domain/quotes/chain'
import { type Futures, availableOf } from './state'
import type { OpenPosition } from './store'

interface Deciding {
  readonly at: number
  readonly ticks: readonly Tick[]
  readonly index: IndexPrices
}

export const openingOf = (
  position: OpenPosition,
  { at, tick }: { readonly at: number; readonly tick: Tick },
): OpeningReceipt => ({
  ...{ rule: OPENING_RULE, at, ticks: [tick], price: position.openSteps },
  ...{ margin: encodeAmount(position.margin), fee: encodeAmount(position.fee) },
  order: {
    ...{ no: position.positionNo, symbol: position.symbol, direction: position.direction, kind: position.kind },
    ...{ lots: position.lots, leverage: position.leverage },
    ...{ entrySteps: position.entrySteps, worstSteps: position.worstSteps, acceptedAt: position.acceptedAt },
    ...termsOf(position),
    ...{ spread: position.terms.spread.toString(), feeRate: position.terms.fee.toString() },
  },
})

interface Charged extends Pick<OvernightReceipt, 'at' | 'midnight' | 'by'> {
  readonly tick: Tick
  readonly due: Amount
  readonly paid: Amount
}

export const overnightReceiptOf = (
  position: OpenPosition,
  { at, tick, midnight, due, paid, by }: Charged,
): OvernightReceipt => ({
  ...{ rule: OVERNIGHT_RULE, at, ticks: [tick], midnight, by },
  ...{ due: encodeAmount(due), paid: encodeAmount(paid) },
  position: {
    ...{ no: position.positionNo, symbol: position.symbol, lots: position.lots },
    ...termsOf(position),
    overnight: position.terms.overnight.toString(),
  },
})

const termsOf = ({ terms: { priceDecimals, stepValue, lotParts } }: OpenPosition) => ({
  ...{ priceDecimals, stepValue: stepValue.toString() },
  ...(lotParts === undefined ? {} : { lotParts }),
})

/** Built from the deciding numbers before the close executes. */
export function receiptOf(
  futures: Futures,
  position: OpenPosition,
  cause: CloseCause,
  { at, ticks, index }: Deciding,
): FuturesReceipt {
  // Only a cross liquidation depends on the wallet and its other positions: public receipts disclose them in that case alone.
  const isOfWallet = position.mode === 'cross' && cause === 'liquidation'
  const others = futures.positions
    .open()
    .filter((other) => isOfWallet && other !== position && other.mode === 'cross' && other.assetId === position.assetId)
  const symbols = new Set(others.map(({ symbol }) => symbol))
  const lots = lotsOf(position, cause)
  const price = index(position.symbol)
  return {
    rule: FUTURES_RULE,
    cause,
    at,
    ticks: [
      ...ticks.filter(({ symbol }) => symbol === position.symbol),
      ...ticks.filter(({ symbol }) => symbol !== position.symbol && symbols.has(symbol)),
    ],
    position: describe(position),
    acceptedAt: cause === 'user' ? position.closeAskedAt : null,
    lots,
    available: isOfWallet ? encodeAmount(availableOf(futures, position.assetId)) : null,
    others: others.map(describe),
    price: closePrice(position.terms, position.direction, price),
    result: encodeAmount(resultAt(position, price, lots)),
  }
}

function lotsOf(position: OpenPosition, cause: CloseCause): number {
  const wanted = {
    take_profit: position.takeProfitLots,
    stop_loss: position.stopLossLots,
    user: position.closeAskedLots,
  }[cause as string]
  return Math.min(position.lots, wanted ?? position.lots)
}

const describe = (position: OpenPosition): ReceiptPosition => ({
  no: position.positionNo,
  symbol: position.symbol,
  direction: position.direction,
  mode: position.mode,
  lots: position.lots,
  openSteps: position.openSteps,
  margin: encodeAmount(position.margin),
  maintenanceRate: position.maintenanceRate.toString(),
  takeProfit: position.takeProfit,
  stopLoss: position.stopLoss,
  ...termsOf(position),
  spread: position.terms.spread.toString(),
})
