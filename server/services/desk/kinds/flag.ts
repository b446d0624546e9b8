// Review of account flags. Two people are required, because a flag grants restricted trading or better terms.

import { flagStatement, isFlagOther } from '#db/platform/desk-user'
import { findUserById } from '#db/platform/user'
import { isFlagProposal } from '#domain/desk/proposal'
import { type ReviewDecision, type ReviewFacts } from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'
import { profileChanged } from '../../profile'
import { writeAudited } from '../audit'
import { proposedEntry, readProposal, refuseProposal } from '../proposal'
import { reviewKind } from '../review-kind'

export const flagReview = reviewKind({
  name: 'standing',
  approvalsNeeded: 2,
  roles: { read: ['finance', 'admin', 'auditor'], decide: ['finance', 'admin'] },
  concerns: 'user',
  columns: ['flag', 'granted'],
  read: flagFacts,
  approve: changeFlag,
  refuse: refuseProposal,
})

/**
 * Throws when the user's room is unreachable: the flag is already stored, and the desk retries until the profile cache
 * is invalidated.
 */
async function changeFlag(env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> {
  const proposal = await readProposal(env, decision.subjectId)
  if (!proposal || !isFlagProposal(proposal)) return refuse('proposal_not_found')
  const { userId: id, flag, isGranted } = proposal
  const auditEntry = { target: `user:${id}`, facts: { flag, granted: String(isGranted) } }
  const written = await writeAudited(env, proposedEntry('user_flag_changed', decision, auditEntry), {
    precondition: isFlagOther({ id, flag, isGranted }),
    statements: [flagStatement(env.DB, { id, flag, isGranted })],
  })
  if (!written.ok) return written.refusal.code === 'precondition_failed' ? refuse('nothing_changed') : written
  await profileChanged(env, id)
  return done(null)
}

async function flagFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const proposal = await readProposal(env, subjectId)
  if (!proposal || !isFlagProposal(proposal)) return null
  const user = await findUserById(env.DB, proposal.userId)
  return {
    lines: [
      { label: 'account', value: user?.email ?? user?.mobile ?? `#${proposal.userId}` },
      { label: 'flag', value: proposal.flag },
      { label: 'granted', value: proposal.isGranted ? '1' : '0' },
      { label: 'reason', value: proposal.reason },
    ],
    images: [],
  }
}
