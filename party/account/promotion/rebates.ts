// Rebates: sent to the inviter as one message for all assets, posted once by the receiver, kept by the house after a self-invitation.

import { findAsset } from '#domain/catalogue'
import { type Amount, ZERO, add, decodeAmount, encodeAmount, formatTrimmed, subtract } from '#domain/money/amount'
import { dayOf, nextReviewAt } from '#domain/promotion/vip'
import type { PeerMessage } from '#party/protocol/account-peer'
import { rebatePending } from '#db/account/promotion'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { Timer, Turn } from '../feature'
import { type LedgerAccount, move } from '../ledger'
import { type Promotion, followSoon } from './state'

export const rebateAccount = (inviterId: number): LedgerAccount => `@rebate:${inviterId}`
const transitAccount = (userId: number): LedgerAccount => `@transit:${userId}`

/** Sends all pending rebates as one message: from this turn on the money is in transit. */
function sendRebates({ account, vipStatus, referral }: Promotion, now: number): void {
  const { inviter } = vipStatus
  if (!inviter) return
  const taken = referral.takePending()
  if (taken.length === 0) return
  const lines = taken.flatMap(({ assetId, amount }) =>
    move(assetId, amount, rebateAccount(inviter.userId), transitAccount(inviter.userId)),
  )
  account.ledger.post({ reason: 'rebate', ref: `rebate:${inviter.userId}`, lines }, now)
  for (const { value } of taken) vipStatus.addRebate(value)
  const parts = taken.map(({ assetId, amount }) => ({ assetId, amount: encodeAmount(amount) }))
  account.peers.queue(inviter.userId, { type: 'rebate', parts })
}

/** Stops sharing fees; unsent rebates go to the house. */
export function dropInviter({ account, vipStatus, referral }: Promotion, now: number): boolean {
  const { inviter } = vipStatus
  if (!inviter) return false
  vipStatus.dropInviter()
  const lines = referral
    .takePending()
    .flatMap(({ assetId, amount }) => move(assetId, amount, rebateAccount(inviter.userId), '@fees'))
  if (lines.length > 0) account.ledger.post({ reason: 'rebate', ref: `rebate:${inviter.userId}`, lines }, now)
  return true
}

/** A rebate from a user invited by this one. Its number is counted first, so a repeated message is posted once. */
export function receiveRebate(
  { account, referral }: Promotion,
  { parts }: PeerMessage,
  { peer, seq }: { readonly peer: number; readonly seq: number },
  { now }: Turn,
): void {
  const lines = parts.flatMap(({ assetId, amount: text }) => {
    const amount = decodeAmount(text)
    referral.addEarned(assetId, amount)
    return move(assetId, amount, transitAccount(peer), 'change:available')
  })
  account.ledger.post({ reason: 'rebate', ref: `rebate:${peer}:${seq}`, lines }, now)
  // The daily review also sends the day's rebate messages.
  account.timers.ensure('level', nextReviewAt(now))
}

/** One message per day and asset, because a rebate may arrive every minute. */
export function notifyRebates({ account, referral }: Promotion, now: number): void {
  for (const { assetId, amount } of referral.takeUnreported()) {
    const asset = findAsset(account.catalogue, assetId)
    if (!asset) continue
    const facts = { amount: formatTrimmed(asset, amount), asset: asset.code }
    account.capabilities.notices.add({ kind: 'rebate_received', ref: `rebate:${dayOf(now)}:${assetId}`, facts }, now)
  }
}

/** Sends pending rebates to the inviter as one message and updates the directory. */
export const rebateTimer: Timer<Promotion> = {
  run: (promotion, _due, { now }) => {
    sendRebates(promotion, now)
    followSoon(promotion, now)
  },
}

/** Audit: balances of `@rebate:INVITER` equal the pending rebates. */
export function compareRebates(store: Store, sums: ReadonlyMap<string, Amount>): string[] {
  const left = new Map<number, Amount>()
  for (const [key, value] of sums) {
    const [account = '', assetId = ''] = key.split('/')
    if (!account.startsWith('@rebate:')) continue
    const id = parseInt(assetId, 10)
    left.set(id, add(left.get(id) ?? ZERO, value))
  }
  for (const row of tableOf(rebatePending).rows(store))
    left.set(row.assetId, subtract(left.get(row.assetId) ?? ZERO, row.amount))
  return [...left]
    .filter(([, value]) => value !== 0n)
    .map(([assetId, value]) => `rebates of asset ${assetId} are ${value} above what is to be sent`)
}
