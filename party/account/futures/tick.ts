// Futures actions at a wake-up tick, in this order: overnight charges, liquidations, then take-profits, stop-losses and requested closes in
// order of opening, then orders whose price is reached. Everything executes at this tick, however late it arrives; a tick older than the
// last processed one is ignored.

import { parseSteps } from '#domain/quotes/steps'
import type { CloseCause } from '#domain/futures/life'
import {
  type IndexPrices,
  isEntryReached,
  isLiquidated,
  isolatedRisk,
  largestMaintenance,
} from '#domain/futures/position'
import type { Tick } from '#domain/quotes/chain'
import type { WakeMessage } from '#party/protocol/watch'
import type { Turn } from '../feature'
import { type Futures, isBeforeMargin, knownPrices, riskOf } from './state'
import { closePosition } from './closing'
import { isStopReached } from './decided'
import { notifyClosed, notifyOpened } from './notices'
import { cancelPending, openPosition } from './opening'
import { chargeOvernight, pricedBy } from './overnight'
import { openingOf, receiptOf } from './receipt'
import { type OpenPosition, type Position, isOpen } from './store'

interface TickContext {
  readonly symbol: string
  readonly at: number
  readonly now: number
  readonly index: IndexPrices
  readonly ticks: readonly Tick[]
}

export function onTick(futures: Futures, { symbol, round, closedSides }: WakeMessage, { now }: Turn): void {
  noteMarks(futures, round.ticks)
  const known = knownPrices(futures)
  const tick = round.ticks.find((each) => each.symbol === symbol)
  const [first] = futures.positions.live(symbol)
  const priceSteps = tick && first ? parseSteps(tick.price, first.terms.priceDecimals) : null
  futures.dirtySymbols.add(symbol)
  // Positions of a symbol are decided only by a tick of that symbol in this round.
  if (!tick || tick.at !== round.at || priceSteps === null) return
  // This tick decides the symbol's positions, even if another symbol's wake-up has already delivered a newer price.
  const index: IndexPrices = (of) => (of === symbol ? priceSteps : known(of))
  const context: TickContext = { symbol, at: round.at, now, index, ticks: round.ticks }
  for (const position of futures.positions.open(symbol))
    chargeOvernight(futures, position, { at: context.at, tick, priceSteps, now, by: 'midnight' })
  liquidateCross(futures, context)
  for (const position of futures.positions.open(symbol)) liquidateIsolated(futures, position, context)
  for (const position of futures.positions.open(symbol)) closeIfDue(futures, position, context)
  for (const position of futures.positions.live(symbol)) {
    if (position.state !== 'pending' || position.acceptedAt > context.at || !isEntryReached(position, priceSteps))
      continue
    openPosition(futures, position, {
      ...context,
      isSideClosed: closedSides.includes(position.direction),
      issueReceipt: (opened) =>
        futures.account.capabilities.receipts.issue(openingOf(opened, { at: context.at, tick }), context.now),
    })
    notifyOpened(futures, position, context.at)
  }
}

/** Stores the newest prices of symbols with open positions or pending orders. */
function noteMarks({ positions }: Futures, ticks: readonly Tick[]): void {
  const decimals = new Map(positions.live().map(({ symbol, terms }) => [symbol, terms.priceDecimals]))
  for (const { symbol, price, at } of ticks) {
    const places = decimals.get(symbol)
    const priceSteps = places === undefined ? null : parseSteps(price, places)
    if (priceSteps !== null) positions.setMark({ symbol, steps: priceSteps, at })
  }
}

/**
 * Liquidates cross positions one at a time, largest maintenance margin first, until the rest is safe. All prices must be of this round: a
 * missing price, or a newer one from an earlier wake-up, decides nothing for the shared equity.
 */
function liquidateCross(futures: Futures, context: TickContext): void {
  const crossed = futures.positions.open().filter(({ mode }) => mode === 'cross')
  const isWhole = crossed.every(({ symbol }) => {
    const tick = context.ticks.find((each) => each.symbol === symbol)
    return tick !== undefined && futures.positions.mark(symbol)?.at === tick.at
  })
  if (!isWhole || crossed.some((position) => isBeforeMargin(position, context.at))) return
  const assets = new Set(futures.positions.open().map(({ assetId }) => assetId))
  for (const assetId of assets) {
    for (;;) {
      const cross = futures.positions
        .open()
        .filter(({ mode, ...position }) => mode === 'cross' && position.assetId === assetId)
      if (cross.length === 0 || !isLiquidated(riskOf(futures, assetId, context.index))) break
      if (cancelPending(futures, assetId, context)) continue
      const largest = largestMaintenance(cross)
      close(futures, largest, { cause: 'liquidation', lots: largest.lots }, context)
    }
  }
}

function liquidateIsolated(futures: Futures, position: OpenPosition, context: TickContext): void {
  if (position.mode !== 'isolated' || !isOpen(position) || isBeforeMargin(position, context.at)) return
  if (isLiquidated(isolatedRisk(position, context.index(position.symbol))))
    close(futures, position, { cause: 'liquidation', lots: position.lots }, context)
}

function closeIfDue(futures: Futures, position: OpenPosition, context: TickContext): void {
  const price = { at: context.at, priceSteps: context.index(position.symbol) }
  if (isStopReached(position, 'stopLoss', price))
    close(futures, position, { cause: 'stop_loss', lots: partOf(position, position.stopLossLots) }, context)
  if (!isOpen(position)) return
  if (isStopReached(position, 'takeProfit', price))
    close(futures, position, { cause: 'take_profit', lots: partOf(position, position.takeProfitLots) }, context)
  if (!isOpen(position)) return
  const { closeAskedAt, closeAskedLots } = position
  if (closeAskedAt !== null && closeAskedAt <= context.at)
    close(futures, position, { cause: 'user', lots: partOf(position, closeAskedLots) }, context)
}

const partOf = ({ lots }: Position, wanted: number | null): number => Math.min(lots, wanted ?? lots)

function close(
  futures: Futures,
  position: OpenPosition,
  { cause, lots }: { readonly cause: CloseCause; readonly lots: number },
  context: TickContext,
): void {
  // The position's symbol may differ from the one that woke the account.
  chargeOvernight(futures, position, pricedBy(context, position))
  const receiptId = futures.account.capabilities.receipts.issue(
    receiptOf(futures, position, cause, context),
    context.now,
  )
  closePosition(futures, position, { ...context, cause, lots, receiptId })
  notifyClosed(futures, position, cause, context.at)
}
