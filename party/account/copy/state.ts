// State of copy trading in an account, and its messages to traders' rooms.

import { leaderPeer } from '#party/protocol/account-peer'
import type { CopyMessage } from '#party/protocol/copy'
import type { AccountState } from '../state'
import type { Timer } from '../feature'
import type { CopyStore } from './store'

export interface Copying {
  readonly account: AccountState
  readonly store: CopyStore
}

const POST_TIMER = 'copy_post'
const POST_AGAIN_MS = 2_000

/** Queues a message; the alarm, due now, delivers it after this turn. */
export function sendToRoom({ account }: Copying, traderId: number, message: CopyMessage, now: number): void {
  account.peers.queue(leaderPeer(traderId), message)
  account.timers.set(POST_TIMER, now)
}

/** Delivery is part of every alarm; this timer only schedules the next one while messages to traders' rooms are undelivered. */
export const postTimer: Timer<Copying> = {
  run: ({ account }, _due, { now }) => {
    if (account.peers.pending().some(({ peer }) => peer < 0)) account.timers.set(POST_TIMER, now + POST_AGAIN_MS)
  },
}
