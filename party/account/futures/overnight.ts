// Overnight charge of an open position at each UTC midnight: a rate of its notional at the first tick from that midnight on. The account
// processes that tick in order among all others, so a position pays only for midnights at which it was open, however late the wake-up
// arrives. The charge is debited from the balance, then from the margin.

import { ZERO, add, minimum, negate, subtract } from '#domain/money/amount'
import { type IndexPrices, overnightCharge } from '#domain/futures/position'
import type { OvernightReceipt } from '#domain/futures/overnight-receipt'
import { FUTURES_WALLET } from '#domain/futures/terms'
import { DAY_MS } from '#domain/time'
import type { Tick } from '#domain/quotes/chain'
import { parseSteps } from '#domain/quotes/steps'
import type { Line } from '../ledger'
import { type Futures, FEATURE_NAME, availableOf } from './state'
import { overnightReceiptOf } from './receipt'
import { type OpenPosition, positionRef } from './store'

/** Deciding price. */
interface Priced {
  readonly at: number
  /** Null when the round lacks the price in force, since no receipt could prove the charge. */
  readonly tick: Tick | null
  readonly priceSteps: number
  readonly now: number
  readonly by: OvernightReceipt['by']
}

/** Price of a position's symbol in the round of another symbol's tick. */
export const pricedBy = (
  {
    at,
    now,
    ticks,
    index,
  }: Pick<Priced, 'at' | 'now'> & { readonly ticks: readonly Tick[]; readonly index: IndexPrices },
  { symbol, terms }: Pick<OpenPosition, 'symbol' | 'terms'>,
): Priced => {
  const priceSteps = index(symbol)
  const tick = ticks.find(
    (each) => each.symbol === symbol && parseSteps(each.price, terms.priceDecimals) === priceSteps,
  )
  return { at, now, priceSteps, tick: tick ?? null, by: 'liquidation' }
}

/** Next uncharged midnight; null for a position that isn't open. */
export const nextMidnight = ({ chargedAt }: Pick<OpenPosition, 'chargedAt'>): number | null =>
  chargedAt === null ? null : chargedAt + DAY_MS

/** Debits the overnight charge (swap) of every midnight up to a tick; its formula is `overnightCharge` in server/domain/futures/position.ts. */
export function chargeOvernight(futures: Futures, position: OpenPosition, priced: Priced): void {
  for (;;) {
    const midnight = nextMidnight(position)
    if (midnight === null || midnight > priced.at) return
    position.chargedAt = midnight
    futures.positions.touch(position)
    charge(futures, position, { ...priced, midnight })
  }
}

function charge(
  futures: Futures,
  position: OpenPosition,
  { at, tick, priceSteps, now, by, midnight }: Priced & { readonly midnight: number },
): void {
  const { assetId, positionNo, symbol } = position
  const ref = positionRef(positionNo)
  const due = overnightCharge(position, priceSteps)
  const fromBalance = minimum(due, availableOf(futures, assetId))
  const fromMargin = minimum(subtract(due, fromBalance), position.margin)
  const paid = add(fromBalance, fromMargin)
  const reason = 'futures_overnight'
  if (due === 0n) return
  const receipt = tick && overnightReceiptOf(position, { at, tick, midnight, due, paid, by })
  const proven = receipt && { receiptId: futures.account.capabilities.receipts.issue(receipt, now) }
  if (fromBalance > 0n) {
    const lines: Line[] = [
      { account: `${FUTURES_WALLET}:available`, assetId, amount: negate(fromBalance) },
      { account: '@house:futures', assetId, amount: fromBalance },
    ]
    futures.account.ledger.post({ reason, ref, ...proven, lines }, now)
  }
  if (fromMargin > 0n) {
    const lines: Line[] = [{ account: '@house:futures', assetId, amount: fromMargin }]
    futures.account.ledger.capture({ ref, captured: fromMargin, released: ZERO, reason, ...proven, lines }, now)
    position.margin = subtract(position.margin, fromMargin)
  }
  position.overnightPaid = add(position.overnightPaid, paid)
  futures.account.capabilities.limits.record(-paid, at)
  futures.account.watches.take(FEATURE_NAME, symbol, { house: paid })
  futures.dirtySymbols.add(symbol)
}
