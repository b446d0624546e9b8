// Review of requests to see who a closed account belonged to. Its approval is itself what opens the data (db/platform/sealed.ts).

import { isSealProposal } from '#domain/desk/proposal'
import { type ReviewDecision, type ReviewFacts } from '#domain/desk/review'
import { type Outcome, refuse } from '#domain/outcome'
import { writeAudited } from '../audit'
import { proposedEntry, readProposal, refuseProposal } from '../proposal'
import { reviewKind } from '../review-kind'

export const sealedReview = reviewKind({
  name: 'sealed',
  approvalsNeeded: 2,
  roles: { read: ['finance', 'admin', 'auditor'], decide: ['finance', 'admin'] },
  concerns: 'user',
  columns: [],
  read: sealedFacts,
  approve: open,
  refuse: refuseProposal,
})

async function open(env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> {
  const proposal = await readProposal(env, decision.subjectId)
  if (!proposal || !isSealProposal(proposal)) return refuse('proposal_not_found')
  const { userId, reason } = proposal
  return writeAudited(env, proposedEntry('seal_opened', decision, { target: `user:${userId}`, facts: { reason } }), {
    statements: [],
  })
}

async function sealedFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const proposal = await readProposal(env, subjectId)
  if (!proposal || !isSealProposal(proposal)) return null
  return {
    lines: [
      { label: 'account', value: `#${proposal.userId}` },
      { label: 'reason', value: proposal.reason },
    ],
    images: [],
  }
}
