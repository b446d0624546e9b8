// What a midnight of UTC costs an open position: a part of its worth at the price of that midnight, once for each midnight, also for those
// at which nothing ran. It is taken from the balance, then from the margin. A midnight that had no price in force costs nothing.

import { ZERO, add, minimum, negate, subtract } from '#domain/money/amount'
import { overnightOf } from '#domain/futures/position'
import { FUTURES_WALLET } from '#domain/futures/terms'
import type { Tick } from '#domain/quotes/chain'
import { parseSteps } from '#domain/quotes/steps'
import { floorTo } from '#domain/quotes/period'
import { DAY_MS } from '#domain/time'
import type { PreparedCall, Timer } from '../feature'
import type { Line } from '../ledger'
import { type Futures, WORD, availableOf } from './book'
import { type OpenPosition, positionRef } from './shelf'

const TRY_AGAIN_MS = 60_000
/** The tick of a midnight is published by then. */
const AFTER_MIDNIGHT_MS = 3_000
const KIND = 'futures_midnight'

/** The oldest midnight that has passed and is not charged for; null when there is none. */
function unpaidMidnight({ positions }: Futures, now: number): number | null {
  const unpaid = positions.open().flatMap(({ chargedAt }) => (chargedAt === null ? [] : chargedAt + DAY_MS))
  const first = Math.min(...unpaid)
  return first + AFTER_MIDNIGHT_MS <= now ? first : null
}

/** While something is open, the next midnight is waited for. */
export function setMidnight({ book, positions }: Futures, now: number): void {
  if (positions.open().length === 0) book.timers.clear(KIND)
  else book.timers.ensure(KIND, floorTo(now, DAY_MS) + DAY_MS + AFTER_MIDNIGHT_MS)
}

export const midnightTimer: Timer<Futures> = {
  run: (own, _due, { now }) => {
    if (unpaidMidnight(own, now) === null) setMidnight(own, now)
    else own.book.timers.set(KIND, now + TRY_AGAIN_MS)
  },
  errand: {
    prepare: (own, { now }): PreparedCall<Futures> | null => {
      const midnight = unpaidMidnight(own, now)
      if (midnight === null) return null
      const symbols = [...new Set(own.positions.open().map(({ symbol }) => symbol))]
      let ticks: readonly Tick[] = []
      return {
        call: (outside) =>
          outside.ticksAt(symbols, midnight).then((found) => {
            ticks = found
          }),
        done: (state, turn) => {
          chargeMidnight(state, midnight, ticks, turn.now)
          // More than one may have passed.
          state.book.timers.clear(KIND)
          if (unpaidMidnight(state, turn.now) === null) setMidnight(state, turn.now)
          else state.book.timers.set(KIND, turn.now)
        },
      }
    },
  },
}

function chargeMidnight(own: Futures, midnight: number, ticks: readonly Tick[], now: number): void {
  for (const position of own.positions.open()) {
    if (position.chargedAt === null || position.chargedAt >= midnight) continue
    position.chargedAt = midnight
    own.positions.touch(position)
    const tick = ticks.find(({ symbol }) => symbol === position.symbol)
    const steps = tick ? parseSteps(tick.price, position.terms.priceDecimals) : null
    if (steps !== null) charge(own, position, steps, now)
  }
}

function charge(own: Futures, position: OpenPosition, steps: number, now: number): void {
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
  own.book.capabilities.limits.record(-paid, position.chargedAt ?? now)
  own.book.watches.take(WORD, symbol, { house: paid })
  own.stale.add(symbol)
}
