// Ends of copies and followings: a missed copy stores its reason; an ended following closes its copies or hands them to their owner.

import type { FollowingEnd } from '#domain/copy/life'
import type { Copying } from './state'
import { sendToRoom } from './state'
import { type Copy, type Following, type PlacedCopy, isBound } from './store'
import { settleIfOver } from './share'

export function miss(
  { store, account }: Copying,
  copy: Copy,
  { code, facts }: { readonly code: string; readonly facts: Readonly<Record<string, string>> },
  now: number,
): void {
  store.touch(Object.assign(copy, { state: 'missed', reason: code, facts, endedAt: now }))
  const trader = store.following(copy.traderId)?.nickname ?? ''
  const ref = `copy:${copy.traderId}:${copy.traderPositionNo}:missed`
  const names = { trader, pair: copy.symbol.replace('-', '/') }
  account.capabilities.notices.add({ kind: 'copy_missed', facts: names, ref }, now)
}

/** Closes everything above `left` lots of a copy at the next tick. An unopened copy opens with `left` lots, or is cancelled at 0. */
export function closeTo(copying: Copying, copy: PlacedCopy, left: number, now: number): void {
  const { futures } = copying.account.capabilities
  futures.closeTo(copy.positionNo, left, now)
  if (futures.find(copy.positionNo)?.state === 'cancelled')
    miss(copying, copy, { code: 'copy_called_off', facts: {} }, now)
}

/** Frees a copy: from now on only its owner closes it. Its following counts its value at the next tick and no later profit. */
export function holdOneself({ store, account }: Copying, copy: PlacedCopy, now: number): void {
  store.touch(Object.assign(copy, { selfHeldAt: now }))
  account.capabilities.futures.free(copy.positionNo, now)
}

interface Ending {
  readonly end: FollowingEnd
  /** Open copies become their owner's; else they are closed. */
  readonly keep: boolean
  readonly now: number
}

export function endFollowing(copying: Copying, following: Following, { end, keep, now }: Ending): void {
  const { store, account } = copying
  const { traderId, nickname } = following
  store.touchFollowing(Object.assign(following, { state: 'ended', end, endedAt: now }))
  // The room that has ended by itself has forgotten its followers.
  if (end !== 'trader_closed') sendToRoom(copying, traderId, { type: 'copy_unfollow', parts: [] }, now)
  for (const copy of store.live(traderId).filter(isBound)) {
    const position = account.capabilities.futures.find(copy.positionNo)
    const isOpen = position?.state === 'open'
    if (keep && isOpen) holdOneself(copying, copy, now)
    else closeTo(copying, copy, 0, now)
  }
  settleIfOver(copying, following, now)
  if (end === 'cancelled') return
  const kind = end === 'loss_reached' ? 'copy_stopped' : 'copy_trader_closed'
  account.capabilities.notices.add({ kind, facts: { trader: nickname }, ref: `copy:${traderId}:${kind}:${now}` }, now)
}
