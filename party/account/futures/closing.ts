// Close of a position: its pnl is paid between user, house and insurance fund, at one index price. A loss is debited from the closed
// margin; for a cross position then from the balance and the other cross margins, then from profits of positions that are closed for it.
// The insurance fund pays any loss beyond the equity.

import { type Amount, ZERO, add, minimum, negate, subtract, total } from '#domain/money/amount'
import type { CloseCause } from '#domain/futures/life'
import {
  type IndexPrices,
  closePrice,
  freedMargin,
  liquidationFeeOf,
  lossOf,
  marginPart,
  resultAt,
} from '#domain/futures/position'
import { FUTURES_WALLET, notionalOf } from '#domain/futures/terms'
import type { Tick } from '#domain/quotes/chain'
import type { Line } from '../ledger'
import { type Futures, FEATURE_NAME, availableOf, riskOf } from './state'
import { cancelPending } from './opening'
import { chargeOvernight, pricedBy } from './overnight'
import { type OpenPosition, isOpen, positionRef } from './store'

/** Tick and figures of a close, with the receipt's data. */
export interface Closing {
  readonly cause: CloseCause
  readonly lots: number
  /** Time of the tick. */
  readonly at: number
  readonly now: number
  readonly index: IndexPrices
  readonly ticks: readonly Tick[]
  readonly receiptId: string
}

export function closePosition(futures: Futures, position: OpenPosition, closing: Closing): void {
  const { account, positions } = futures
  const { positionNo, symbol } = position
  const { cause, lots, at, now, index, receiptId } = closing
  const indexSteps = index(symbol)
  const result = resultAt(position, indexSteps, lots)
  if (position.mode === 'cross') coverLoss(futures, position, closing, lossOf(result))
  const closeSteps = closePrice(position.terms, position.direction, indexSteps)
  const part = marginPart(position.margin, lots, position.lots)
  const paid = payResult(futures, position, { part, result, now })
  position.lots -= lots
  boundStops(position)
  position.realised = add(position.realised, result)
  position.insured = add(position.insured, paid.insured)
  if (position.closeAskedLots !== null) {
    const left = Math.min(position.closeAskedLots - (cause === 'user' ? lots : 0), position.lots)
    position.closeAskedLots = left > 0 ? left : null
    if (left <= 0) position.closeAskedAt = null
  }
  if (position.lots === 0) Object.assign(position, { state: 'closed', cause, endedAt: at })
  // A trigger fires once, even when it closed only a part of the position.
  if (cause === 'take_profit') Object.assign(position, { takeProfit: null, takeProfitLots: null })
  if (cause === 'stop_loss') Object.assign(position, { stopLoss: null, stopLossLots: null })
  const liquidationFee =
    cause === 'liquidation' ? takeLiquidationFee(futures, position, closing, add(part, result)) : ZERO
  position.liquidationFees = add(position.liquidationFees, liquidationFee)
  // The insurance fund's part of a loss does not count against the user's loss limit.
  account.capabilities.limits.record(result + paid.insured - liquidationFee, at)
  positions.addClose({
    positionNo,
    symbol,
    lots,
    cause,
    indexSteps,
    closeSteps,
    result,
    marginFreed: paid.freed,
    liquidationFee,
    insured: paid.insured,
    receiptId,
    at,
  })
  positions.touch(position)
  account.capabilities.activity.traded(position.assetId, notionalOf(position.terms, closeSteps, lots), now)
  const insurance = subtract(liquidationFee, paid.insured)
  if (insurance !== 0n) account.capabilities.receipts.insure(receiptId, { assetId: position.assetId, value: insurance })
  account.watches.take(FEATURE_NAME, symbol, { house: negate(result), insurance })
  futures.dirtySymbols.add(symbol)
}

/** A stop closes at most the remaining lots. */
function boundStops(position: OpenPosition): void {
  const { lots, takeProfitLots, stopLossLots } = position
  if (lots === 0) return
  if (takeProfitLots !== null) position.takeProfitLots = Math.min(takeProfitLots, lots)
  if (stopLossLots !== null) position.stopLossLots = Math.min(stopLossLots, lots)
}

/** Cancels pending orders, then closes profitable cross positions, in order of opening, until the equity covers the loss. */
function coverLoss(futures: Futures, position: OpenPosition, closing: Closing, loss: Amount): void {
  const others = () =>
    futures.positions
      .open()
      .filter((other) => other !== position && other.mode === 'cross' && other.assetId === position.assetId)
  const sources = () =>
    add(add(availableOf(futures, position.assetId), position.margin), total(others().map(({ margin }) => margin)))
  if (loss > sources()) cancelPending(futures, position.assetId, closing)
  for (const other of others()) {
    if (loss <= sources()) return
    if (!isOpen(other) || resultAt(other, closing.index(other.symbol)) <= 0n) continue
    chargeOvernight(futures, other, pricedBy(closing, other))
    closePosition(futures, other, { ...closing, cause: 'cover', lots: other.lots })
  }
}

