// Directory calls of investments: claims of shares, and fixings of matured orders. Both may be retried: a claim is known by its reference,
// and a fixing is made once for all users.

import type { SymbolFixing } from '#party/protocol/invest'
import type { PreparedCall, Timer } from '../feature'
import type { AskedClaim, ClaimAnswer } from '../remote-calls'
import { type Invest, FEATURE_NAME } from './state'
import { applyClaim, settle } from './orders'
import { type InvestOrder, investRef } from './store'

const KIND = 'invest'
const CLAIM_AGAIN_MS = 5_000
/** The Worker makes the fixing with its next sweep. */
const FIXING_AGAIN_MS = 20_000

const isDue = ({ state, maturesAt }: InvestOrder, now: number): boolean => state === 'purchased' && maturesAt <= now

/** Sets the timer to the next maturity; to a retry while a claim or a fixing is pending. */
export function setTimer(invest: Invest, now: number, again = { claim: now, fixing: now }): void {
  const times = invest.orders
    .live()
    .map((order) =>
      order.state === 'pending' ? again.claim : Math.max(order.maturesAt, isDue(order, now) ? again.fixing : 0),
    )
  if (times.length === 0) invest.account.timers.clear(KIND)
  else invest.account.timers.set(KIND, Math.min(...times))
  invest.isDirty = false
}

const later = (now: number) => ({ claim: now + CLAIM_AGAIN_MS, fixing: now + FIXING_AGAIN_MS })

export const investTimer: Timer<Invest> = {
  // Retry time for a failed errand.
  run: (invest, _due, { now }) => setTimer(invest, now, later(now)),
  errand: {
    prepare: (invest, { now }): PreparedCall<Invest> | null => {
      const claimed = invest.orders.live().filter(({ state }) => state === 'pending')
      const due = invest.orders.live().filter((order) => isDue(order, now))
      if (claimed.length === 0 && due.length === 0) return null
      const answers = new Map<number, ClaimAnswer>()
      let fixings: readonly SymbolFixing[] = []
      return {
        call: (remotes) =>
          Promise.all([
            ...claimed.map((each) =>
              remotes.claimSupply(claimOf(each, remotes.account)).then((answer) => answers.set(each.orderNo, answer)),
            ),
            due.length === 0
              ? null
              : remotes.fixings([...new Set(due.map(({ maturesAt }) => maturesAt))]).then((found) => {
                  fixings = found
                }),
          ]).then(() => undefined),
        done: (state, turn) => {
          for (const [orderNo, answer] of answers) {
            const order = state.orders.find(orderNo)
            if (order) applyClaim(state, order, answer, turn.now)
          }
          for (const order of state.orders.live().filter((each) => isDue(each, turn.now))) {
            const { series, maturesAt } = order
            const fixed = fixings.find(({ symbol, at }) => symbol === series.symbol && at === maturesAt)
            if (fixed) settle(state, order, fixed, turn.now)
          }
          setTimer(state, turn.now, { claim: turn.now, fixing: turn.now + (due.length === 0 ? 0 : FIXING_AGAIN_MS) })
        },
      }
    },
  },
}

const claimOf = ({ orderNo, seriesId, shares, acceptedAt }: InvestOrder, account: number): AskedClaim => ({
  product: FEATURE_NAME,
  item: String(seriesId),
  ref: `${account}:${investRef(orderNo)}`,
  quantity: shares,
  at: acceptedAt,
})
