// Public prices that the account has not processed yet. They decide its positions even when its Watch is late, so a user who has seen them
// can no longer cancel an order, move a stop or add margin.

import { isEntryReached, isLiquidated, isolatedRisk } from '#domain/futures/position'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { PricePoint } from '#party/protocol/quotes'
import { type Futures, FEATURE_NAME } from './state'
import { type Position, isOpen } from './store'

/** True when a price reaches a stop set earlier. */
export function isStopReached(
  { direction, stopsSetAt, ...stops }: Pick<Position, 'direction' | 'stopsSetAt' | 'stopLoss' | 'takeProfit'>,
  stop: 'stopLoss' | 'takeProfit',
  { at, priceSteps }: PricePoint,
): boolean {
  const edge = stops[stop]
  if (edge === null || stopsSetAt === null || stopsSetAt > at) return false
  const isBelow = (direction === 'long') === (stop === 'stopLoss')
  return isBelow ? priceSteps <= edge : priceSteps >= edge
}

/** Refuses a change of a position or order that one of the prices decides. */
export function checkUndecided(
  futures: Futures,
  position: Position,
  prices: readonly PricePoint[],
): Outcome<null, 'futures_deciding'> {
  const acted = futures.account.watches.actedAt(FEATURE_NAME, position.symbol)
  const isDecided = prices.some((price) => price.at > acted && isDecidedBy(position, price))
  return isDecided ? refuse('futures_deciding') : done(null)
}

function isDecidedBy(position: Position, { at, priceSteps }: PricePoint): boolean {
  if (position.state === 'pending') return position.acceptedAt <= at && isEntryReached(position, priceSteps)
  if (!isOpen(position)) return false
  const isAlone = position.mode === 'isolated' && (position.marginSetAt ?? 0) <= at
  return (
    isStopReached(position, 'stopLoss', { at, priceSteps }) ||
    isStopReached(position, 'takeProfit', { at, priceSteps }) ||
    (isAlone && isLiquidated(isolatedRisk(position, priceSteps)))
  )
}