interface Paying {
  readonly part: Amount
  readonly result: Amount
  readonly now: number
}

function payResult(
  futures: Futures,
  position: OpenPosition,
  { part, result, now }: Paying,
): { readonly freed: Amount; readonly insured: Amount } {
  const { account } = futures
  const { positionNo, assetId } = position
  const ref = positionRef(positionNo)
  const loss = lossOf(result)
  const freed = freedMargin(part, result)
  const fromPart = subtract(part, freed)
  takeMargin(futures, position, { taken: fromPart, freed, now })
  if (result > 0n) {
    const lines: Line[] = [
      { account: '@house:futures', assetId, amount: negate(result) },
      { account: `${FUTURES_WALLET}:available`, assetId, amount: result },
    ]
    account.ledger.post({ reason: 'futures_result', ref, lines }, now)
  }
  let lacking = subtract(loss, fromPart)
  if (lacking > 0n && position.mode === 'cross') {
    const fromBalance = minimum(lacking, availableOf(futures, assetId))
    payHouse(futures, { ref, assetId, now, value: fromBalance, from: `${FUTURES_WALLET}:available` })
    lacking = subtract(lacking, fromBalance)
  }
  // The remaining margin of this position covers its closed part's loss; so do the margins of all other cross positions.
  const covering = futures.positions
    .open()
    .filter((other) => other.assetId === assetId && (other === position || sharesLoss(position, other)))
  for (const other of covering) {
    const taken = minimum(lacking, other.margin)
    takeMargin(futures, other, { taken, freed: ZERO, now })
    lacking = subtract(lacking, taken)
  }
  payHouse(futures, { ref, assetId, now, value: lacking, from: '@insurance' })
  return { freed, insured: lacking }
}

const sharesLoss = (position: OpenPosition, other: OpenPosition): boolean =>
  position.mode === 'cross' && other.mode === 'cross'

/** Splits an amount of margin: `taken` to the house, `freed` to the balance. */
function takeMargin(
  { account, positions }: Futures,
  position: OpenPosition,
  { taken, freed, now }: { readonly taken: Amount; readonly freed: Amount; readonly now: number },
): void {
  const { positionNo, assetId } = position
  const ref = positionRef(positionNo)
  if (taken > 0n) {
    const lines: Line[] = [{ account: '@house:futures', assetId, amount: taken }]
    account.ledger.capture({ ref, captured: taken, released: freed, reason: 'futures_result', lines }, now)
  } else account.ledger.release(ref, freed, 'futures_release', now)
  if (taken === 0n && freed === 0n) return
  position.margin = subtract(subtract(position.margin, taken), freed)
  positions.touch(position)
}

function payHouse(
  { account }: Futures,
  payment: {
    readonly ref: string
    readonly assetId: number
    readonly now: number
    readonly value: Amount
    readonly from: `${typeof FUTURES_WALLET}:available` | '@insurance'
  },
): void {
  const { ref, assetId, now, value, from } = payment
  if (value === 0n) return
  const lines: Line[] = [
    { account: from, assetId, amount: negate(value) },
    { account: '@house:futures', assetId, amount: value },
  ]
  account.ledger.post({ reason: 'futures_result', ref, lines }, now)
}

/** Liquidation fee: from the balance to the insurance fund (`@insurance`). Cross positions share their losses, so the fee is capped by their shared equity. */
function takeLiquidationFee(
  futures: Futures,
  position: OpenPosition,
  { lots, index, now }: Closing,
  leftOver: Amount,
): Amount {
  const { terms, assetId, positionNo, mode, symbol } = position
  const most = mode === 'cross' ? riskOf(futures, assetId, index).equity : leftOver
  const left = minimum(most, availableOf(futures, assetId))
  const fee = liquidationFeeOf(terms, { indexSteps: index(symbol), lots, left })
  if (fee === 0n) return fee
  const lines: Line[] = [
    { account: `${FUTURES_WALLET}:available`, assetId, amount: negate(fee) },
    { account: '@insurance', assetId, amount: fee },
  ]
  futures.account.ledger.post({ reason: 'futures_liquidation_fee', ref: positionRef(positionNo), lines }, now)
  return fee
}
