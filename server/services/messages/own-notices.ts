// Sends what Accounts made themselves: an order filled, a level, a rebate, a coupon. An Account leaves word in the directory, and the
// minute's sweep takes its messages, so that no turn ever waits for a mail.

import { listNoticesOwed, settleNotices } from '#db/platform/notice'
import { tellAccount } from '../account-room'
import { sendNotice } from '../messages'

/** Answers of how many users messages were taken. Each is taken once; one that then cannot be sent is in the inbox all the same. */
export async function sweepNotices(env: Env, limit: number, now: number): Promise<number> {
  const owed = await listNoticesOwed(env.DB, limit)
  const taken = await Promise.all(
    owed.map(async (row) => {
      try {
        const { notices, subscriptions } = await tellAccount(env, row.userId, { type: 'take_notices' })
        await settleNotices(env.DB, row)
        for (const notice of notices) {
          const reached = notice.channels.includes('push') ? subscriptions : []
          await sendNotice(env, row.userId, { ...notice, subscriptions: reached }, now)
        }
        return 1
      } catch (failure) {
        // One broken room must not keep the others waiting; this one comes again with the next sweep.
        console.error(`user ${row.userId}: own messages not taken`, failure)
        return 0
      }
    }),
  )
  return taken.reduce<number>((sum, one) => sum + one, 0)
}
