// Validity of approvals: the approver must be active at the desk and still have an approving role.

import type { Role } from './role'

/** The approver's current position at the desk. */
export interface Approver {
  /** Null for a removed person. */
  readonly role: Role | null
  readonly isActive: boolean
  /** Start of the person's unbroken time in this role and state. Another role, a new invitation link, a new enrolment or disabling restarts it. */
  readonly roleSince: number
}

/** An approval stays valid while its giver has an approving role and was neither disabled nor moved since. */
export const doesApprovalStand = (approverRoles: readonly Role[], approver: Approver, approvedAt: number): boolean =>
  approver.isActive &&
  approver.role !== null &&
  approverRoles.includes(approver.role) &&
  approver.roleSince <= approvedAt

/**
 * The same check as of a past instant, to execute a decision again after a crash. Disabling or moving the approver after that instant changes
 * nothing about the approval.
 */
export const didApprovalStandAt = (
  instant: number,
  approverRoles: readonly Role[],
  approver: Approver,
  approvedAt: number,
): boolean => approver.roleSince > instant || doesApprovalStand(approverRoles, approver, approvedAt)
