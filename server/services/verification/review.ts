// Identity review and its consequences. A decision repeated after a crash has the same result.

import { reopenReview } from '#db/platform/review-request'
import { type VerificationRow, endSubmission, findDocumentHolder, findSubmission } from '#db/platform/verification'
import { type ReviewDecision } from '#domain/desk/review'
import { ROLES } from '#domain/desk/role'
import { type Outcome, done, refuse } from '#domain/outcome'
import { reviewKind } from '../desk/review-kind'
import { notify } from '../messages'
import { dropOwnInvitations } from '../promotion/invitation'
import { profileChanged } from '../profile'
import { mayApproveIdentity } from '../screening/subjects'
import { readSecurityState } from '../security/state'
import { refusalText } from '../words'
import { identityFacts } from './facts'

export const identityReview = reviewKind({
  name: 'identity',
  approvalsNeeded: 1,
  // Level 2 unlocks the highest limits, so it needs two people.
  approvalsNeededFor: (lines) => (lines.some(({ label, value }) => label === 'level' && value === '2') ? 2 : 1),
  roles: { read: ROLES, decide: ['reviewer', 'admin'] },
  concerns: 'user',
  columns: ['level'],
  read: identityFacts,
  checkApproval: async (env, subjectId) => {
    const row = await findSubmission(env.DB, subjectId)
    return row?.state === 'under_review' ? mayApproveIdentity(env, row, Date.now()) : done(null)
  },
  approve: (env, decision) => end(env, decision, 'passed'),
  refuse: (env, decision) => end(env, decision, 'failed'),
})

/** Throws when the user's inbox is unreachable: earlier steps are kept, and the desk retries. */
async function end(env: Env, decision: ReviewDecision, state: 'passed' | 'failed'): Promise<Outcome<null>> {
  const { subjectId, userId, at } = decision
  const submission = state === 'passed' ? await findSubmission(env.DB, subjectId) : null
  if (submission?.state === 'under_review') {
    const screened = await mayApproveIdentity(env, submission, at)
    if (!screened.ok) {
      await reopenReview(env.DB, decision.reviewId, at)
      return screened
    }
  }
  const reason = state === 'failed' ? decision.reason : ''
  const row = await endSubmission(env.DB, { id: subjectId, userId, state, reason, at })
  await profileChanged(env, userId)
  if (!row) return refuse('verification_not_found')
  if (row.state !== state) {
    const holderId = await findClash(env, row, decision)
    return holderId === null ? refuse('verification_decided_otherwise') : endClash(env, row, { holderId, at })
  }

  const level = String(row.level)
  const ref = `identity:${subjectId}:${state}`
  if (state === 'passed') await notify(env, userId, { kind: 'identity_passed', facts: { level }, ref }, at)
  else await notify(env, userId, { kind: 'identity_failed', facts: { level, reason }, ref }, at)
  return done(null)
}

/** Holder of the same document, when an approved decision failed because of it; null for another cause. */
async function findClash(
  env: Env,
  { userId, numberHash, state, decidedAt }: VerificationRow,
  { verdict, at }: ReviewDecision,
): Promise<number | null> {
  if (verdict !== 'approve' || numberHash === null) return null
  // Completed by this decision before a crash.
  const isOurs = state === 'under_review' || (state === 'failed' && decidedAt === at)
  return isOurs ? findDocumentHolder(env.DB, { userId, numberHash }) : null
}

/**
 * The document belongs to this user by review, and already verified another account: both are one person. This account
 * stays unverified, and an invitation between both is revoked.
 */
async function endClash(
  env: Env,
  { id, userId, level }: VerificationRow,
  { holderId, at }: { readonly holderId: number; readonly at: number },
): Promise<Outcome<never, 'document_in_use'>> {
  const clash = refuse('document_in_use')
  const { language } = await readSecurityState(env, userId, at)
  const reason = refusalText(language, clash.refusal)
  await endSubmission(env.DB, { id, userId, state: 'failed', reason, at })
  await profileChanged(env, userId)
  await dropOwnInvitations(env, userId, [holderId])
  const facts = { level: String(level), reason }
  await notify(env, userId, { kind: 'identity_failed', facts, ref: `identity:${id}:failed` }, at)
  return clash
}
