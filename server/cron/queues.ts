// Queues that users or events can fill faster than one minute's sweep empties them. The sweep works through the first rows of each, and
// while a whole slice was waiting, the queue's own Drain goes on, slice after slice. Every row may be worked twice at the same time.

import { pruneCounters } from '#db/platform/attempt'
import { pruneReceipts } from '#db/platform/receipt'
import { CHARGES_RETENTION_MS, CHARGE_RULES } from '#domain/receipt'
import { sweepBuyOrders } from '#services/buy/orders'
import { sweepBuyEvents } from '#services/buy/payments'
import { matchNewLines } from '#services/buy/statement'
import { sweepTraders } from '#services/copy/applications'
import { sweepFreezes } from '#services/desk/users'
import { type Swept, sweptTogether } from '#services/each-alone'
import { sweepDeposits } from '#services/funds/deposits'
import { sweepWithdrawals } from '#services/funds/withdrawals'
import { sweepPendingCommands } from '#services/identity/pending-commands'
import { sweepIeo } from '#services/ieo/allocation'
import { forgetLeavers } from '#services/leaving/closing'
import { sweepLiabilities } from '#services/liabilities/tree'
import { sweepLoans } from '#services/loan/requests'
import { sweepNotices } from '#services/messages/own-notices'
import { sweepLots } from '#services/nft/lots'
import { sweepClaims } from '#services/promotion/coupons'
import { commitQuizBets, settleQuizEvents } from '#services/quiz'
import { sweepScreening } from '#services/screening/pass'
import { sweepStockActions } from '#services/stock-actions'

interface Slice {
  /** Rows at most. */
  readonly limit: number
  readonly now: number
}

/** Rows deleted by one statement, per row of a slice: a deletion calls no room. */
const DELETED_PER_ROW = 100

/** Names that the log shows, each also the name of its Drain. */
const QUEUES = {
  'settle what users are owed': (env, { limit }) => sweepPendingCommands(env, limit),
  'bring claimed coupons': (env, { limit }) => sweepClaims(env, limit),
  'send what accounts tell': (env, { limit, now }) => sweepNotices(env, limit, now),
  'tell freezes': (env, { limit }) => sweepFreezes(env, limit),
  'tell closed traders': (env, { limit }) => sweepTraders(env, limit),
  'open reviews of deposits': (env, { limit, now }) => sweepDeposits(env, limit, now),
  'settle what withdrawals are owed': (env, { limit, now }) => sweepWithdrawals(env, limit, now),
  'apply messages about payments': (env, { limit, now }) => sweepBuyEvents(env, limit, now),
  'match bank statements': (env, { limit, now }) => matchNewLines(env, limit, now),
  'end and open orders with fiat': (env, { limit, now }) => sweepBuyOrders(env, limit, now),
  'open reviews of loans': (env, { limit, now }) => sweepLoans(env, limit, now),
  'forget who left long ago': (env, { limit, now }) => forgetLeavers(env, limit, now),
  'close sales of works': (env, { limit, now }) => sweepLots(env, limit, now),
  'share out sales': (env, { now }) => sweepIeo(env, now),
  'carry out corporate actions': (env, { now }) => sweepStockActions(env, now),
  'commit to bets of the quiz': (env, { limit, now }) => commitQuizBets(env, limit, now),
  'settle events of the quiz': (env, { limit, now }) => settleQuizEvents(env, limit, now),
  'compare with new lists': (env, { limit, now }) => sweepScreening(env, limit, now),
  'build the tree of liabilities': (env, { now }) => sweepLiabilities(env, now),
  'prune counters': (env, { limit, now }) => {
    const most = limit * DELETED_PER_ROW
    return pruned(pruneCounters(env.DB, now, most), most)
  },
  'prune receipts of charges': async (env, { limit, now }) => {
    const most = limit * DELETED_PER_ROW
    const before = now - CHARGES_RETENTION_MS
    return sweptTogether(
      await Promise.all(CHARGE_RULES.map((rule) => pruned(pruneReceipts(env.DB, { rule, before, limit: most }), most))),
    )
  },
} satisfies Record<string, (env: Env, slice: Slice) => Promise<Swept>>

export type QueueName = keyof typeof QUEUES

// Object.keys loses the names.
export const QUEUE_NAMES = Object.keys(QUEUES) as readonly QueueName[]

async function pruned(deleting: Promise<number>, limit: number): Promise<Swept> {
  const settled = await deleting
  return { settled, isFull: settled >= limit, rows: null }
}

/** Rows per slice: a sweep has other work beside it, while a Drain's slice is an invocation of its own, with 1,000 directory queries. */
const ROWS_PER_SWEEP = 20
const ROWS_PER_SLICE = 100

/** True while more rows wait and work succeeds; otherwise the next sweep tries again. */
const hasMore = ({ settled, isFull }: Swept): boolean => isFull && settled > 0

/** Sweep step: the first rows; a longer queue goes on by itself. */
export async function sweepQueue(env: Env, queue: QueueName, now: number): Promise<void> {
  const swept = await QUEUES[queue](env, { limit: ROWS_PER_SWEEP, now })
  if (hasMore(swept)) await env.Drain.get(env.Drain.idFromName(queue)).wake(queue)
}

/** Works a slice. Answers its row names if the queue needs another slice; null when the queue is done, or stuck on the rows of the last slice (`before`). */
export async function drainSlice(
  env: Env,
  queue: QueueName,
  { before, now }: { readonly before: string; readonly now: number },
): Promise<string | null> {
  const swept = await QUEUES[queue](env, { limit: ROWS_PER_SLICE, now })
  return hasMore(swept) && (swept.rows === null || swept.rows !== before) ? (swept.rows ?? '') : null
}
