// What follows from the desk's decision about an identity. Called again after a crash it comes to the same.

import { endSubmission } from '#db/platform/verification'
import { type Outcome, done, refuse } from '#domain/outcome'
import { notify } from '../messages'
import type { ReviewDecision } from '../reviews'

export type IdentitySettleRefusal = 'verification_not_found' | 'verification_settled_otherwise'

/** Throws when the user's inbox cannot be reached: the desk calls again, and everything before stands. */
export async function settleIdentityReview(
  env: Env,
  { subjectId, userId, verdict, reason, at }: ReviewDecision,
): Promise<Outcome<null, IdentitySettleRefusal>> {
  const state = verdict === 'approve' ? 'passed' : 'failed'
  const row = await endSubmission(env.DB, {
    id: subjectId,
    userId,
    state,
    reason: state === 'failed' ? reason : '',
    at,
  })
  if (!row) return refuse('verification_not_found')
  if (row.state !== state) return refuse('verification_settled_otherwise')

  const level = String(row.level)
  const ref = `identity:${subjectId}:${state}`
  if (state === 'passed') await notify(env, userId, { kind: 'identity_passed', facts: { level }, ref }, at)
  else await notify(env, userId, { kind: 'identity_failed', facts: { level, reason }, ref }, at)
  return done(null)
}
