// Power at the desk is given by two people: one asks that somebody be let in, get a new link or a role with more in it, another approves.
// Otherwise one admin could be two people. To take power away needs one: it must be quick, and nothing can be had by it.

import {
  type StaffRow,
  changeRoleStatements,
  findStaffByEmail,
  findStaffById,
  hasOtherAdmin,
  inviteStatement,
  isEmailFree,
  isStillInRole,
  reinviteStatements,
} from '#db/platform/staff'
import { sql } from 'drizzle-orm'
import type { StaffProposal } from '#domain/desk/proposal'
import { isStaffProposal } from '#domain/desk/proposal'
import { type ReviewDecision, type ReviewFacts, hasEnoughApprovers } from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'
import { act } from './audit'
import { proposedDeed, readProposal } from './proposal'
import { INVITE_MS, linkToken, mailLink } from './staff-link'
import { hashToken } from './token'

/** Carries out what two people agreed on, once; the link is mailed again when it is not known to have left. */
export async function settleStaff(env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> {
  const proposal = await readProposal(env, decision.subjectId)
  if (!proposal || !isStaffProposal(proposal)) return refuse('proposal_not_found')
  if (decision.verdict === 'reject') return done(null)
  // The dispatcher's rule, said again where power is given.
  if (!hasEnoughApprovers(decision)) return refuse('second_person_needed')
  switch (proposal.act) {
    case 'invite':
      return settleInvite(env, decision, proposal)
    case 'reinvite':
      return settleReinvite(env, decision, proposal)
    case 'role':
      return settleRole(env, decision, proposal)
  }
}

type Of<Act extends StaffProposal['act']> = Extract<StaffProposal, { readonly act: Act }>

const linkOf = (env: Env, { reviewId, at }: ReviewDecision) => {
  const token = linkToken(env, reviewId)
  return { token, inviteHash: hashToken(token), inviteExpiresAt: at + INVITE_MS }
}

async function settleInvite(env: Env, decision: ReviewDecision, proposal: Of<'invite'>): Promise<Outcome<unknown>> {
  const { email, name, role, language } = proposal
  const { token, ...link } = linkOf(env, decision)
  const acted = await act(env, proposedDeed('staff_invited', decision, { target: `staff:${email}`, facts: { role } }), {
    isSo: isEmailFree(email),
    statements: [inviteStatement(env.DB, { email, name, role, at: decision.at, ...link })],
  })
  if (!acted.ok) return acted.refusal.code === 'precondition_failed' ? refuse('staff_exists') : acted
  return mailed(await mailLink(env, { email, token, language }, Date.now()))
}

async function settleReinvite(env: Env, decision: ReviewDecision, proposal: Of<'reinvite'>): Promise<Outcome<unknown>> {
  const { staffId: id, language } = proposal
  const member = await findStaffById(env.DB, id)
  if (!member) return refuse('staff_not_found')
  const { token, ...link } = linkOf(env, decision)
  const deed = proposedDeed('staff_invited', decision, { target: `staff:${id}`, facts: { role: member.role } })
  const acted = await act(env, deed, {
    isSo: hasOtherAdmin(id),
    statements: reinviteStatements(env.DB, { id, ...link }),
  })
  if (!acted.ok) return acted.refusal.code === 'precondition_failed' ? refuse('staff_last_admin') : acted
  return mailed(await mailLink(env, { email: member.email, token, language }, Date.now()))
}

async function settleRole(env: Env, decision: ReviewDecision, proposal: Of<'role'>): Promise<Outcome<unknown>> {
  const { staffId: id, from, to } = proposal
  const deed = proposedDeed('staff_role_changed', decision, { target: `staff:${id}`, facts: { from, to } })
  return act(env, deed, {
    isSo: sql`${isStillInRole(id, from)} and ${hasOtherAdmin(id)}`,
    statements: changeRoleStatements(env.DB, { id, role: to, at: decision.at }),
  })
}

/** A gateway that is down is not a refusal: the sweep comes again, and so does the mail. */
function mailed(outcome: Outcome<null>): Outcome<null> {
  if (!outcome.ok) throw new Error('the link could not be mailed')
  return outcome
}

/** Whom a grant is about: that person does not decide about it. Null when it is somebody who is not here yet. */
export async function findGranted(env: Pick<Env, 'DB'>, subjectId: string): Promise<number | null> {
  const proposal = await readProposal(env, subjectId)
  if (!proposal || !isStaffProposal(proposal)) return null
  if (proposal.act !== 'invite') return proposal.staffId
  return (await findStaffByEmail(env.DB, proposal.email))?.id ?? null
}

export async function staffFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const proposal = await readProposal(env, subjectId)
  if (!proposal || !isStaffProposal(proposal)) return null
  if (proposal.act === 'invite') {
    const { email, name, role } = proposal
    return factsOf(['newcomer', email], ['name', name], ['role', role])
  }
  const member = await findStaffById(env.DB, proposal.staffId)
  const who = member ? nameOf(member) : `#${proposal.staffId}`
  if (proposal.act === 'role') return factsOf(['moved', who], ['role_before', proposal.from], ['role', proposal.to])
  return member ? factsOf(['link_for', who], ['role', member.role]) : factsOf(['link_for', who])
}

const nameOf = ({ name, email }: StaffRow): string => `${name} · ${email}`

const factsOf = (...lines: readonly (readonly [ReviewFacts['lines'][number]['label'], string])[]): ReviewFacts => ({
  lines: lines.map(([label, value]) => ({ label, value })),
  images: [],
})
