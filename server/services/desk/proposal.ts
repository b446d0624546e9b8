// Asking another person at the desk: what is asked for is written down with its review and the approval of whoever asks. Nothing is done
// by it; what two people agreed on is carried out by the settling half of `grants`, `changes` and `recovery`.

import { findProposal, hasColleague, proposeStatements } from '#db/platform/proposal'
import { deciderRoles } from '#domain/desk/approval'
import type { AuditAction } from '#domain/desk/audit'
import { type Proposal, isRecoveryProposal, isStaffProposal } from '#domain/desk/proposal'
import { NO_USER, type ReviewDecision } from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type ActRefusal, act } from './audit'
import type { StaffMember } from './session'

/** second_person_missing: nobody else is at work who could be the second, so it would wait for ever. */
export type ProposeRefusal = ActRefusal | 'second_person_missing'

export interface Propose {
  readonly proposal: Proposal
  /** As the log names what is to be changed. */
  readonly target: string
  readonly facts: Readonly<Record<string, string>>
  readonly commandId: string
  readonly at: number
}

const ASKED = {
  staff: 'staff_proposed',
  change: 'change_proposed',
  recovery: 'recovery_proposed',
} as const satisfies Readonly<Record<string, AuditAction>>

const kindOf = (proposal: Proposal): keyof typeof ASKED => {
  if (isStaffProposal(proposal)) return 'staff'
  return isRecoveryProposal(proposal) ? 'recovery' : 'change'
}

export async function propose(
  env: Pick<Env, 'DB'>,
  by: StaffMember,
  { proposal, target, facts, commandId, at }: Propose,
): Promise<Outcome<null, ProposeRefusal>> {
  const kind = kindOf(proposal)
  if (!(await hasColleague(env.DB, by.id, deciderRoles(kind)))) return refuse('second_person_missing')
  const row = { id: commandId, deed: JSON.stringify(proposal), proposedBy: by.id, proposedAt: at }
  const acted = await act(
    env,
    { staffId: by.id, action: ASKED[kind], target, facts, commandId, at },
    {
      statements: proposeStatements(env.DB, row, {
        kind,
        userId: isRecoveryProposal(proposal) ? proposal.userId : NO_USER,
      }),
    },
  )
  if (!acted.ok) return acted
  // The log says the most important of it.
  if (!acted.value.isRepeated) return done(null)
  const known = await readProposal(env, commandId)
  return known && contentOf(known) === contentOf(proposal) ? done(null) : refuse('command_id_reused')
}

/** What was asked for, without the moment and without since when there is an app: whoever asks again asks later, when it may be another. */
const contentOf = (proposal: Proposal): string =>
  JSON.stringify(proposal, (name, value: unknown) => (NOT_ASKED.has(name) ? undefined : value))
const NOT_ASKED: ReadonlySet<string> = new Set(['createdAt', 'appSince'])

export async function readProposal(env: Pick<Env, 'DB'>, id: string): Promise<Proposal | null> {
  const row = await findProposal(env.DB, id)
  // `propose` alone writes these texts.
  return row && (JSON.parse(row.deed) as Proposal)
}

type ProposedAction = 'row_changed' | 'row_added' | 'staff_invited' | 'staff_role_changed' | 'user_app_removed'

/** The audit log's line of what two people agreed on: nobody's own deed, and the same however often it is carried out. */
export const proposedDeed = (
  action: ProposedAction,
  { reviewId, at }: Pick<ReviewDecision, 'reviewId' | 'at'>,
  { target, facts }: { readonly target: string; readonly facts: Readonly<Record<string, string>> },
) =>
  ({
    staffId: null,
    action,
    target,
    facts: { ...facts, review: String(reviewId) },
    commandId: `${action.startsWith('staff_') ? 'granted' : 'changed'}:${reviewId}`,
    at,
  }) as const
