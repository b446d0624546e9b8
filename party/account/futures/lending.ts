// Futures for a feature that trades for its owner: it places and closes its own positions and reads this turn's changes.

import { spareEquity } from '#domain/futures/cross-equity'
import { liquidationPrice, resultAt } from '#domain/futures/position'
import { FUTURES_WALLET } from '#domain/futures/terms'
import { type Amount, ZERO, maximum, minimum } from '#domain/money/amount'
import { done } from '#domain/outcome'
import type { Capabilities, Liquidation } from '../capabilities'
import { type Futures, availableOf, knownPrices, riskOf } from './state'
import { cancelOpening } from './opening'
import { askClose, placeOrder } from './orders'
import { closesOf, toCloseRow, toRow } from './rows'
import { type Position, isLive, isOpen, positionRef } from './store'

export const lendFutures = (futures: Futures): Capabilities['futures'] => ({
  wallet: FUTURES_WALLET,
  place: (order, now) => {
    const placed = placeOrder(futures, order, now)
    return placed.ok ? done(placed.value.positionNos[0] ?? 0) : placed
  },
  setStops: (positionNo, stops, now) => {
    const position = futures.positions.find(positionNo)
    if (!position || !isLive(position)) return
    Object.assign(position, stops, { stopsSetAt: now })
    futures.positions.touch(position)
    futures.dirtySymbols.add(position.symbol)
  },
  closeTo: (positionNo, left, now) => {
    const position = futures.positions.find(positionNo)
    if (!position || !isLive(position) || position.lots - (position.closeAskedLots ?? 0) <= left) return
    // Extends a close that still waits; the whole then closes at the first tick after this request.
    if (isOpen(position)) askClose(futures, position, position.lots - left, now)
    else if (left === 0) cancelOpening(futures, position, { cause: 'cancelled', at: now, now })
    else shrink(futures, position, left)
  },
  free: (positionNo, now) => {
    const position = futures.positions.find(positionNo)
    if (!position) return
    Object.assign(position, { holder: null, freedAt: now })
    futures.positions.touch(position)
    futures.dirtySymbols.add(position.symbol)
  },
  worthSinceFreed: (positionNo) => {
    const position = futures.positions.find(positionNo)
    const mark = position && futures.positions.mark(position.symbol)
    if (!mark || position.freedAt === null || mark.at < position.freedAt) return null
    return isOpen(position) ? resultAt(position, mark.steps) : ZERO
  },
  find: (positionNo) => {
    const position = futures.positions.find(positionNo)
    return position && toRow(position)
  },
  held: (positionNo) => futures.account.ledger.holdLeft(positionRef(positionNo)),
  changed: () => futures.positions.changed().map(toRow),
  closes: () => futures.positions.closes().map(toCloseRow),
  closesOf: (positionNos) => closesOf(futures.account.store, positionNos),
  spare: (assetId) => spareOf(futures, assetId),
  liquidation: (positionNo) => liquidationOf(futures, positionNo),
  get riskChanges() {
    return futures.riskChanges
  },
})

/** The surplus of the hold is released when the order opens. */
function shrink({ positions }: Futures, position: Position, lots: number): void {
  position.lots = lots
  positions.touch(position)
}

/** Amount that can leave the wallet at the last processed prices. */
function spareOf(futures: Futures, assetId: number): Amount {
  const available = availableOf(futures, assetId)
  const cross = futures.positions.open().some((position) => position.mode === 'cross' && position.assetId === assetId)
  if (!cross) return available
  return maximum(ZERO, minimum(available, spareEquity(riskOf(futures, assetId))))
}

function liquidationOf(futures: Futures, positionNo: number): Liquidation | null {
  const position = futures.positions.find(positionNo)
  if (!position || !isOpen(position)) return null
  const { assetId, symbol } = position
  const positions = futures.positions.open().filter((each) => each.assetId === assetId)
  const index = knownPrices(futures)
  const priceSteps = liquidationPrice(position, { available: availableOf(futures, assetId), positions, index })
  return priceSteps === null ? null : { priceSteps, side: priceSteps < index(symbol) ? 'below' : 'above' }
}
