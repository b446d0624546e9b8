// Proposals pending a second person's approval, and the audit line of approved ones.

import { findProposal } from '#db/platform/proposal'
import type { Proposal } from '#domain/desk/proposal'
import type { ReviewDecision } from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'

export async function readProposal(env: Pick<Env, 'DB'>, id: string): Promise<Proposal | null> {
  const row = await findProposal(env.DB, id)
  // `propose` alone writes these texts.
  return row && (JSON.parse(row.content) as Proposal)
}

/** A refused proposal changes nothing. */
export const refuseProposal = async (env: Env, { subjectId }: ReviewDecision): Promise<Outcome<null>> =>
  (await readProposal(env, subjectId)) ? done(null) : refuse('proposal_not_found')

type ProposedAction =
  | 'payout_batched'
  | 'row_changed'
  | 'row_added'
  | 'staff_invited'
  | 'staff_role_changed'
  | 'staff_customer_removed'
  | 'user_app_removed'
  | 'user_flag_changed'
  | 'seal_opened'

/** Audit line of a proposal approved by two people. It names no single actor and is identical on every retry. */
export const proposedEntry = (
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
