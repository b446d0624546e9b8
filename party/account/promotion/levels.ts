// Level changes: daily review, inbox message, and update of the directory.

import { nextReviewAt } from '#domain/promotion/vip'
import type { Timer } from '../feature'
import { type Promotion, followSoon } from './state'
import { notifyRebates } from './rebates'

/** Retry delay for a failed directory update. */
const TRY_AGAIN_MS = 60_000

/** Daily: sets the level from the volume and sends the day's messages. */
export const levelTimer: Timer<Promotion> = {
  run: (promotion, _due, { now }) => {
    if (promotion.vipStatus.review(now)) promotion.account.timers.set('level', nextReviewAt(now))
    notifyRebates(promotion, now)
    notifyLevel(promotion, now)
    followSoon(promotion, now)
  },
}

/** Updates the trading figures in the directory right after a change. */
export const followTimer: Timer<Promotion> = {
  run: (promotion, _due, { now }) => {
    notifyLevel(promotion, now)
    if (!promotion.vipStatus.isFollowed) promotion.account.timers.set('follow', now + TRY_AGAIN_MS)
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
  const level = vipStatus.takeLevelChange()
  if (level === null) return
  const ref = `vip:${vipStatus.shown.revision}`
  account.capabilities.notices.add({ kind: 'vip_level_changed', ref, facts: { vip: String(level) } }, now)
}
