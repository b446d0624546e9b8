// Futures commands. Each refuses first and writes after; a price decision waits for the first tick at or after now.

import { findAsset } from '#domain/catalogue'
import { checkSides, neededFor } from '#domain/futures/order'
import { FUTURES_WALLET, type Direction, readTerms, wholeLots } from '#domain/futures/terms'
import type { PositionHolder } from '#domain/futures/life'
import { closingOf } from '#domain/futures/position'
import { type Amount, ZERO, add, formatTrimmed, maximum, minimum } from '#domain/money/amount'
import type { LimitRefusal } from '#domain/limits/limits'
import { checkAvailable } from '#domain/money/available'
import { rate } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { FUTURES_LIVE_MAX, type FuturesOrder } from '#party/protocol/futures'
import type { PricePoint } from '#party/protocol/quotes'
import type { FuturesPlaceRefusal } from '../capabilities'
import { type Futures, FEATURE_NAME, availableOf, hasCross } from './state'
import { checkUndecided } from './decided'
import { cancelOpening } from './opening'
import { type OpenPosition, type Position, isOpen, positionRef } from './store'

/** Positions by number, for what waits for a tick. */
export interface PendingClose {
  readonly positionNos: readonly number[]
  /** Copied positions, which only their trader closes. */
  readonly copied?: readonly number[]
}

/** Checks an order; returns the amount to hold, or a refusal. `freed` is added to the balance before the order opens. */
export function checkOrder(
  futures: Futures,
  order: FuturesOrder,
  now: number,
  freed: Amount = ZERO,
): Outcome<Amount, FuturesPlaceRefusal> {
  const { account, positions } = futures
  const asset = findAsset(account.catalogue, order.assetId)
  const terms = readTerms(order.terms)

  const admitted = account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  if (!asset) return refuse('asset_not_found')
  if (positions.liveCount >= FUTURES_LIVE_MAX)
    return refuse('futures_orders_above_max', { bound: String(FUTURES_LIVE_MAX) })
  const sided = checkSides(terms, order)
  if (!sided.ok) return sided
  const needed = neededFor(terms, order)
  const limited = checkOwnLimits(futures, { mode: order.mode, assetId: asset.id, needed }, now)
  if (!limited.ok) return limited
  const covered = checkAvailable(asset, { available: add(availableOf(futures, asset.id), freed), needed })
  return covered.ok ? done(needed) : covered
}

/** `holder` where a feature places it that alone may close it. */
export function placeOrder(
  futures: Futures,
  order: FuturesOrder & { readonly holder?: PositionHolder },
  now: number,
): Outcome<PendingClose, FuturesPlaceRefusal> {
  const checked = checkOrder(futures, order, now)
  return checked.ok ? done({ positionNos: [acceptOrder(futures, order, checked.value, now)] }) : checked
}

/** Creates a pending order and holds an amount for it; answers its number. */
function acceptOrder(
  futures: Futures,
  order: FuturesOrder & { readonly holder?: PositionHolder },
  amount: Amount,
  now: number,
): number {
  const { account, positions } = futures
  const positionNo = positions.nextNumber()
  const { assetId } = order
  if (amount > 0n)
    account.ledger.hold({ ref: positionRef(positionNo), wallet: FUTURES_WALLET, assetId, amount }, 'futures_hold', now)
  account.capabilities.limits.staked(now)
  const acceptedAt = account.watches.requestedAt(FEATURE_NAME, order.symbol, now)
  positions.touch(pending(order, { positionNo, terms: readTerms(order.terms), acceptedAt }))
  futures.dirtySymbols.add(order.symbol)
  return positionNo
}

/** A cross position risks the wallet's whole free balance. An existing cross position already includes that risk. */
function checkOwnLimits(
  futures: Futures,
  { mode, assetId, needed }: { readonly mode: Position['mode']; readonly assetId: number; readonly needed: Amount },
  now: number,
): Outcome<null, LimitRefusal | 'own_limit_cross'> {
  const free = availableOf(futures, assetId)
  const isCross = mode === 'cross'
  const risk = hasCross(futures) ? ZERO : isCross ? maximum(needed, free) : needed
  const checked = futures.account.capabilities.limits.checkStake(needed, now, risk)
  if (checked.ok || !isCross) return checked
  const { code, facts } = checked.refusal
  if (code !== 'own_limit_day' && code !== 'own_limit_week') return checked
  const asset = findAsset(futures.account.catalogue, assetId)
  return refuse('own_limit_cross', { ...facts, free: asset ? formatTrimmed(asset, free) : '' })
}

const pending = (
  order: FuturesOrder & { readonly holder?: PositionHolder },
  {
    positionNo,
    terms,
    acceptedAt,
  }: { readonly positionNo: number; readonly terms: Position['terms']; readonly acceptedAt: number },
): Position => ({
  positionNo,
  symbol: order.symbol,
  assetId: order.assetId,
  direction: order.direction,
  mode: order.mode,
  kind: order.kind,
  leverage: order.leverage,
  lotsOrdered: order.lots,
  lots: order.lots,
  entrySteps: order.entrySteps,
  worstSteps: order.worstSteps,
  openSteps: null,
  openIndexSteps: null,
  margin: ZERO,
  marginAtOpen: ZERO,
  maintenanceRate: rate(BigInt(order.maintenanceRate)),
  fee: ZERO,
  overnightPaid: ZERO,
  realised: ZERO,
  liquidationFees: ZERO,
  insured: ZERO,
  takeProfit: order.takeProfit,
  stopLoss: order.stopLoss,
  takeProfitLots: null,
  stopLossLots: null,
  state: 'pending',
  cause: null,
  stopsSetAt: null,
  marginSetAt: null,
  closeAskedAt: null,
  closeAskedLots: null,
  terms,
  openReceiptId: null,
  acceptedAt,
  openedAt: null,
  endedAt: null,
  chargedAt: null,
  holder: order.holder ?? null,
  freedAt: null,
})

