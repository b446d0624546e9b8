// Take-profit and stop-loss of a position, set and changed after it was ordered.

import { type StopsRefusal, checkStops } from '#domain/futures/terms'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { PricePoint } from '#party/protocol/quotes'
import type { Futures } from './state'
import { checkUndecided } from './decided'
import { type CloseRefusal, partsOf } from './orders'
import { type Position, isLive } from './store'

/** Absent fields stay unchanged. */
export interface SetStops {
  readonly positionNo: number
  readonly takeProfit?: number | null | undefined
  readonly stopLoss?: number | null | undefined
  /** Lots that the stop closes; null: all. */
  readonly takeProfitLots?: number | null | undefined
  readonly stopLossLots?: number | null | undefined
  readonly reference: number
  readonly seen: readonly PricePoint[]
}

export function setStops(
  futures: Futures,
  { positionNo, reference, seen, ...input }: SetStops,
  now: number,
): Outcome<
  Position,
  CloseRefusal | StopsRefusal | 'futures_lots_out_of_bounds' | 'futures_deciding' | 'field_not_taken'
> {
  const position = futures.positions.find(positionNo)
  if (!position) return refuse('futures_position_not_found')
  if (position.holder !== null) return refuse('futures_position_copied')
  if (!isLive(position)) return refuse('futures_position_not_open')
  const undecided = checkUndecided(futures, position, seen)
  if (!undecided.ok) return undecided
  const prices = position.openSteps === null ? [position.entrySteps ?? reference] : [position.openSteps, reference]
  const { takeProfit = null, stopLoss = null } = input
  const checked = checkStops(position.terms, position.direction, { takeProfit, stopLoss }, prices)
  if (!checked.ok) return checked
  const gain = changedStop(position, {
    field: 'take_profit_lots',
    priceSteps: input.takeProfit === undefined ? position.takeProfit : input.takeProfit,
    input: input.takeProfitLots,
    before: position.takeProfitLots,
  })
  if (!gain.ok) return gain
  const loss = changedStop(position, {
    field: 'stop_loss_lots',
    priceSteps: input.stopLoss === undefined ? position.stopLoss : input.stopLoss,
    input: input.stopLossLots,
    before: position.stopLossLots,
  })
  if (!loss.ok) return loss
  Object.assign(position, {
    takeProfit: gain.value.priceSteps,
    takeProfitLots: gain.value.lots,
    stopLoss: loss.value.priceSteps,
    stopLossLots: loss.value.lots,
    stopsSetAt: now,
  })
  futures.positions.touch(position)
  futures.dirtySymbols.add(position.symbol)
  return done(position)
}

interface StopChange {
  readonly field: 'take_profit_lots' | 'stop_loss_lots'
  /** New trigger price. */
  readonly priceSteps: number | null
  readonly input: number | null | undefined
  /** In parts of a lot, as the position counts. */
  readonly before: number | null
}

/** A stop with the lots that it closes; one that is taken away closes none. */
function changedStop(
  position: Position,
  { field, priceSteps, input, before }: StopChange,
): Outcome<
  { readonly priceSteps: number | null; readonly lots: number | null },
  'futures_lots_out_of_bounds' | 'field_not_taken'
> {
  if (priceSteps === null) return input ? refuse('field_not_taken', { field }) : done({ priceSteps, lots: null })
  if (input === undefined) return done({ priceSteps, lots: before })
  const parts = partsOf(position, input)
  return parts.ok ? done({ priceSteps, lots: parts.value }) : parts
}
