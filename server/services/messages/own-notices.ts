// Sends the push notifications and mails of notices created by Accounts (fills, levels, commissions, coupons). An Account leaves a mark in the
// directory, and a queue collects its messages, so that no turn waits for mail.

import { listPendingNotices, settleNotices } from '#db/platform/notice'
import { callAccountAsSystem } from '../account-room'
import { type Swept, sweepRows } from '../each-alone'
import { sendNotices } from '../messages'

/** Counts users. Each notice is taken once; after a failed delivery it is still in the inbox. */
export const sweepNotices = async (env: Env, limit: number, now: number): Promise<Swept> =>
  sweepRows(await listPendingNotices(env.DB, limit), limit, {
    work: async (row) => {
      const { notices, subscriptions } = await callAccountAsSystem(env, row.userId, { type: 'take_notices' })
      await settleNotices(env.DB, row)
      const sent = notices.map((notice) => ({
        ...notice,
        subscriptions: notice.channels.includes('push') ? subscriptions : [],
      }))
      await sendNotices(env, row.userId, sent, now)
    },
    failed: ({ userId }) => `user ${userId}: own messages not taken`,
  })
