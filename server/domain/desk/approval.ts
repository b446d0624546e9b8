// Whose approval counts. An approval needs a person who works at the desk now and may still give it.

import type { Role } from './role'

/** The person who approved, as this person is at the desk now. */
export interface Approver {
  /** Null when no such person is known any more. */
  readonly role: Role | null
  readonly isActive: boolean
  /** Since when this person has had this role without a break. A new link or another role begins it again. */
  readonly standingSince: number
}

/** An approval counts while its giver still has one of the roles that may approve, and has not been sent away or moved since. */
export const doesApprovalStand = (approverRoles: readonly Role[], approver: Approver, approvedAt: number): boolean =>
  approver.isActive &&
  approver.role !== null &&
  approverRoles.includes(approver.role) &&
  approver.standingSince <= approvedAt
