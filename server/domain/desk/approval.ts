// Whose approval counts: it takes people who are at the desk now, and who still may what they did.

import type { ReviewKind } from './review'
import { ROLES, ROLE_PERMISSIONS, type Role, mayDo } from './role'

/** Who has approved, as this person is at the desk now. Null: nobody is known by that number. */
export interface Approver {
  readonly role: Role | null
  readonly isActive: boolean
  /** Since when this person has had this role without a break: a new link and another role begin it again. */
  readonly standingSince: number
}

export const deciderRoles = (kind: ReviewKind): Role[] => ROLES.filter((role) => mayDo(role, `${kind}:decide`))

/**
 * Whose approval may be the first of two. Whoever asks for a recovery has spoken with the user, and may for that reason stand beside one
 * who decides; never in their place.
 */
export const approverRoles = (kind: ReviewKind): Role[] =>
  ROLES.filter((role) => mayDo(role, `${kind}:decide`) || (kind === 'recovery' && mayDo(role, 'recovery:propose')))

/** An approval counts while who gave it may still give it, and has not been sent away or moved since. */
export const doesApprovalStand = (kind: ReviewKind, approver: Approver, approvedAt: number): boolean =>
  approver.isActive &&
  approver.role !== null &&
  approverRoles(kind).includes(approver.role) &&
  approver.standingSince <= approvedAt

/** True when the new role may anything that the old one may not: then it takes two people. */
export const isMorePower = (from: Role, to: Role): boolean =>
  ROLE_PERMISSIONS[to].some((permission) => !mayDo(from, permission))
