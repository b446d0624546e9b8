// Executes decisions by the handler of their kind, then marks the review resolved. After a crash in between the sweep
// calls again; handlers are idempotent.

import { logError } from '#lib/log-line'
import { type ReviewRow, isUnresolved, listUnresolved, readReview, resolvedStatement } from '#db/platform/review'
import { refuse } from '#domain/outcome'
import { eachAlone } from '../each-alone'
import { writeAudited } from './audit'
import { type ReviewKind, carryOut, countApprovals, decisionsNeeded } from './review-kind'
import { REVIEW_KINDS } from './review-kinds'

/** done: executed. refused: rejected finally. owed: failed, and the sweep retries. */
export type Resolved =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'owed' }

export async function resolveReview(
  env: Env,
  reviewId: number,
  kinds: readonly ReviewKind[] = REVIEW_KINDS,
): Promise<Resolved> {
  const file = await readReview(env.DB, reviewId)
  if (!file) return { kind: 'owed' }
  const { review, decisions } = file
  if (review.resolvedAt !== null) return resolvedOf(review)
  const verdict = review.state === 'approved' ? 'approve' : review.state === 'rejected' ? 'reject' : null
  const kind = kinds.find(({ name }) => name === review.kind)
  if (verdict === null || !kind) return { kind: 'owed' }

  const decision = {
    reviewId,
    kind: review.kind,
    subjectId: review.subjectId,
    userId: review.userId,
    verdict,
    reason: review.reason,
    at: review.decidedAt ?? 0,
  } as const
  try {
    // The queue counted approvals when it wrote this state. Every kind counts them again before it acts, as of the decision: an approver
    // who has left since was an approver then.
    const hasEnough =
      countApprovals(kind, decisions, { verdict, asOf: decision.at }) >= decisionsNeeded(kind, review, verdict)
    const outcome = hasEnough ? await carryOut(kind, env, decision) : refuse('second_person_needed')
    if (!outcome.ok && outcome.refusal.code === 'log_busy') throw new Error('the log was too busy')
    const refusal = outcome.ok ? null : outcome.refusal.code
    await noteResolved(env, review, refusal)
    return resolvedOf({ resolveRefusal: refusal })
  } catch (failure) {
    logError(`review ${reviewId}: decided, not yet carried out`, failure)
    return { kind: 'owed' }
  }
}

const resolvedOf = ({ resolveRefusal }: Pick<ReviewRow, 'resolveRefusal'>): Resolved =>
  resolveRefusal === null ? { kind: 'done' } : { kind: 'refused', code: resolveRefusal }

async function noteResolved(env: Env, { id, kind, subjectId }: ReviewRow, refusal: string | null): Promise<void> {
  const at = Date.now()
  const entry = {
    staffId: null,
    action: 'review_resolved',
    target: `review:${id}`,
    facts: { kind, subject: subjectId, refusal: refusal ?? '' },
    commandId: `resolved:${id}`,
    at,
  } as const
  const written = await writeAudited(env, entry, {
    precondition: isUnresolved(id),
    statements: [resolvedStatement(env.DB, { id, at, refusal })],
  })
  if (!written.ok && written.refusal.code === 'log_busy') throw new Error('the log was too busy')
}

/** Sweep: carries out decisions interrupted by a crash. Returns their number. */
export async function sweepReviews(env: Env, limit: number): Promise<number> {
  const resolved = await eachAlone(await listUnresolved(env.DB, limit), {
    work: (id) => resolveReview(env, id),
    failed: (id) => `review ${id}: decided, not yet carried out`,
    // In decision order, so that the earlier of two changes to a row is applied first. All write the same audit log.
    concurrency: 1,
  })
  return resolved.filter(({ kind }) => kind !== 'owed').length
}
