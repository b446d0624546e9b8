// What a midnight of UTC costs an open position: a part of its worth at the first tick from that midnight on, once for each midnight. The
// account is woken by that tick in its order among all others, so a position pays for the midnights that it was open at and for no other,
// however late the wake comes. It is taken from the balance, then from the margin.

import { ZERO, add, minimum, negate, subtract } from '#domain/money/amount'
import { overnightOf } from '#domain/futures/position'
import { FUTURES_WALLET } from '#domain/futures/terms'
import { DAY_MS } from '#domain/time'
import type { Line } from '../ledger'
import { type Futures, WORD, availableOf } from './book'
import { type OpenPosition, positionRef } from './shelf'

/** A price that decides, of a tick at `at`. */
interface Priced {
  readonly at: number
  readonly steps: number
  readonly now: number
}

/** The first midnight that is not charged for yet; null for what is not open. */
export const nextMidnight = ({ chargedAt }: Pick<OpenPosition, 'chargedAt'>): number | null =>
  chargedAt === null ? null : chargedAt + DAY_MS

/** Charges for every midnight up to a tick. */
export function payMidnights(own: Futures, position: OpenPosition, priced: Priced): void {
  for (;;) {
    const midnight = nextMidnight(position)
    if (midnight === null || midnight > priced.at) return
    position.chargedAt = midnight
    own.positions.touch(position)
    charge(own, position, priced)
  }
}

function charge(own: Futures, position: OpenPosition, { at, steps, now }: Priced): void {
  const { assetId, positionNo, symbol } = position
  const ref = positionRef(positionNo)
  const due = overnightOf(position, steps)
  const fromBalance = minimum(due, availableOf(own, assetId))
  const fromMargin = minimum(subtract(due, fromBalance), position.margin)
  const reason = 'futures_overnight'
  if (fromBalance > 0n) {
    const lines: Line[] = [
      { account: `${FUTURES_WALLET}:available`, assetId, amount: negate(fromBalance) },
      { account: '@house:futures', assetId, amount: fromBalance },
    ]
    own.book.ledger.post({ reason, ref, lines }, now)
  }
  if (fromMargin > 0n) {
    const lines: Line[] = [{ account: '@house:futures', assetId, amount: fromMargin }]
    own.book.ledger.capture({ ref, captured: fromMargin, released: ZERO, reason, lines }, now)
    position.margin = subtract(position.margin, fromMargin)
  }
  const paid = add(fromBalance, fromMargin)
  position.overnightPaid = add(position.overnightPaid, paid)
  own.book.capabilities.limits.record(-paid, at)
  own.book.watches.take(WORD, symbol, { house: paid })
  own.stale.add(symbol)
}
