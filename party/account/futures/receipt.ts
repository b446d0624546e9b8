// Receipt of a position's event, built from its deciding numbers before it executes.

import { type FuturesReceipt, FUTURES_RULE, type ReceiptPosition } from '#domain/futures/receipt'
import type { CloseCause } from '#domain/futures/life'
import { type IndexPrices, closePrice, resultAt } from '#domain/futures/position'
import { encodeAmount } from '#domain/money/amount'
import type { Tick } from '#domain/quotes/chain'
import { type Futures, availableOf } from './book'
import type { OpenPosition } from './store'

interface Deciding {
  readonly at: number
  readonly ticks: readonly Tick[]
  readonly index: IndexPrices
}

export function receiptOf(
  own: Futures,
  position: OpenPosition,
  cause: CloseCause | 'entry',
  { at, ticks, index }: Deciding,
): FuturesReceipt {
  // Only a cross liquidation depends on the wallet and its other positions: public receipts disclose them in that case alone.
  const isOfWallet = position.mode === 'cross' && cause === 'liquidation'
  const others = own.positions
    .open()
    .filter((other) => isOfWallet && other !== position && other.mode === 'cross' && other.assetId === position.assetId)
  const symbols = new Set(others.map(({ symbol }) => symbol))
  const lots = cause === 'entry' ? 0 : lotsOf(position, cause)
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
    lots,
    available: isOfWallet ? encodeAmount(availableOf(own, position.assetId)) : null,
    others: others.map(describe),
    price: cause === 'entry' ? position.openSteps : closePrice(position.terms, position.direction, price),
    result: lots === 0 ? '0' : encodeAmount(resultAt(position, price, lots)),
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
  kind: position.kind,
  lots: position.lots,
  entrySteps: position.entrySteps,
  openSteps: position.openSteps,
  margin: encodeAmount(position.margin),
  maintenanceRate: position.maintenanceRate.toString(),
  takeProfit: position.takeProfit,
  stopLoss: position.stopLoss,
  priceDecimals: position.terms.priceDecimals,
  stepValue: position.terms.stepValue.toString(),
  ...(position.terms.lotParts === undefined ? {} : { lotParts: position.terms.lotParts }),
  spread: position.terms.spread.toString(),
})
