// Carries a decision to the feature whose subject was reviewed, and notes that it has been done. A crash in between leaves the review
// unsettled: the sweep calls again, and every handler answers the same however often it is called.

import { type ReviewRow, isUnsettled, listUnsettled, readReview, settledStatement } from '#db/platform/review'
import type { ReviewDecision, ReviewKind } from '#domain/desk/review'
import type { Outcome } from '#domain/outcome'
import { eachAlone } from '../each-alone'
import { settleDepositReview, settleWithdrawalReview } from '../funds/settle'
import { settleIdentityReview } from '../verification/settle'
import { act } from './audit'
import { settleChange } from './changes'
import { settleCorrection } from './correction'
import { settleStaff } from './grants'
import { settleRecovery } from './recovery'

/** A refusal is final: the subject was taken back meanwhile, or can no longer be done. A throw is tried again. */
export type SettleHandler = (env: Env, decision: ReviewDecision) => Promise<Outcome<unknown>>

const HANDLERS: Readonly<Record<ReviewKind, SettleHandler>> = {
  identity: settleIdentityReview,
  deposit: settleDepositReview,
  withdrawal: settleWithdrawalReview,
  correction: settleCorrection,
  recovery: settleRecovery,
  staff: settleStaff,
  change: settleChange,
}

/** done: the feature did it. refused: it could not, and will not. owed: it failed, and the sweep will call again. */
export type Settled =
  { readonly kind: 'done' } | { readonly kind: 'refused'; readonly code: string } | { readonly kind: 'owed' }

export async function settleReview(env: Env, reviewId: number, handlers = HANDLERS): Promise<Settled> {
  const file = await readReview(env.DB, reviewId)
  if (!file) return { kind: 'owed' }
  const { review, decisions } = file
  if (review.settledAt !== null) return settledOf(review)
  const verdict = review.state === 'approved' ? 'approve' : review.state === 'rejected' ? 'reject' : null
  const handler = handlers[review.kind]
  if (verdict === null) return { kind: 'owed' }

  const decision = {
    reviewId,
    kind: review.kind,
    subjectId: review.subjectId,
    userId: review.userId,
    verdict,
    reason: review.reason,
    by: decisions.map(({ staffId }) => staffId),
    at: review.decidedAt ?? 0,
  } as const
  try {
    const outcome = await handler(env, decision)
    if (!outcome.ok && outcome.refusal.code === 'log_busy') throw new Error('the log was too busy')
    const refusal = outcome.ok ? null : outcome.refusal.code
    await noteSettled(env, review, refusal)
    return settledOf({ settleRefusal: refusal })
  } catch (failure) {
    console.error(`review ${reviewId}: decided, not yet settled`, failure)
    return { kind: 'owed' }
  }
}

const settledOf = ({ settleRefusal }: Pick<ReviewRow, 'settleRefusal'>): Settled =>
  settleRefusal === null ? { kind: 'done' } : { kind: 'refused', code: settleRefusal }

async function noteSettled(env: Env, { id, kind, subjectId }: ReviewRow, refusal: string | null): Promise<void> {
  const at = Date.now()
  const deed = {
    staffId: null,
    action: 'review_settled',
    target: `review:${id}`,
    facts: { kind, subject: subjectId, refusal: refusal ?? '' },
    commandId: `settled:${id}`,
    at,
  } as const
  const statements = [settledStatement(env.DB, { id, at, refusal })]
  const acted = await act(env, deed, { isSo: isUnsettled(id), statements })
  if (!acted.ok && acted.refusal.code === 'log_busy') throw new Error('the log was too busy')
}

/** For the sweep: what a crash left decided and not done. Answers how many were settled. */
export async function sweepReviews(env: Env, limit: number): Promise<number> {
  const settled = await eachAlone(await listUnsettled(env.DB, limit), {
    work: (id) => settleReview(env, id),
    failed: (id) => `review ${id}: decided, not yet settled`,
    // As they were decided: of two changes of one thing the earlier stands. And all of them write one log.
    atOnce: 1,
  })
  return settled.filter(({ kind }) => kind !== 'owed').length
}
