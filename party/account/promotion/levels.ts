// Level changes: daily review, inbox message, and update of the directory.

import { nextReviewAt } from '#domain/promotion/vip'
import type { Timer } from '../feature'
import { type Promotion, followSoon } from './state'
import { notifyRebates } from './rebates'

/** Retry delay for a failed directory update. */
const TRY_AGAIN_MS = 60_000

/** Daily: sets the level from the volume and sends the day's messages. */
export const levelTimer: Timer<Promotion> = {
  run: (own, _due, { now }) => {
    if (own.vipStatus.review(now)) own.account.timers.set('level', nextReviewAt(now))
    notifyRebates(own, now)
    notifyLevel(own, now)
    followSoon(own, now)
  },
}

/** Updates the trading figures in the directory right after a change. */
export const followTimer: Timer<Promotion> = {
  run: (own, _due, { now }) => {
    notifyLevel(own, now)
    if (!own.vipStatus.isFollowed) own.account.timers.set('follow', now + TRY_AGAIN_MS)
  },
  errand: {
    prepare: ({ vipStatus: { isFollowed, shown, inviter } }) =>
      isFollowed
        ? null
        : {
            call: (remotes) =>
              remotes.reportFigures({ ...shown, userId: remotes.account, inviterId: inviter?.userId ?? null }),
            done: ({ account, vipStatus }) => {
              vipStatus.markFollowed(shown.revision)
              if (vipStatus.isFollowed) account.timers.clear('follow')
            },
          },
  },
}

function notifyLevel({ account, vipStatus }: Promotion, now: number): void {
  const level = vipStatus.takeLevelNews()
  if (level === null) return
  const ref = `vip:${vipStatus.shown.revision}`
  account.capabilities.notices.add({ kind: 'vip_level_changed', ref, facts: { vip: String(level) } }, now)
}
