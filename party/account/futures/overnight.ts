// Overnight charge of an open position at each UTC midnight: a rate of its notional at the first tick from that midnight on. The account
// processes that tick in order among all others, so a position pays only for midnights at which it was open, however late the wake-up
// arrives. The charge is debited from the balance, then from the margin.

import { ZERO, add, minimum, negate, subtract } from '#domain/money/amount'
import { overnightOf } from '#domain/futures/position'
import { FUTURES_WALLET } from '#domain/futures/terms'
import { DAY_MS } from '#domain/time'
import type { Line } from '../ledger'
import { type Futures, WORD, availableOf } from './book'
import { type OpenPosition, positionRef } from './store'

/** A deciding price of a tick at `at`. */
interface Priced {
  readonly at: number
  readonly steps: number
  readonly now: number
}

/** Next uncharged midnight; null for a position that isn't open. */
export const nextMidnight = ({ chargedAt }: Pick<OpenPosition, 'chargedAt'>): number | null =>
  chargedAt === null ? null : chargedAt + DAY_MS

/** Charges every midnight up to a tick. */
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
