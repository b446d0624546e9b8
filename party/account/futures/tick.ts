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

interface Act {
  readonly symbol: string
  readonly at: number
  readonly now: number
  readonly index: IndexPrices
  readonly ticks: readonly Tick[]
}

export function onTick(own: Futures, { symbol, round, closedSides }: WakeMessage, { now }: Turn): void {
  noteMarks(own, round.ticks)
  const known = knownPrices(own)
  const tick = round.ticks.find((each) => each.symbol === symbol)
  const [first] = own.positions.live(symbol)
  const priceSteps = tick && first ? parseSteps(tick.price, first.terms.priceDecimals) : null
  own.dirtySymbols.add(symbol)
  // Positions of a symbol are decided only by a tick of that symbol in this round.
  if (!tick || tick.at !== round.at || priceSteps === null) return
  // This tick decides the symbol's positions, even if another symbol's wake-up has already delivered a newer price.
  const index: IndexPrices = (of) => (of === symbol ? priceSteps : known(of))
  const act: Act = { symbol, at: round.at, now, index, ticks: round.ticks }
  for (const position of own.positions.open(symbol))
    chargeOvernight(own, position, { at: act.at, tick, priceSteps, now, by: 'midnight' })
  liquidateCross(own, act)
  for (const position of own.positions.open(symbol)) liquidateIsolated(own, position, act)
  for (const position of own.positions.open(symbol)) closeIfDue(own, position, act)
  for (const position of own.positions.live(symbol)) {
    if (position.state !== 'pending' || position.acceptedAt > act.at || !isEntryReached(position, priceSteps)) continue
    openPosition(own, position, {
      ...act,
      isSideClosed: closedSides.includes(position.direction),
      issueReceipt: (opened) =>
        own.account.capabilities.receipts.issue(openingOf(opened, { at: act.at, tick }), act.now),
    })
    notifyOpened(own, position, act.at)
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
function liquidateCross(own: Futures, act: Act): void {
  const crossed = own.positions.open().filter(({ mode }) => mode === 'cross')
  const isWhole = crossed.every(({ symbol }) => {
    const tick = act.ticks.find((each) => each.symbol === symbol)
    return tick !== undefined && own.positions.mark(symbol)?.at === tick.at
  })
  if (!isWhole || crossed.some((position) => isBeforeMargin(position, act.at))) return
  const assets = new Set(own.positions.open().map(({ assetId }) => assetId))
  for (const assetId of assets) {
    for (;;) {
      const cross = own.positions
        .open()
        .filter(({ mode, ...position }) => mode === 'cross' && position.assetId === assetId)
      if (cross.length === 0 || !isLiquidated(riskOf(own, assetId, act.index))) break
      if (cancelPending(own, assetId, act)) continue
      const largest = largestMaintenance(cross)
      close(own, largest, { cause: 'liquidation', lots: largest.lots }, act)
    }
  }
}

function liquidateIsolated(own: Futures, position: OpenPosition, act: Act): void {
  if (position.mode !== 'isolated' || !isOpen(position) || isBeforeMargin(position, act.at)) return
  if (isLiquidated(isolatedRisk(position, act.index(position.symbol))))
    close(own, position, { cause: 'liquidation', lots: position.lots }, act)
}

function closeIfDue(own: Futures, position: OpenPosition, act: Act): void {
  const price = { at: act.at, priceSteps: act.index(position.symbol) }
  if (isStopReached(position, 'stopLoss', price))
    close(own, position, { cause: 'stop_loss', lots: partOf(position, position.stopLossLots) }, act)
  if (!isOpen(position)) return
  if (isStopReached(position, 'takeProfit', price))
    close(own, position, { cause: 'take_profit', lots: partOf(position, position.takeProfitLots) }, act)
  if (!isOpen(position)) return
  const { closeAskedAt, closeAskedLots } = position
  if (closeAskedAt !== null && closeAskedAt <= act.at)
    close(own, position, { cause: 'user', lots: partOf(position, closeAskedLots) }, act)
}

const partOf = ({ lots }: Position, wanted: number | null): number => Math.min(lots, wanted ?? lots)

function close(
  own: Futures,
  position: OpenPosition,
  { cause, lots }: { readonly cause: CloseCause; readonly lots: number },
  act: Act,
): void {
  // The position's symbol may differ from the one that woke the account.
  chargeOvernight(own, position, pricedBy(act, position))
  const receiptId = own.account.capabilities.receipts.issue(receiptOf(own, position, cause, act), act.now)
  closePosition(own, position, { ...act, cause, lots, receiptId })
  notifyClosed(own, position, cause, act.at)
}
