// A user who has lost the authenticator app and the recovery codes: whoever has spoken with them asks that the app be taken away and says how
// they made sure of who it is, and another person, who may decide, agrees. One alone could open somebody's account with a friend outside.

import { findTotp, isAppOf, takeAppStatements } from '#db/platform/totp'
import { findUserById } from '#db/platform/user'
import { isRecoveryProposal } from '#domain/desk/proposal'
import { REASON_LENGTH_MAX, type ReviewDecision, type ReviewFacts, hasEnoughApprovers } from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'
import { settleOwed } from '../identity/owed'
import { notify } from '../messages'
import { lockFrom } from '../security/owner'
import { act } from './audit'
import { type ProposeRefusal, propose, proposedDeed, readProposal } from './proposal'
import { type StaffMember, checkPermission } from './session'

export type RecoveryRefusal =
  ProposeRefusal | 'permission_missing' | 'user_not_found' | 'totp_not_set' | 'reason_missing' | 'reason_too_long'

export interface ProposeRecovery {
  readonly userId: number
  readonly note: string
  readonly commandId: string
  readonly at: number
}

/** When the user's app was confirmed; null without one. */
export async function findUserApp(env: Pick<Env, 'DB'>, userId: number): Promise<number | null> {
  return (await findTotp(env.DB, userId))?.confirmedAt ?? null
}

/** Puts it before another person; the app stays. */
export async function proposeRecovery(
  env: Env,
  by: StaffMember,
  asked: ProposeRecovery,
): Promise<Outcome<null, RecoveryRefusal>> {
  const { userId, commandId, at } = asked
  const admitted = checkPermission(by, 'recovery:propose')
  const note = asked.note.trim()
  if (!admitted.ok) return admitted
  const [user, appSince] = await Promise.all([findUserById(env.DB, userId), findUserApp(env, userId)])
  if (!user) return refuse('user_not_found')
  if (appSince === null) return refuse('totp_not_set')
  if (note === '') return refuse('reason_missing')
  if (note.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })
  const proposal = { act: 'app_removal', userId, appSince, note } as const
  return propose(env, by, { proposal, target: `user:${userId}`, facts: { note }, commandId, at })
}

/**
 * Takes the app away when two people agreed, once; then ends the sessions and tells the user, which comes again with the sweep until it is
 * done. Whoever has removed the app oneself meanwhile, or has set up another, keeps things as they are.
 */
export async function settleRecovery(env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> {
  const proposal = await readProposal(env, decision.subjectId)
  if (!proposal || !isRecoveryProposal(proposal)) return refuse('proposal_not_found')
  if (decision.verdict === 'reject') return done(null)
  // The dispatcher's rule, said again where somebody's account is opened.
  if (!hasEnoughApprovers(decision)) return refuse('second_person_needed')
  const { userId, appSince } = proposal
  const acted = await act(env, proposedDeed('user_app_removed', decision, { target: `user:${userId}`, facts: {} }), {
    isSo: isAppOf(userId, appSince),
    // From when it is done, however long that was owed.
    statements: takeAppStatements(env.DB, userId, lockFrom(Date.now())),
  })
  if (!acted.ok) return acted.refusal.code === 'precondition_failed' ? refuse('totp_not_set') : acted
  const user = await findUserById(env.DB, userId)
  if (!user) return refuse('user_not_found')
  await settleOwed(env, user)
  const ref = `recovery:${decision.reviewId}`
  await notify(env, userId, { kind: 'security_changed', facts: { change: 'totp_removed' }, ref }, Date.now())
  return done(null)
}

export async function recoveryFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
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
