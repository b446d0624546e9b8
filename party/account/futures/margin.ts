// Margin of an isolated position, added and removed by its owner.

import { findAsset } from '#domain/catalogue'
import { isLiquidated, isMarginEnough, isolatedRisk, marginNeeded } from '#domain/futures/position'
import { FUTURES_WALLET } from '#domain/futures/terms'
import type { LossRefusal } from '#domain/limits/limits'
import { ZERO, add, decodeAmount, formatTrimmed, maximum, negate, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Outflow } from '../outflow'
import { type Futures, FEATURE_NAME, availableOf, checkLeavingCross, hasCross, noteLowerEquity } from './state'
import { checkUndecided } from './decided'
import { type FindRefusal, findOpen } from './orders'
import { type Position, positionRef } from './store'

/** Adds margin to an isolated position, or removes (negative) margin that its leverage doesn't need. */
export function changeMargin(
  futures: Futures,
  {
    positionNo,
    amount: text,
    reference,
    prices,
    seen,
  }: {
    readonly positionNo: number
    readonly amount: string
    readonly reference: number
    readonly prices: Outflow['prices']
    /** Of every symbol with a position. */
    readonly seen: Outflow['seen']
  },
  now: number,
): Outcome<
  Position,
  | FindRefusal
  | 'futures_deciding'
  | LossRefusal
  | 'futures_not_isolated'
  | 'futures_margin_needed'
  | 'insufficient_available'
  | 'asset_not_found'
> {
  const found = findOpen(futures, positionNo)
  if (!found.ok) return found
  const position = found.value
  const asset = findAsset(futures.account.catalogue, position.assetId)
  if (!asset) return refuse('asset_not_found')
  if (position.mode !== 'isolated') return refuse('futures_not_isolated')
  const ownSeen = seen.filter(({ symbol }) => symbol === position.symbol)
  const undecided = checkUndecided(futures, position, ownSeen)
  if (!undecided.ok) return undecided
  const change = decodeAmount(text)
  const ref = positionRef(positionNo)
  if (change > 0n) {
    const covered = checkAvailable(asset, { available: availableOf(futures, asset.id), needed: change })
    if (!covered.ok) return covered
    const spared = checkLeavingCross(futures, { assetId: asset.id, amount: change, prices, seen })
    if (!spared.ok) return spared
    const limited = futures.account.capabilities.limits.checkLoss(hasCross(futures) ? ZERO : change, now)
    if (!limited.ok) return limited
    noteLowerEquity(futures, asset.id, now)
    futures.account.ledger.hold({ ref, wallet: FUTURES_WALLET, assetId: asset.id, amount: change }, 'futures_hold', now)
  } else {
    const left = { ...position, margin: add(position.margin, change) }
    const acted = futures.account.watches.actedAt(FEATURE_NAME, position.symbol)
    // A late wake-up uses the position's current margin.
    if (ownSeen.some(({ at, priceSteps }) => at > acted && isLiquidated(isolatedRisk(left, priceSteps))))
      return refuse('futures_deciding')
    if (!isMarginEnough(left, reference)) {
      const spare = maximum(ZERO, subtract(position.margin, marginNeeded(position)))
      return refuse('futures_margin_needed', { available: formatTrimmed(asset, spare), asset: asset.code })
    }
    futures.account.ledger.release(ref, negate(change), 'futures_release', now)
  }
  Object.assign(position, { margin: add(position.margin, change), marginSetAt: now })
  futures.positions.touch(position)
  futures.dirtySymbols.add(position.symbol)
  return done(position)
}
