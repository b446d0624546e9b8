// Proposals for a second approval, stored together with their review and the requester's vote. The review kind executes
// them after approval.

import { hasColleague, proposeStatements } from '#db/platform/proposal'
import {
  type Proposal,
  isFlagProposal,
  isPayoutProposal,
  isRecoveryProposal,
  isSealProposal,
  isStaffProposal,
} from '#domain/desk/proposal'
import { NO_USER } from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'
import { payoutReview } from '../payouts/review'
import { type AuditRefusal, writeAudited } from './audit'
import { changeReview } from './kinds/change'
import { recoveryReview } from './kinds/recovery'
import { staffReview } from './kinds/staff'
import { flagReview } from './kinds/flag'
import { sealedReview } from './kinds/sealed'
import { readProposal } from './proposal'
import { summarizeProposal } from './proposal-summary'
import type { StaffMember } from './session'

/** second_person_missing: no other staff member could approve, so the proposal would wait forever. */
export type ProposeRefusal = AuditRefusal | 'second_person_missing'

export interface Propose {
  readonly proposal: Proposal
  /** The changed object as the audit log names it. */
  readonly target: string
  readonly facts: Readonly<Record<string, string>>
  readonly commandId: string
  readonly at: number
}

const actionOf = (proposal: Proposal) => {
  if (isStaffProposal(proposal)) return { kind: staffReview, action: 'staff_proposed' } as const
  if (isRecoveryProposal(proposal)) return { kind: recoveryReview, action: 'recovery_proposed' } as const
  if (isFlagProposal(proposal)) return { kind: flagReview, action: 'flag_proposed' } as const
  if (isSealProposal(proposal)) return { kind: sealedReview, action: 'seal_opening_proposed' } as const
  if (isPayoutProposal(proposal)) return { kind: payoutReview, action: 'payout_proposed' } as const
  return { kind: changeReview, action: 'change_proposed' } as const
}

const isOfUser = (proposal: Proposal) =>
  isRecoveryProposal(proposal) || isFlagProposal(proposal) || isSealProposal(proposal)

export async function propose(
  env: Pick<Env, 'DB'>,
  by: StaffMember,
  { proposal, target, facts, commandId, at }: Propose,
): Promise<Outcome<null, ProposeRefusal>> {
  const { kind, action } = actionOf(proposal)
  if (!(await hasColleague(env.DB, by.id, kind.roles.decide))) return refuse('second_person_missing')
  const row = { id: commandId, content: JSON.stringify(proposal), proposedBy: by.id, proposedAt: at }
  const review = {
    kind: kind.name,
    userId: isOfUser(proposal) ? proposal.userId : NO_USER,
    summary: await summarizeProposal(env, proposal),
  }
  const written = await writeAudited(
    env,
    { staffId: by.id, action, target, facts, commandId, at },
    { statements: proposeStatements(env.DB, row, review) },
  )
  if (!written.ok) return written
  // The audit line contains only part of the proposal, so a retry is compared with the stored one.
  if (!written.value.isRepeated) return done(null)
  const known = await readProposal(env, commandId)
  return known && contentOf(known) === contentOf(proposal) ? done(null) : refuse('command_id_reused')
}

/** Content compared for a retry. Creation time and app date are excluded, because each request reads them anew. */
const contentOf = (proposal: Proposal): string =>
  JSON.stringify(proposal, (name, value: unknown) => (NOT_ASKED.has(name) ? undefined : value))
const NOT_ASKED: ReadonlySet<string> = new Set(['createdAt', 'appSince'])
