// Review of authenticator removal. Two people are required, because one could open an account together with an outside
// accomplice.

import { isAppOf, takeAppStatements } from '#db/platform/totp'
import { findUserById } from '#db/platform/user'
import { isRecoveryProposal } from '#domain/desk/proposal'
import { type ReviewDecision, type ReviewFacts } from '#domain/desk/review'
import { ROLES, mayDo } from '#domain/desk/role'
import { type Outcome, done, refuse } from '#domain/outcome'
import { sendPendingCommands } from '../../identity/pending-commands'
import { notify } from '../../messages'
import { lockFrom } from '../../security/owner'
import { writeAudited } from '../audit'
import { proposedEntry, readProposal, refuseProposal } from '../proposal'
import { reviewKind } from '../review-kind'

export const recoveryReview = reviewKind({
  name: 'recovery',
  approvalsNeeded: 2,
  roles: {
    read: ROLES,
    decide: ['reviewer', 'admin'],
    // The requester talked to the user, so the request counts as one approval, but a decision by another person is
    // still needed.
    ask: ROLES.filter((role) => mayDo(role, 'recovery:propose')),
  },
  concerns: 'user',
  columns: [],
  read: recoveryFacts,
  approve: removeApp,
  refuse: refuseProposal,
})

/**
 * Removes the authenticator once, then ends sessions and sends a notice; the sweep repeats both until they succeed. No
 * effect if the user removed or replaced the authenticator meanwhile.
 */
async function removeApp(env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> {
  const proposal = await readProposal(env, decision.subjectId)
  if (!proposal || !isRecoveryProposal(proposal)) return refuse('proposal_not_found')
  const { userId, appSince } = proposal
  const written = await writeAudited(
    env,
    proposedEntry('user_app_removed', decision, { target: `user:${userId}`, facts: {} }),
    {
      precondition: isAppOf(userId, appSince),
      // The withdrawal lock begins when the app is removed, regardless of the age of the decision.
      statements: takeAppStatements(env.DB, userId, lockFrom(Date.now())),
    },
  )
  if (!written.ok) return written.refusal.code === 'precondition_failed' ? refuse('totp_not_set') : written
  const user = await findUserById(env.DB, userId)
  if (!user) return refuse('user_not_found')
  await sendPendingCommands(env, user)
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
