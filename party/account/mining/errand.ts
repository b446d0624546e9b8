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
export function setTimer(own: Mining, now: number, again = now): void {
  const days = own.deposits
    .live()
    // A deposit waiting for renewal is due already: it waits for the directory, not for a day.
    .filter((each) => each.state === 'running' && !asksForRenewal(each, now))
    .map(nextAt)
  const next = Math.min(...days, ...(hasAsk(own, now) ? [again] : []))
  if (Number.isFinite(next)) own.account.timers.set(KIND, next)
  else own.account.timers.clear(KIND)
  own.isStale = false
}

export const miningTimer: Timer<Mining> = {
  run: (own, _due, { now }) => {
    advance(own, now)
    // Retry time for a failed errand.
    setTimer(own, now, now + TRY_AGAIN_MS)
  },
  errand: {
    prepare: (own, { now }): PreparedCall<Mining> | null => {
      if (!hasAsk(own, now)) return null
      const claimed = own.deposits.live().filter(({ state }) => state === 'pending')
      const renewed = own.deposits.live().filter((each) => asksForRenewal(each, now))
      const reported = own.deposits.unreported().map((each) => ({ orderNo: each.orderNo, due: dueOf(each) }))
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
