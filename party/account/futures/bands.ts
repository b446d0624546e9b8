// Wake-up bands: one price band per symbol, inside which no trigger can fire. Triggers of a single position have their own edges. Cross
// positions of several symbols share their spare equity: each symbol gets a part of it, so while every price is inside its band, the sum of
// their losses stays below the equity.

import { type Amount, ZERO, add, amount, subtract } from '#domain/money/amount'
import { divideDown } from '#domain/money/rounding'
import { crossBand, firstPriceWhere, isLiquidated, isolatedRisk } from '#domain/futures/position'
import { notionalOf } from '#domain/futures/terms'
import { type Futures, FEATURE_NAME, availableOf, knownPrices, riskOf } from './state'
import { nextMidnight } from './overnight'
import { type OpenPosition, type Position, isOpen } from './store'

interface Edges {
  low: number | null
  high: number | null
}

/** Sets the bands of symbols changed in this turn. */
export function settleBands(futures: Futures): void {
  const cross = futures.positions.open().filter(({ mode }) => mode === 'cross')
  const [first] = cross
  if (first) {
    const available = availableOf(futures, first.assetId)
    // Cross positions share their balance: a change of it moves all their bands.
    if (futures.dirtySymbols.size > 0 || available !== futures.availableThen)
      for (const { symbol } of cross) futures.dirtySymbols.add(symbol)
    futures.availableThen = available
  }
  if (futures.dirtySymbols.size > 0) futures.riskChanges += 1
  for (const symbol of futures.dirtySymbols) setBand(futures, symbol)
  futures.dirtySymbols.clear()
}

function setBand(futures: Futures, symbol: string): void {
  const live = futures.positions.live(symbol)
  const edges: Edges = { low: null, high: null }
  for (const position of live) {
    if (isOpen(position)) addOpenEdges(futures, position, edges)
    else if (position.entrySteps !== null) addEntryEdge(position, position.entrySteps, edges)
  }
  addCrossEdges(futures, live.filter(isOpen), edges)
  const sides = { long: worth(live, 'long'), short: worth(live, 'short') }
  futures.account.watches.set(FEATURE_NAME, symbol, { ...edges, next: nextTick(futures, live) }, sides)
}

/**
 * Requests take effect at the first later tick of any price; so does the next midnight. If a clock runs behind the price clock, a request
 * may predate the last processed tick: a request that waits for any tick then waits for the following one.
 */
function nextTick(futures: Futures, live: readonly Position[]): number | null {
  const acted = futures.account.watches.actedAt(FEATURE_NAME, live[0]?.symbol ?? '')
  const instants = live.flatMap((position) => {
    const { state, entrySteps, acceptedAt, closeAskedAt, stopsSetAt, freedAt } = position
    const isPending = state === 'pending'
    const looked = [isPending ? acceptedAt : null, stopsSetAt, freedAt, nextMidnight(position)]
    const awaited = [isPending && entrySteps === null ? acceptedAt : null, closeAskedAt]
    return [
      ...looked.filter((at) => at !== null && at > acted),
      ...awaited.filter((at) => at !== null).map((at) => Math.max(at, acted + 1)),
    ]
  })
  return instants.reduce<number | null>((first, at) => Math.min(first ?? Infinity, at ?? Infinity), null)
}

function addOpenEdges(futures: Futures, position: OpenPosition, edges: Edges): void {
  const { symbol, direction, takeProfit, stopLoss, mode } = position
  const [gains, losses] = direction === 'long' ? ([highest, lowest] as const) : ([lowest, highest] as const)
  if (takeProfit !== null) gains(edges, takeProfit)
  if (stopLoss !== null) losses(edges, stopLoss)
  if (mode === 'cross') return
  const isReached = (priceSteps: number) => isLiquidated(isolatedRisk(position, priceSteps))
  const edge = firstPriceWhere(knownPrices(futures)(symbol), direction === 'long' ? 'down' : 'up', isReached)
  if (edge !== null) losses(edges, edge)
}

function addEntryEdge({ kind, direction }: Position, entry: number, edges: Edges): void {
  const isBelow = (kind === 'limit') === (direction === 'long')
  if (isBelow) lowest(edges, entry)
  else highest(edges, entry)
}

function addCrossEdges(futures: Futures, open: readonly OpenPosition[], edges: Edges): void {
  const here = open.filter(({ mode }) => mode === 'cross')
  const [first] = here
  if (!first) return
  const { equity, maintenance } = riskOf(futures, first.assetId)
  const symbols = new Set(
    futures.positions
      .open()
      .filter(({ mode }) => mode === 'cross')
      .map(({ symbol }) => symbol),
  )
  const share = amount(divideDown(subtract(equity, maintenance), BigInt(symbols.size)))
  const { low, high } = crossBand(here, knownPrices(futures)(first.symbol), share)
  if (low !== null) lowest(edges, low)
  if (high !== null) highest(edges, high)
}

const lowest = (edges: Edges, priceSteps: number): void => {
  edges.low = edges.low === null ? priceSteps : Math.max(edges.low, priceSteps)
}
const highest = (edges: Edges, priceSteps: number): void => {
  edges.high = edges.high === null ? priceSteps : Math.min(edges.high, priceSteps)
}

const worth = (live: readonly Position[], side: Position['direction']): Amount =>
  live
    .filter(isOpen)
    .filter(({ direction }) => direction === side)
    .reduce((sum, { terms, openSteps, lots }) => add(sum, notionalOf(terms, openSteps, lots)), ZERO)
