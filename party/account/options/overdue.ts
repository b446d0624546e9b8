// Overdue orders, without a decision by their deadline: Quotes returns the rounds from each order's start time. A tick among them decides
// the order, however late; without a tick the order is cancelled or void. Until Quotes answers, no order is decided, because a price may
// exist.

import { ENTRY_WITHIN_MS, EXIT_WITHIN_MS } from '#domain/options/settlement'
import type { PriceRound } from '#party/protocol/watch'
import type { PreparedCall, Timer } from '../feature'
import { onTick, rejectOrder, makeVoid, waitsFrom } from './settle'
import { type Options, FEATURE_NAME } from './state'
import type { Option } from './store'

const TRY_AGAIN_MS = 5_000
/** Longer than the rooms' clock difference plus the time to store a round. */
const MARGIN_MS = 1_500
const ROUNDS = 16
const KIND = 'options_overdue'

const deadlineOf = (order: Option): number =>
  waitsFrom(order) + (order.state === 'open' ? EXIT_WITHIN_MS : ENTRY_WITHIN_MS)

const ringsFor = ({ passedOver }: Options, order: Option): number =>
  passedOver.has(order.orderNo) ? waitsFrom(order) : deadlineOf(order) + MARGIN_MS

/** The next deadline is waited for while something runs. */
export function setOverdue(options: Options): void {
  const next = options.orders
    .live()
    .reduce<number | null>((first, order) => Math.min(first ?? Infinity, ringsFor(options, order)), null)
  if (next === options.overdueAt) return
  options.overdueAt = next
  if (next === null) options.account.timers.clear(KIND)
  else options.account.timers.set(KIND, next)
}

export const overdueTimer: Timer<Options> = {
  run: (options, _due, { now }) => {
    options.overdueAt = null
    if (firstOverdue(options, now)) {
      // Retry time for a failed errand.
      options.overdueAt = now + TRY_AGAIN_MS
      options.account.timers.set(KIND, options.overdueAt)
    } else setOverdue(options)
  },
  errand: {
    prepare: (options, { now }): PreparedCall<Options> | null => {
      const first = firstOverdue(options, now)
      if (!first) return null
      const { symbol } = first
      const from = waitsFrom(first)
      let rounds: readonly PriceRound[] = []
      return {
        call: (remotes) =>
          remotes.roundsAfter(from - 1, ROUNDS).then((found) => {
            rounds = found
          }),
        done: (state, turn) => {
          decideBy(state, { symbol, from, rounds, now: turn.now })
          setOverdue(state)
        },
      }
    },
  },
}

function firstOverdue(options: Options, now: number): Option | undefined {
  return options.orders
    .live()
    .filter((order) => ringsFor(options, order) <= now)
    .reduce<Option | undefined>(
      (first, each) => (first && waitsFrom(first) <= waitsFrom(each) ? first : each),
      undefined,
    )
}

interface Found {
  readonly symbol: string
  readonly from: number
  readonly rounds: readonly PriceRound[]
  readonly now: number
}

function decideBy(options: Options, { symbol, from, rounds, now }: Found): void {
  let beforeAt = from - 1
  for (const round of rounds) {
    const tick = round.ticks.find((each) => each.symbol === symbol)
    if (!tick || tick.at !== round.at) continue
    onTick(options, { symbol, round, beforeAt, closedSides: [] }, { account: options.account, now })
    beforeAt = round.at
  }
  for (const order of options.orders.live(symbol)) {
    if (waitsFrom(order) > from) continue
    // All rounds since the order's start time were checked.
    options.passedOver.delete(order.orderNo)
    if (deadlineOf(order) + MARGIN_MS > now) continue
    if (order.state === 'open') makeVoid(options, order, now)
    else rejectOrder(options, order, { cause: 'no_price', now })
  }
  options.account.watches.acted(FEATURE_NAME, symbol, Math.min(beforeAt, now))
}
