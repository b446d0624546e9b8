// Opening of a pending order at one index price: fee and margin are computed at the opening price and paid from the hold, then from the
// balance. An order that can't open is cancelled and its hold released.

import { ZERO, add, maximum, negate, subtract } from '#domain/money/amount'
import type { CloseCause } from '#domain/futures/life'
import {
  type IndexPrices,
  feeOf,
  isLiquidated,
  isPriceWorse,
  isolatedRisk,
  marginOf,
  openPrice,
} from '#domain/futures/position'
import { FUTURES_WALLET, notionalOf } from '#domain/futures/terms'
import { DAY_MS } from '#domain/time'
import { floorTo } from '#domain/quotes/period'
import type { Line } from '../ledger'
import { type Futures, FEATURE_NAME, availableOf, isCrossShort, riskOf } from './state'
import { notifyOpened } from './notices'
import { type OpenPosition, type Position, positionRef } from './store'

export interface Opening {
  readonly at: number
  readonly now: number
  readonly index: IndexPrices
  readonly isSideClosed: boolean
  /** Issues the receipt of the opening. */
  readonly issueReceipt: (position: OpenPosition) => string
}

/** Opens a pending order that its price has reached, or calls it off. */
export function openPosition(futures: Futures, position: Position, opening: Opening): void {
  const { account, positions } = futures
  const { at, now, index } = opening
  const { symbol, assetId, direction, terms, positionNo } = position
  const openSteps = openPrice(terms, direction, index(symbol))
  const isWaited = position.kind !== 'market'
  if (isWaited && !account.capabilities.limits.checkPause(now).ok)
    return cancelOpening(futures, position, { cause: 'own_pause', at, now })
  if (opening.isSideClosed) return cancelOpening(futures, position, { cause: 'exposure_full', at, now })
  if (isPriceWorse(position, openSteps)) return cancelOpening(futures, position, { cause: 'price_moved', at, now })
  const notional = notionalOf(terms, openSteps, position.lots)
  const [margin, fee] = [marginOf(notional, position.leverage), feeOf(notional, terms.fee)]
  const ref = positionRef(positionNo)
  const held = account.ledger.holdLeft(ref)
  const lacking = maximum(ZERO, subtract(add(margin, fee), held))
  if (lacking > availableOf(futures, assetId))
    return cancelOpening(futures, position, { cause: 'margin_short', at, now })
  if (lacking > 0n) account.ledger.hold({ ref, wallet: FUTURES_WALLET, assetId, amount: lacking }, 'futures_hold', now)
  const surplus = subtract(add(held, lacking), add(margin, fee))
  if (fee > 0n) {
    const lines: Line[] = [{ account: '@fees', assetId, amount: fee, reason: 'futures_fee' }]
    account.ledger.capture({ ref, captured: fee, released: surplus, reason: 'futures_fee', lines }, now)
  } else account.ledger.release(ref, surplus, 'futures_release', now)
  const opened: OpenPosition = Object.assign(position, {
    state: 'open' as const,
    openSteps,
    openIndexSteps: index(symbol),
    margin,
    marginAtOpen: margin,
    fee,
    openedAt: at,
    stopsSetAt: at,
    chargedAt: floorTo(at, DAY_MS),
  })
  positions.touch(opened)
  // Fee and margin are refunded.
  if (isUnsafe(futures, opened, opening)) {
    giveBackFee(futures, opened, now)
    return cancelOpening(futures, opened, { cause: 'margin_short', at, now })
  }
  opened.openReceiptId = opening.issueReceipt(opened)
  account.capabilities.limits.record(-fee, at)
  account.capabilities.activity.traded(assetId, notional, now)
  account.watches.take(FEATURE_NAME, symbol, { fees: fee })
  futures.dirtySymbols.add(symbol)
}

/** True for a position that its own opening would liquidate, and for an isolated one that leaves the cross positions too little equity. */
function isUnsafe(futures: Futures, opened: OpenPosition, opening: Opening): boolean {
  const { mode, assetId, symbol } = opened
  if (mode === 'cross') return isLiquidated(riskOf(futures, assetId, opening.index))
  return isLiquidated(isolatedRisk(opened, opening.index(symbol))) || isCrossShort(futures, assetId, opening)
}

function giveBackFee({ account }: Futures, position: OpenPosition, now: number): void {
  const { assetId, fee, positionNo } = position
  if (fee === 0n) return
  const lines: Line[] = [
    { account: '@fees', assetId, amount: negate(fee) },
    { account: `${FUTURES_WALLET}:available`, assetId, amount: fee },
  ]
  account.ledger.post({ reason: 'futures_fee', ref: positionRef(positionNo), lines }, now)
  position.fee = ZERO
}

/** Frees all that a pending order holds. */
export function cancelOpening(
  { account, positions, dirtySymbols }: Futures,
  position: Position,
  { cause, at, now }: { readonly cause: CloseCause; readonly at: number; readonly now: number },
): void {
  const ref = positionRef(position.positionNo)
  account.ledger.release(ref, account.ledger.holdLeft(ref), 'futures_release', now)
  Object.assign(position, {
    state: 'cancelled',
    cause,
    endedAt: at,
    lots: 0,
    margin: ZERO,
    openSteps: null,
    openIndexSteps: null,
    openedAt: null,
  })
  positions.touch(position)
  dirtySymbols.add(position.symbol)
}

/** Cancels all pending orders before a loss of cross positions goes beyond their equity: what they hold pays for it. False when there are none. */
export function cancelPending(futures: Futures, assetId: number, { at, now }: Pick<Opening, 'at' | 'now'>): boolean {
  const pending = futures.positions.live().filter((each) => each.state === 'pending' && each.assetId === assetId)
  for (const position of pending) {
    cancelOpening(futures, position, { cause: 'margin_short', at, now })
    notifyOpened(futures, position, at)
  }
  return pending.length > 0
}
