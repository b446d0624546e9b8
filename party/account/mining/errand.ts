// Directory calls of deposits: claims of a product's remaining supply, offers for renewals, and reports of maturities. All may be repeated:
// a claim is known by its reference, a report by its revision.

import { encodeAmount } from '#domain/money/amount'
import { termYield } from '#domain/mining/deposit'
import { rate } from '#domain/money/rate'
import type { PreparedCall, Timer } from '../feature'
import type { AskedClaim, ClaimAnswer, DueDeposit } from '../remote-calls'
import { type Mining, FEATURE_NAME } from './state'
import { type Offers, advance, asksForRenewal, nextAt } from './daily-yield'
import { applyClaim } from './locks'
import { type Deposit, boostOf, depositRef, isLive } from './store'

const KIND = 'mining'
const TRY_AGAIN_MS = 5_000

const hasAsk = ({ deposits }: Mining, now: number): boolean =>
  deposits.unreported().length > 0 ||
  deposits.live().some((each) => each.state === 'pending' || asksForRenewal(each, now))

/** Sets the timer to the next due day; immediate while a directory call is needed. */
export function setTimer(mining: Mining, now: number, again = now): void {
  const days = mining.deposits
    .live()
    // A deposit waiting for renewal is due already: it waits for the directory, not for a day.
    .filter((each) => each.state === 'running' && !asksForRenewal(each, now))
    .map(nextAt)
  const next = Math.min(...days, ...(hasAsk(mining, now) ? [again] : []))
  if (Number.isFinite(next)) mining.account.timers.set(KIND, next)
  else mining.account.timers.clear(KIND)
  mining.isStale = false
}

export const miningTimer: Timer<Mining> = {
  run: (mining, _due, { now }) => {
    advance(mining, now)
    // Retry time for a failed errand.
    setTimer(mining, now, now + TRY_AGAIN_MS)
  },
  errand: {
    prepare: (mining, { now }): PreparedCall<Mining> | null => {
      if (!hasAsk(mining, now)) return null
      const claimed = mining.deposits.live().filter(({ state }) => state === 'pending')
      const renewed = mining.deposits.live().filter((each) => asksForRenewal(each, now))
      const reported = mining.deposits.unreported().map((each) => ({ orderNo: each.orderNo, due: dueOf(each) }))
      const answers = new Map<number, ClaimAnswer>()
      let offers: Offers | null = null
      return {
        call: (remotes) =>
          Promise.all([
            ...claimed.map((each) =>
              remotes.claimSupply(claimOf(each, remotes.account)).then((answer) => answers.set(each.orderNo, answer)),
            ),
            renewed.length === 0
              ? null
              : remotes.miningOffers().then((found) => {
                  offers = found
                }),
            reported.length === 0 ? null : remotes.reportDueDeposits(reported.map(({ due }) => due)),
          ]).then(() => undefined),
        done: (state, turn) => {
          for (const { orderNo, due } of reported) markReported(state, orderNo, due.revision)
          for (const [orderNo, answer] of answers) {
            const deposit = state.deposits.find(orderNo)
            if (deposit) applyClaim(state, deposit, answer, turn.now)
          }
          advance(state, turn.now, offers)
          setTimer(state, turn.now)
        },
      }
    },
  },
}

const claimOf = ({ orderNo, productId, steps, acceptedAt }: Deposit, account: number): AskedClaim => ({
  product: FEATURE_NAME,
  item: String(productId),
  ref: `${account}:${depositRef(orderNo)}`,
  quantity: steps,
  at: acceptedAt,
})

function markReported({ deposits }: Mining, orderNo: number, revision: number): void {
  const deposit = deposits.find(orderNo)
  if (!deposit || deposit.told >= revision) return
  deposit.told = revision
  deposits.touch(deposit)
}

/** Principal and yields of a whole term, due at its end; zero for an ended deposit. */
function dueOf(deposit: Deposit): DueDeposit {
  const { orderNo, productId, assetId, steps, amount, terms, revision } = deposit
  const dailyRate = rate(BigInt(terms.dailyRate))
  const boost = deposit.term === 1 ? boostOf(deposit) : null
  return {
    orderNo,
    productId,
    assetId,
    steps,
    revision,
    isLive: isLive(deposit),
    dueAt: deposit.maturesAt,
    principal: encodeAmount(amount),
    yields: encodeAmount(termYield({ amount, dailyRate, days: terms.days, boost })),
  }
}
