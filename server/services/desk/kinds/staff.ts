// Review of staff access. Invitations, new links and role upgrades are requested by one person and approved by another;
// otherwise one admin could act as two. Removing access needs one person, because it is urgent and grants nothing.

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
import { isDeclared, removeStatement } from '#db/platform/staff-customer'
import { sql } from 'drizzle-orm'
import { type StaffProposal, isStaffProposal } from '#domain/desk/proposal'
import { type ReviewDecision, type ReviewFacts } from '#domain/desk/review'
import { type Outcome, refuse } from '#domain/outcome'
import { writeAudited } from '../audit'
import { proposedEntry, readProposal, refuseProposal } from '../proposal'
import { reviewKind } from '../review-kind'
import { hashToken } from '../session'
import { INVITE_MS, linkToken, mailLink } from '../staff-link'

export const staffReview = reviewKind({
  name: 'staff',
  approvalsNeeded: 2,
  roles: { read: ['admin', 'auditor'], decide: ['admin'] },
  concerns: 'nobody',
  columns: [],
  read: staffFacts,
  approve: grant,
  refuse: refuseProposal,
  findStaffConcerned,
})

/** Executes an approved request once. The link is mailed again until delivery succeeded. */
async function grant(env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> {
  const proposal = await readProposal(env, decision.subjectId)
  if (!proposal || !isStaffProposal(proposal)) return refuse('proposal_not_found')
  switch (proposal.act) {
    case 'invite':
      return invite(env, decision, proposal)
    case 'reinvite':
      return reinvite(env, decision, proposal)
    case 'role':
      return changeRole(env, decision, proposal)
    case 'customer_removal':
      return removeCustomer(env, decision, proposal)
  }
}

type Of<Act extends StaffProposal['act']> = Extract<StaffProposal, { readonly act: Act }>

const linkOf = (env: Env, { reviewId, at }: ReviewDecision) => {
  const token = linkToken(env, reviewId)
  return { token, inviteHash: hashToken(token), inviteExpiresAt: at + INVITE_MS }
}

async function invite(env: Env, decision: ReviewDecision, proposal: Of<'invite'>): Promise<Outcome<unknown>> {
  const { email, name, role, language } = proposal
  const { token, ...link } = linkOf(env, decision)
  const written = await writeAudited(
    env,
    proposedEntry('staff_invited', decision, { target: `staff:${email}`, facts: { role } }),
    {
      precondition: isEmailFree(email),
      statements: [inviteStatement(env.DB, { email, name, role, at: decision.at, ...link })],
    },
  )
  if (!written.ok) return written.refusal.code === 'precondition_failed' ? refuse('staff_exists') : written
  return mailed(await mailLink(env, { email, token, language }, Date.now()))
}

async function reinvite(env: Env, decision: ReviewDecision, proposal: Of<'reinvite'>): Promise<Outcome<unknown>> {
  const { staffId: id, language } = proposal
  const member = await findStaffById(env.DB, id)
  if (!member) return refuse('staff_not_found')
  const { token, ...link } = linkOf(env, decision)
  const entry = proposedEntry('staff_invited', decision, { target: `staff:${id}`, facts: { role: member.role } })
  const written = await writeAudited(env, entry, {
    precondition: hasOtherAdmin(id),
    statements: reinviteStatements(env.DB, { id, at: Date.now(), ...link }),
  })
  if (!written.ok) return written.refusal.code === 'precondition_failed' ? refuse('staff_last_admin') : written
  return mailed(await mailLink(env, { email: member.email, token, language }, Date.now()))
}

async function changeRole(env: Env, decision: ReviewDecision, proposal: Of<'role'>): Promise<Outcome<unknown>> {
  const { staffId: id, from, to } = proposal
  const entry = proposedEntry('staff_role_changed', decision, { target: `staff:${id}`, facts: { from, to } })
  return writeAudited(env, entry, {
    precondition: sql`${isStillInRole(id, from)} and ${hasOtherAdmin(id)}`,
    statements: changeRoleStatements(env.DB, { id, role: to, at: decision.at }),
  })
}

async function removeCustomer(
  env: Env,
  decision: ReviewDecision,
  { staffId, userId }: Of<'customer_removal'>,
): Promise<Outcome<unknown>> {
  const auditEntry = { target: `staff:${staffId}`, facts: { user: String(userId) } }
  const written = await writeAudited(env, proposedEntry('staff_customer_removed', decision, auditEntry), {
    precondition: isDeclared({ staffId, userId }),
    statements: [removeStatement(env.DB, { staffId, userId })],
  })
  return !written.ok && written.refusal.code === 'precondition_failed' ? refuse('nothing_changed') : written
}

/** A failing mail gateway is no refusal: throws, so that the sweep retries. */
function mailed(outcome: Outcome<null>): Outcome<null> {
  if (!outcome.ok) throw new Error('the link could not be mailed')
  return outcome
}

/** Staff member concerned; null for an invitation of a new one. */
async function findStaffConcerned(env: Env, subjectId: string): Promise<number | null> {
  const proposal = await readProposal(env, subjectId)
  if (!proposal || !isStaffProposal(proposal)) return null
  if (proposal.act !== 'invite') return proposal.staffId
  return (await findStaffByEmail(env.DB, proposal.email))?.id ?? null
}

async function staffFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const proposal = await readProposal(env, subjectId)
  if (!proposal || !isStaffProposal(proposal)) return null
  if (proposal.act === 'invite') {
    const { email, name, role } = proposal
    return factsOf(['newcomer', email], ['name', name], ['role', role])
  }
  const member = await findStaffById(env.DB, proposal.staffId)
  const who = member ? nameOf(member) : `#${proposal.staffId}`
  if (proposal.act === 'role') return factsOf(['moved', who], ['role_before', proposal.from], ['role', proposal.to])
  if (proposal.act === 'customer_removal') return factsOf(['name', who], ['account', `#${proposal.userId}`])
  return member ? factsOf(['link_for', who], ['role', member.role]) : factsOf(['link_for', who])
}

const nameOf = ({ name, email }: StaffRow): string => `${name} · ${email}`

const factsOf = (...lines: readonly (readonly [ReviewFacts['lines'][number]['label'], string])[]): ReviewFacts => ({
  lines: lines.map(([label, value]) => ({ label, value })),
  images: [],
})
