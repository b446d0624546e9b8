// Removing a lost authenticator app takes two people: one alone could open somebody's account together with a friend outside.

import { isAppOf, takeAppStatements } from '#db/platform/totp'
import { findUserById } from '#db/platform/user'
import { isRecoveryProposal } from '#domain/desk/proposal'
import { type ReviewDecision, type ReviewFacts, hasTwoApprovers } from '#domain/desk/review'
import { ROLES, mayDo } from '#domain/desk/role'
import { type Outcome, done, refuse } from '#domain/outcome'
import { settleOwed } from '../../identity/owed'
import { notify } from '../../messages'
import { lockFrom } from '../../security/owner'
import { writeAudited } from '../audit'
import { proposedEntry, readProposal, refuseProposal } from '../proposal'
import { reviewKind } from '../review-kind'

export const recoveryReview = reviewKind({
  name: 'recovery',
  people: 2,
  roles: {
    read: ROLES,
    decide: ['reviewer', 'admin'],
    // The person who asks has spoken with the user, so the request counts as one of the two; it never replaces the decision.
    ask: ROLES.filter((role) => mayDo(role, 'recovery:propose')),
  },
  concerns: 'user',
  columns: [],
  read: recoveryFacts,
  approve: removeApp,
  refuse: refuseProposal,
})

/**
 * Removes the app once, then ends the user's sessions and sends a notice; both are repeated by the sweep until they succeed. If the user has
 * removed that app or set up another one meanwhile, nothing changes.
 */
async function removeApp(env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> {
  const proposal = await readProposal(env, decision.subjectId)
  if (!proposal || !isRecoveryProposal(proposal)) return refuse('proposal_not_found')
  // The desk has counted the approvals; where an account is opened they are counted again.
  if (!hasTwoApprovers(decision)) return refuse('second_person_needed')
  const { userId, appSince } = proposal
  const written = await writeAudited(
    env,
    proposedEntry('user_app_removed', decision, { target: `user:${userId}`, facts: {} }),
    {
      precondition: isAppOf(userId, appSince),
      // The lock begins when the app is removed, however long the decision waited for that.
      statements: takeAppStatements(env.DB, userId, lockFrom(Date.now())),
    },
  )
  if (!written.ok) return written.refusal.code === 'precondition_failed' ? refuse('totp_not_set') : written
  const user = await findUserById(env.DB, userId)
  if (!user) return refuse('user_not_found')
  await settleOwed(env, user)
  const ref = `recovery:${decision.reviewId}`
  await notify(env, userId, { kind: 'security_changed', facts: { change: 'totp_removed' }, ref }, Date.now())
  return done(null)
}

async function recoveryFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const proposal = await readProposal(env, subjectId)
  if (!proposal || !isRecoveryProposal(proposal)) return null
  const user = await findUserById(env.DB, proposal.userId)
  return {
    lines: [
      { label: 'account', value: user?.email ?? user?.mobile ?? `#${proposal.userId}` },
      { label: 'nickname', value: user?.nickname ?? '—' },
      { label: 'reason', value: proposal.note },
    ],
    images: [],
  }
}
