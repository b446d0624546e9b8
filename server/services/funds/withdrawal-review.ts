// Withdrawal review by two people. The Account approves or releases its hold once, then the row is updated. An approved withdrawal is paid
// by a transaction (services/payouts). A decision repeated after a crash has the same result.

import { reopenReview } from '#db/platform/review-request'
import { findUserById } from '#db/platform/user'
import { changeWithdrawal, findWithdrawal } from '#db/platform/withdrawal'
import type { ReviewDecision } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import { type Outcome, done, refuse } from '#domain/outcome'
import { WITHDRAWAL_LOCK_MS, isWithdrawalLocked } from '#domain/security'
import { callAccountAsSystem } from '../account-room'
import { reviewKind } from '../desk/review-kind'
import { notify } from '../messages'
import { paySimulated } from '../payouts/settle'
import { mayApproveWithdrawal } from '../screening/subjects'
import { withdrawalFacts } from './facts'
import { notifyOfWithdrawal } from './notice'

export const withdrawalReview = reviewKind({
  name: 'withdrawal',
  approvalsNeeded: 2,
  roles: { read: ROLES, decide: ['finance', 'admin'] },
  concerns: 'user',
  columns: ['amount', 'value', 'network'],
  read: withdrawalFacts,
  checkApproval: async (env, subjectId) => {
    const row = await findWithdrawal(env.DB, parseInt(subjectId, 10))
    return row?.state === 'review' ? mayApproveWithdrawal(env, row, Date.now()) : done(null)
  },
  approve: (env, decision) => end(env, decision, { state: 'approved', verdict: 'approve' }),
  refuse: (env, decision) => end(env, decision, { state: 'failed', verdict: 'release' }),
})

interface Ending {
  readonly state: 'approved' | 'failed'
  readonly verdict: 'approve' | 'release'
}

async function end(
  env: Env,
  { reviewId, subjectId, reason, at }: ReviewDecision,
  { state: wanted, verdict }: Ending,
): Promise<Outcome<null>> {
  const row = await findWithdrawal(env.DB, parseInt(subjectId, 10))
  if (!row) return refuse('withdrawal_not_found')
  const finish = async () => {
    if (wanted === 'approved') await paySimulated(env, { ...row, reason }, at)
    else await notifyOfWithdrawal(env, { ...row, reason }, wanted, at, notify)
    return done(null)
  }
  if (row.state === wanted) return finish()
  if (wanted === 'approved' && PAID_STATES.has(row.state)) return row.state === 'sent' ? finish() : done(null)
  if (row.state !== 'review') return refuse('withdrawal_not_open')

  if (verdict === 'approve' && (await isLocked(env, row.userId, at))) {
    await reopenReview(env.DB, reviewId, at)
    return refuse('withdrawals_locked_yet')
  }
  const screened = verdict === 'approve' ? await mayApproveWithdrawal(env, row, at) : done(null)
  if (!screened.ok) {
    await reopenReview(env.DB, reviewId, at)
    return screened
  }
  const request = { type: 'settle_withdrawal', withdrawalId: row.id, verdict } as const
  const { state, heldFor } = await callAccountAsSystem(env, row.userId, request)
  if (heldFor !== undefined) {
    // A deposit was recalled or the account frozen meanwhile: no payout, and the review reopens.
    await reopenReview(env.DB, reviewId, at)
    return refuse(heldFor)
  }
  // The user cancelled first; the row is about to be updated.
  if (state !== (verdict === 'approve' ? 'approved' : 'released')) return refuse('withdrawal_not_open')
  await changeWithdrawal(
    env.DB,
    { id: row.id, from: ['review'] },
    { state: wanted, reason, isCancelPending: false, ...(wanted === 'failed' ? { settledAt: at } : {}) },
  )
  return finish()
}

/** Reached after the approval alone. */
const PAID_STATES: ReadonlySet<string> = new Set(['signing', 'sent', 'passed'])

/**
 * True when a security change happened within the day before the decision: an earlier request waits too, because a
 * thief may have made it. Later changes do not count, so that a repeated decision has the same result.
 */
async function isLocked(env: Env, userId: number, decidedAt: number): Promise<boolean> {
  const until = (await findUserById(env.DB, userId))?.withdrawalsLockedUntil ?? null
  return until !== null && isWithdrawalLocked(until, decidedAt) && until - WITHDRAWAL_LOCK_MS <= decidedAt
}
