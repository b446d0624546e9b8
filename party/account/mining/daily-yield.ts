// Daily events of locked deposits: each day's yield is paid (`payDay`), then the return of the principal or a renewal. Missed days are made up one by one in order,
// each entry dated by its due time.

import { ZERO, add, negate } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { dayYield, maturesAt, paysAt } from '#domain/mining/deposit'
import { MINING_SOURCE } from '#domain/mining/terms'
import { DAY_MS } from '#domain/time'
import type { Line } from '../ledger'
import { HOUSE, type Mining, change } from './state'
import { notifyDeposit } from './notices'
import { type Deposit, boostOf, depositRef } from './store'

/** Further events run in later turns, so the size of a turn is bounded. */
const EVENTS_PER_TURN = 400

/** Versions of products that take deposits now. */
export type Offers = ReadonlyMap<number, string>

/** The next thing that time does to a running deposit. */
export const nextAt = ({ startsAt, daysPaid, terms }: Deposit): number =>
  daysPaid < terms.days ? paysAt({ startsAt }, daysPaid, terms.payMinute) : maturesAt({ startsAt, days: terms.days })

const isMature = ({ daysPaid, terms }: Deposit): boolean => daysPaid >= terms.days

/** Whether a matured deposit waits for renewal: the directory must confirm that its terms are still offered. */
export const asksForRenewal = (deposit: Deposit, now: number): boolean =>
  deposit.state === 'running' && deposit.isRenewed && isMature(deposit) && deposit.maturesAt <= now

/** Executes everything due by `now` in order of due time. Renewals wait until the current offers are known. */
export function advance(mining: Mining, now: number, offers: Offers | null = null): void {
  for (let count = 0; count < EVENTS_PER_TURN; count += 1) {
    const next = firstDue(mining, now, offers)
    if (!next) return
    if (!isMature(next)) payDay(mining, next)
    else if (next.isRenewed && offers?.get(next.productId) === next.terms.version) renew(mining, next)
    else giveBack(mining, next)
  }
}

/** Pays every due day of one deposit; backlogs of other deposits don't delay it. */
export function payDays(mining: Mining, deposit: Deposit, now: number): void {
  while (deposit.state === 'running' && !isMature(deposit) && nextAt(deposit) <= now) payDay(mining, deposit)
}

function firstDue({ deposits }: Mining, now: number, offers: Offers | null): Deposit | undefined {
  return deposits
    .live()
    .filter((deposit) => deposit.state === 'running' && nextAt(deposit) <= now)
    .filter((deposit) => offers !== null || !asksForRenewal(deposit, now))
    .reduce<Deposit | undefined>((first, each) => (first && nextAt(first) <= nextAt(each) ? first : each), undefined)
}

function payDay(mining: Mining, deposit: Deposit): void {
  const { orderNo, assetId, amount, terms, startsAt, daysPaid, daysPaidAll, receiptId } = deposit
  const at = nextAt(deposit)
  const boost = boostOf(deposit)
  const isBoosted = boost !== null && daysPaidAll < boost.days
  const paid = dayYield(amount, rate(BigInt(terms.dailyRate)), isBoosted ? boost : null)
  const lines: Line[] = [
    { account: HOUSE, assetId, amount: negate(paid) },
    { account: `${MINING_SOURCE}:available`, assetId, amount: paid },
  ]
  const proven = receiptId === null ? {} : { receiptId }
  if (paid > 0n) mining.account.ledger.post({ reason: 'mining_yield', ref: depositRef(orderNo), ...proven, lines }, at)
  mining.deposits.addYield({ orderNo, day: startsAt / DAY_MS + daysPaid, amount: paid, isBoosted })
  // The directory shows what becomes due, which a paid day does not change.
  Object.assign(deposit, {
    daysPaid: daysPaid + 1,
    daysPaidAll: daysPaidAll + 1,
    yielded: add(deposit.yielded, paid),
  })
  mining.deposits.touch(deposit)
  mining.isStale = true
}

/** Renews under the previous term's exact terms, which are still offered. */
function renew(mining: Mining, deposit: Deposit): void {
  const at = deposit.maturesAt
  const { days } = deposit.terms
  change(mining, deposit, {
    term: deposit.term + 1,
    startsAt: at,
    maturesAt: maturesAt({ startsAt: at, days }),
    daysPaid: 0,
  })
  notifyDeposit(mining, deposit, 'mining_renewed', at)
}

function giveBack(mining: Mining, deposit: Deposit): void {
  const { orderNo, assetId, amount, maturesAt: at } = deposit
  const lines: Line[] = [{ account: `${MINING_SOURCE}:available`, assetId, amount }]
  const ref = depositRef(orderNo)
  mining.account.ledger.capture({ ref, captured: amount, released: ZERO, reason: 'mining_return', lines }, at)
  change(mining, deposit, { state: 'returned', endedAt: at })
  notifyDeposit(mining, deposit, 'mining_returned', at)
}
