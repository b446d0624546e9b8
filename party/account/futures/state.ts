// State of futures in an account, and the types that all their modules use.

import { IN_FORCE_MS } from '#domain/quotes/next-round'
import { assert } from '#domain/assert'
import { findAsset } from '#domain/catalogue'
import { checkLeaving, spareEquity } from '#domain/futures/cross-equity'
import { type CrossRisk, type IndexPrices, crossRisk, isLiquidated } from '#domain/futures/position'
import { FUTURES_WALLET } from '#domain/futures/terms'
import { type Amount, add, subtract, total } from '#domain/money/amount'
import { type Outcome, refuse } from '#domain/outcome'
import type { AccountState } from '../state'
import type { Outflow } from '../outflow'
import { type Position, type PositionStore, positionRef } from './store'

export const FEATURE_NAME = 'futures'

export interface Futures {
  readonly account: AccountState
  readonly positions: PositionStore
  /** Symbols whose bands are recomputed at the end of the turn, and the balance of the last computation. */
  readonly dirtySymbols: Set<string>
  availableThen: Amount | null
  /** Turns that changed a band, and so possibly a liquidation price. */
  riskChanges: number
}

/** Contracts are margined in one asset: that of the first pair's quote. */
export const availableOf = ({ account }: Futures, assetId: number): Amount =>
  account.ledger.available(FUTURES_WALLET, assetId)

/** What positions and waiting orders hold together. */
export const heldByAll = ({ account, positions }: Futures): Amount =>
  total(positions.live().map(({ positionNo }) => account.ledger.holdLeft(positionRef(positionNo))))

/** Whether a cross position is open or pending: it can lose the wallet's whole free balance. */
export const hasCross = ({ positions }: Futures): boolean => positions.live().some(({ mode }) => mode === 'cross')

/** Amount at risk: all holds and, with a cross position, the free balance as well. */
export function atStake(futures: Futures): Amount {
  const cross = futures.positions.live().filter(({ mode }) => mode === 'cross')
  const assets = [...new Set(cross.map(({ assetId }) => assetId))]
  return add(heldByAll(futures), total(assets.map((assetId) => availableOf(futures, assetId))))
}

/** Index prices as the account last acted on them. */
export const knownPrices =
  ({ positions }: Futures): IndexPrices =>
  (symbol) => {
    const mark = positions.mark(symbol)
    assert(mark !== undefined, `${symbol} has a price since a position of it opened`)
    return mark.steps
  }

/** Combined risk of the cross positions with margin in an asset. */
export function riskOf(futures: Futures, assetId: number, index: IndexPrices = knownPrices(futures)): CrossRisk {
  const positions = futures.positions.open().filter((position) => position.assetId === assetId)
  return crossRisk(availableOf(futures, assetId), positions, index)
}

/** Refuses what would leave the cross positions too little equity. */
export function checkLeavingCross(
  futures: Futures,
  { assetId, amount, prices, seen }: Pick<Outflow, 'assetId' | 'amount' | 'prices' | 'seen'>,
): Outcome<null, 'asset_not_found' | 'futures_margin_needed' | 'futures_deciding'> {
  const asset = findAsset(futures.account.catalogue, assetId)
  if (!asset) return refuse('asset_not_found')
  if (isLiquidatedBy(futures, { assetId, amount, seen })) return refuse('futures_deciding')
  return checkLeaving(asset, amount, {
    available: availableOf(futures, assetId),
    positions: futures.positions.open().filter((position) => position.assetId === assetId),
    prices: new Map(prices.map(({ symbol, priceSteps }) => [symbol, priceSteps])),
  })
}

/** Cross positions whose wallet their owner makes smaller: the change counts from now on. */
export function noteLowerEquity(futures: Futures, assetId: number, now: number): void {
  for (const position of futures.positions.open()) {
    if (position.mode !== 'cross' || position.assetId !== assetId) continue
    futures.positions.touch(Object.assign(position, { marginSetAt: now }))
  }
}

/** A price that was no longer in force when the owner changed the margin must not liquidate by the new margin, however late it arrives. */
export const isBeforeMargin = ({ marginSetAt }: Pick<Position, 'marginSetAt'>, at: number): boolean =>
  at < (marginSetAt ?? 0) - IN_FORCE_MS

/** True when an unprocessed public price liquidates the cross positions after this amount leaves. */
export function isLiquidatedBy(
  futures: Futures,
  { assetId, amount, seen }: Pick<Outflow, 'assetId' | 'amount' | 'seen'>,
): boolean {
  const cross = futures.positions.open().filter((position) => position.mode === 'cross' && position.assetId === assetId)
  const symbols = new Set(cross.map(({ symbol }) => symbol))
  const waiting = seen.filter(
    ({ symbol, at }) => symbols.has(symbol) && at > futures.account.watches.actedAt(FEATURE_NAME, symbol),
  )
  const known = knownPrices(futures)
  const left = subtract(availableOf(futures, assetId), amount)
  const since = Math.max(0, ...cross.map(({ openedAt }) => openedAt ?? 0))
  return [...new Set(waiting.map(({ at }) => at))].some((instant) => {
    if (instant < since) return false
    const then = new Map(
      waiting.filter(({ at }) => at === instant).map(({ symbol, priceSteps }) => [symbol, priceSteps]),
    )
    return isLiquidated(crossRisk(left, cross, (symbol) => then.get(symbol) ?? known(symbol)))
  })
}

/** True while cross equity is too low at a tick, or a cross position lacks a current price. */
export function isCrossShort(
  futures: Futures,
  assetId: number,
  { at, index }: { readonly at: number; readonly index: IndexPrices },
): boolean {
  const cross = futures.positions.open().filter((position) => position.mode === 'cross' && position.assetId === assetId)
  if (cross.length === 0) return false
  const isPriced = cross.every(({ symbol }) => (futures.positions.mark(symbol)?.at ?? 0) >= at - IN_FORCE_MS)
  return !isPriced || spareEquity(riskOf(futures, assetId, index)) < 0n
}
