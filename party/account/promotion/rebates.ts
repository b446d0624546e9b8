// Where rebates go: sent to the inviter as one message for all assets, posted once where they come in, kept by the house when the
// invitation was one's own.

import { decodeAmount, encodeAmount } from '#domain/money/amount'
import { nextDayAt } from '#domain/promotion/vip'
import type { PeerMessage } from '#party/protocol/account-peer'
import type { AccountBook } from '../book'
import { type LedgerAccount, move } from '../ledger'

export const rebateAccount = (inviterId: number): LedgerAccount => `@rebate:${inviterId}`
const transitAccount = (userId: number): LedgerAccount => `@transit:${userId}`

/** Sends all pending rebates as one message: the money is in transit from the turn on that queues it. */
export function sendRebates(book: AccountBook, now: number): void {
  const { inviter } = book.standing
  if (!inviter) return
  const taken = book.referral.takePending()
  if (taken.length === 0) return
  const lines = taken.flatMap(({ assetId, amount }) =>
    move(assetId, amount, rebateAccount(inviter.userId), transitAccount(inviter.userId)),
  )
  book.ledger.post({ reason: 'rebate', ref: `rebate:${inviter.userId}`, lines }, now)
  for (const { value } of taken) book.standing.addRebate(value)
  const parts = taken.map(({ assetId, amount }) => ({ assetId, amount: encodeAmount(amount) }))
  book.peers.queue(inviter.userId, { type: 'rebate', parts })
}

/** No fee is shared any more; what was not sent yet stays with the house. */
export function dropInviter(book: AccountBook, now: number): boolean {
  const { inviter } = book.standing
  if (!inviter) return false
  book.standing.dropInviter()
  const lines = book.referral
    .takePending()
    .flatMap(({ assetId, amount }) => move(assetId, amount, rebateAccount(inviter.userId), '@fees'))
  if (lines.length > 0) book.ledger.post({ reason: 'rebate', ref: `rebate:${inviter.userId}`, lines }, now)
  return true
}

/** A message of somebody whom this user invited. Its number is stored first, so however often it comes it is posted once. */
export function receiveRebate(
  book: AccountBook,
  { from, seq, message }: { readonly from: number; readonly seq: number; readonly message: PeerMessage },
  now: number,
): boolean {
  if (!book.peers.accept(from, seq)) return false
  const lines = message.parts.flatMap(({ assetId, amount: text }) => {
    const amount = decodeAmount(text)
    book.referral.addEarned(assetId, amount)
    return move(assetId, amount, transitAccount(from), 'change:available')
  })
  book.ledger.post({ reason: 'rebate', ref: `rebate:${from}:${seq}`, lines }, now)
  // The day's review also tells what the day brought.
  book.timers.ensure('level', nextDayAt(now))
  return true
}
