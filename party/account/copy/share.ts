// The trader's profit share: settled at the end of each week, or when a following has ended and its last copy is closed. It is sent through
// the trader's room; a part that the wallet can't safely pay stays due.

import { weekOf, weekStartAt } from '#domain/copy/terms'
import { profitShare } from '#domain/copy/share'
import { findAsset } from '#domain/catalogue'
import {
  type Amount,
  ZERO,
  add,
  decodeAmount,
  encodeAmount,
  formatTrimmed,
  maximum,
  minimum,
  subtract,
  total,
} from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { leaderPeer } from '#party/protocol/account-peer'
import type { CopyMessage } from '#party/protocol/copy'
import type { Timer } from '../feature'
import { type LedgerAccount, move } from '../ledger'
import type { Outflow } from '../outflow'
import { type Copying, sendToRoom } from './state'
import { type Following, isCounting } from './store'

const WEEK_TIMER = 'copy_week'
/** Contracts are margined in it, so copies win and lose it. */
const USDT_ID = 3

const transitOf = (traderId: number): LedgerAccount => `@transit:${leaderPeer(traderId)}`
const walletOf = ({ account }: Copying): LedgerAccount => `${account.capabilities.futures.wallet}:available`

/** While anything may become due, the next week's end is waited for. */
export function armWeek({ account }: Copying, now: number): void {
  account.timers.ensure(WEEK_TIMER, weekStartAt(weekOf(now) + 1))
}

export const weekTimer: Timer<Copying> = {
  run: (copying, _due, { now }) => {
    for (const following of copying.store.followings()) settle(copying, following, now)
    const isGoingOn = copying.store.followings().some(({ state, shareOwed }) => state === 'active' || shareOwed > 0n)
    if (isGoingOn || copying.store.live().some(isCounting)) armWeek(copying, now)
  },
}

/** Settles an ended following once its last copy is closed, or marked after a take-over by its owner. */
export function settleIfOver(copying: Copying, following: Following, now: number): void {
  if (following.state === 'active' || copying.store.live(following.traderId).some(isCounting)) return
  if (following.net > following.highWater) settle(copying, following, now)
}

function settle(copying: Copying, following: Following, now: number): void {
  const { account, store } = copying
  const { due, highWater } = profitShare(following)
  const owed = add(following.shareOwed, due)
  const paid = minimum(owed, account.capabilities.futures.spare(USDT_ID))
  if (owed === 0n && highWater === following.highWater) return
  const shareOwed = subtract(owed, paid)
  store.touchFollowing(Object.assign(following, { highWater, shareOwed, sharePaid: add(following.sharePaid, paid) }))
  if (paid === 0n) return
  const { traderId, nickname } = following
  const lines = move(USDT_ID, paid, walletOf(copying), transitOf(traderId))
  account.ledger.post({ reason: 'copy_share', ref: `copy:${traderId}:${weekOf(now)}`, lines }, now)
  sendToRoom(copying, traderId, { type: 'copy_share', parts: [{ assetId: USDT_ID, amount: encodeAmount(paid) }] }, now)
  const facts = { trader: nickname, ...moneyFacts(copying, paid) }
  account.capabilities.notices.add({ kind: 'copy_share_paid', facts, ref: `copy:${traderId}:share:${now}` }, now)
}

/** Reserves the trader's share of the profit so far: emptying the wallet before the week's end must not avoid the share. */
export function checkOutflow(copying: Copying, { wallet, assetId, amount }: Outflow): Outcome<null, 'copy_share_due'> {
  const { futures } = copying.account.capabilities
  if (wallet !== futures.wallet || assetId !== USDT_ID) return done(null)
  const due = total(copying.store.followings().map((each) => add(each.shareOwed, profitShare(each).due)))
  const most = maximum(ZERO, subtract(futures.spare(assetId), due))
  if (due === 0n || amount <= most) return done(null)
  const { amount: available, asset } = moneyFacts(copying, most)
  return refuse('copy_share_due', { available, asset })
}

/** Credits profit shares paid by the user's followers, sent by the trader's room. */
export function takeEarned(
  copying: Copying,
  { parts }: Extract<CopyMessage, { readonly type: 'copy_earned' }>,
  seq: number,
  now: number,
): void {
  const { store, account } = copying
  const { trader } = store
  if (!trader) return
  const lines = parts.flatMap(({ assetId, amount }) =>
    move(assetId, decodeAmount(amount), transitOf(trader.userId), walletOf(copying)),
  )
  account.ledger.post({ reason: 'copy_share', ref: `copy:earned:${seq}`, lines }, now)
  const earned = parts.reduce<Amount>((sum, { amount }) => add(sum, decodeAmount(amount)), trader.earned)
  const came = subtract(earned, trader.earned)
  store.setTrader({ ...trader, earned })
  account.capabilities.notices.add(
    { kind: 'copy_share_received', facts: moneyFacts(copying, came), ref: `copy:earned:${seq}` },
    now,
  )
}

function moneyFacts({ account }: Copying, value: Amount) {
  const asset = findAsset(account.catalogue, USDT_ID)
  return { amount: asset ? formatTrimmed(asset, value) : value.toString(), asset: asset?.code ?? '' }
}