export type FindRefusal = 'futures_position_not_found' | 'futures_position_not_open'
export type CloseRefusal = FindRefusal | 'futures_position_copied'

export function closeOne(
  futures: Futures,
  { positionNo, lots }: { readonly positionNo: number; readonly lots: number | null },
  now: number,
): Outcome<PendingClose, CloseRefusal | 'futures_lots_out_of_bounds' | 'futures_closing'> {
  const found = findOpen(futures, positionNo)
  if (!found.ok) return found
  const position = found.value
  if (position.holder !== null) return refuse('futures_position_copied')
  if (position.closeAskedAt !== null) return refuse('futures_closing')
  const asked = partsOf(position, lots)
  if (!asked.ok) return asked
  askClose(futures, position, asked.value ?? position.lots, now)
  return done({ positionNos: [positionNo] })
}

/** Whole lots as the position counts them; null stays all of it. */
export function partsOf(
  { lots: open, terms }: Position,
  lots: number | null,
): Outcome<number | null, 'futures_lots_out_of_bounds'> {
  if (lots === null) return done(null)
  const parts = lots * (terms.lotParts ?? 1)
  return parts >= 1 && parts <= open
    ? done(parts)
    : refuse('futures_lots_out_of_bounds', { min: '1', max: String(wholeLots(open, terms)) })
}

/**
 * Closes a position and opens as many lots in the other direction, both at the first tick from now on. The close comes first, so that its
 * margin and profit pay for the opening; a lack at that tick cancels the opening only.
 */
export function reverseOne(
  futures: Futures,
  { positionNo, order }: { readonly positionNo: number; readonly order: FuturesOrder },
  now: number,
): Outcome<PendingClose, CloseRefusal | FuturesPlaceRefusal | 'futures_closing'> {
  const found = findOpen(futures, positionNo)
  if (!found.ok) return found
  const position = found.value
  if (position.holder !== null) return refuse('futures_position_copied')
  if (position.closeAskedAt !== null) return refuse('futures_closing')
  // A stop may have closed some lots since the Worker read the position.
  const opposite = { ...order, lots: wholeLots(position.lots, position.terms) }
  const { result } = closingOf(position, order.reference, position.lots)
  const checked = checkOrder(futures, opposite, now, add(position.margin, result))
  if (!checked.ok) return checked
  const free = maximum(ZERO, availableOf(futures, order.assetId))
  askClose(futures, position, position.lots, now)
  return done({ positionNos: [positionNo, acceptOrder(futures, opposite, minimum(checked.value, free), now)] })
}

/** Closes all open positions of the owner, filtered by symbol or direction. Positions already closing are waited for. */
export function closeMany(
  futures: Futures,
  { symbol, direction }: { readonly symbol: string | null; readonly direction: Direction | null },
  now: number,
): Outcome<PendingClose, never> {
  const wanted = futures.positions.open(symbol).filter((each) => direction === null || each.direction === direction)
  const ownWanted = wanted.filter(({ holder }) => holder === null)
  for (const position of ownWanted) if (position.closeAskedAt === null) askClose(futures, position, position.lots, now)
  return done({ positionNos: numbersOf(ownWanted), copied: numbersOf(wanted.filter(({ holder }) => holder !== null)) })
}

const numbersOf = (positions: readonly Position[]): readonly number[] => positions.map(({ positionNo }) => positionNo)

export function askClose(
  { account, positions, dirtySymbols }: Futures,
  position: OpenPosition,
  lots: number,
  now: number,
): void {
  const closeAskedAt = account.watches.requestedAt(FEATURE_NAME, position.symbol, now)
  Object.assign(position, { closeAskedAt, closeAskedLots: lots })
  positions.touch(position)
  dirtySymbols.add(position.symbol)
}

/** Cancels a pending order and releases its hold. */
export function cancelOrder(
  futures: Futures,
  { positionNo, seen }: { readonly positionNo: number; readonly seen: readonly PricePoint[] },
  now: number,
): Outcome<Position, CloseRefusal | 'futures_deciding'> {
  const position = futures.positions.find(positionNo)
  if (!position) return refuse('futures_position_not_found')
  if (position.holder !== null) return refuse('futures_position_copied')
  if (position.state !== 'pending') return refuse('futures_position_not_open')
  const undecided = checkUndecided(futures, position, seen)
  if (!undecided.ok) return undecided
  cancelOpening(futures, position, { cause: 'cancelled', at: now, now })
  return done(position)
}

export function findOpen(futures: Futures, positionNo: number): Outcome<OpenPosition, FindRefusal> {
  const position = futures.positions.find(positionNo)
  if (!position) return refuse('futures_position_not_found')
  return isOpen(position) ? done(position) : refuse('futures_position_not_open')
}
