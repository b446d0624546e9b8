// What follows from the desk's decision about an identity. Called again after a crash it comes to the same.

import { type VerificationRow, endSubmission, findDocumentHolder } from '#db/platform/verification'
import { type Outcome, done, refuse } from '#domain/outcome'
import { notify } from '../messages'
import { dropOwnInvitations } from '../promotion/invitation'
import type { ReviewDecision } from '../reviews'
import { readSecurityState } from '../security/state'
import { refusalText } from '../words'

export type IdentitySettleRefusal = 'verification_not_found' | 'verification_settled_otherwise' | 'document_in_use'

/** Throws when the user's inbox cannot be reached: the desk calls again, and everything before stands. */
export async function settleIdentityReview(
  env: Env,
  decision: ReviewDecision,
): Promise<Outcome<null, IdentitySettleRefusal>> {
  const { subjectId, userId, verdict, at } = decision
  const state = verdict === 'approve' ? 'passed' : 'failed'
  const reason = state === 'failed' ? decision.reason : ''
  const row = await endSubmission(env.DB, { id: subjectId, userId, state, reason, at })
  if (!row) return refuse('verification_not_found')
  if (row.state !== state) {
    const holderId = await findClash(env, row, decision)
    return holderId === null ? refuse('verification_settled_otherwise') : endClash(env, row, { holderId, at })
  }

  const level = String(row.level)
  const ref = `identity:${subjectId}:${state}`
  if (state === 'passed') await notify(env, userId, { kind: 'identity_passed', facts: { level }, ref }, at)
  else await notify(env, userId, { kind: 'identity_failed', facts: { level, reason }, ref }, at)
  return done(null)
}

/** Whose document this is already, where it was approved all the same: null when something else stood in the way. */
async function findClash(
  env: Env,
  { userId, numberHash, state, decidedAt }: VerificationRow,
  { verdict, at }: ReviewDecision,
): Promise<number | null> {
  if (verdict !== 'approve' || numberHash === null) return null
  // Ended by this same decision, before a crash.
  const isOurs = state === 'under_review' || (state === 'failed' && decidedAt === at)
  return isOurs ? findDocumentHolder(env.DB, { userId, numberHash }) : null
}

/**
 * A person found the document to be this user's, and it has verified another account: both are one person's. So this one is not verified
 * by it again, and if one invited the other, that was inviting oneself.
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
  await dropOwnInvitations(env, userId, [holderId])
  const facts = { level: String(level), reason }
  await notify(env, userId, { kind: 'identity_failed', facts, ref: `identity:${id}:failed` }, at)
  return clash
}
