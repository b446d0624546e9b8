// Review kind interface of a feature: permissions, queue and page content, effect of a decision.

import type { ReviewFile } from '#db/platform/review'
import { didApprovalStandAt, doesApprovalStand } from '#domain/desk/approval'
import type { FactLabel, ReviewDecision, ReviewFacts, Verdict } from '#domain/desk/review'
import type { Role } from '#domain/desk/role'
import type { Language } from '#domain/language'
import type { Outcome } from '#domain/outcome'

/** A refusal is final (subject cancelled or no longer possible). After a throw the handler is called again. */
type ReviewHandler = (env: Env, decision: ReviewDecision) => Promise<Outcome<unknown>>

interface ReviewRoles {
  readonly read: readonly Role[]
  readonly decide: readonly Role[]
  /** Roles whose request already counts as the first of two approvals, though they may not decide. */
  readonly ask?: readonly Role[]
}

export interface ReviewKind<Name extends string = string> {
  /** Part of URLs (`/admin/queue/NAME`) and of translation keys (`kind_NAME`, `case_NAME` of the desk's texts). */
  readonly name: Name
  /** The two-person rule: how many different people must approve. `countApprovals` counts them, before the decision and before its execution. */
  readonly approvalsNeeded: 1 | 2
  /** Rejections needed (default 1, when a rejection has no effect). On disagreement another person decides. */
  readonly rejectionsNeeded?: 1 | 2
  /** Approvals needed for specific subjects, by the review summary; may exceed `approvalsNeeded`. */
  readonly approvalsNeededFor?: (lines: ReviewFacts['lines']) => 1 | 2
  /** Money leaves by it: deciding needs a login of the last minutes. */
  readonly needsFreshLogin?: boolean
  readonly roles: ReviewRoles
  /**
   * Affected users, for the own-account check. user: the review's user. nobody: desk or site alone. A function finds
   * users of a review without one.
   */
  readonly concerns: 'user' | 'nobody' | ((env: Pick<Env, 'DB'>, subjectId: string) => Promise<readonly number[]>)
  /** Summary lines with their own queue column; others are beside the review number. */
  readonly columns: readonly FactLabel[]
  /** Subject facts for the review page; null for an unknown subject. */
  readonly read: (env: Env, subjectId: string, language: Language) => Promise<ReviewFacts | null>
  /** Current obstacle to approval, shown to reviewers; the handler checks again at execution. */
  readonly checkApproval?: (env: Env, subjectId: string) => Promise<Outcome<unknown>>
  readonly approve: ReviewHandler
  readonly refuse: ReviewHandler
  /** Staff member concerned, who may not decide. */
  readonly findStaffConcerned?: (env: Env, subjectId: string) => Promise<number | null>
}

/** Preserves the literal type of the name, so that a kind without translations does not compile. */
export const reviewKind = <const Name extends string>(kind: ReviewKind<Name>): ReviewKind<Name> => kind

/** Number of people who must approve this review (two approvals where its kind says so), or must reject it. */
export const decisionsNeeded = (
  kind: Pick<ReviewKind, 'approvalsNeeded' | 'rejectionsNeeded' | 'approvalsNeededFor'>,
  { summary }: { readonly summary: { readonly lines: ReviewFacts['lines'] } },
  verdict: Verdict = 'approve',
): 1 | 2 =>
  verdict === 'reject'
    ? (kind.rejectionsNeeded ?? 1)
    : (kind.approvalsNeededFor?.(summary.lines) ?? kind.approvalsNeeded)

/** Roles whose votes count: deciders, and for approvals also the permitted requesters. */
export const approverRoles = ({ roles }: Pick<ReviewKind, 'roles'>, verdict: Verdict = 'approve'): readonly Role[] => [
  ...new Set([...roles.decide, ...(verdict === 'approve' ? (roles.ask ?? []) : [])]),
]

type Decision = Pick<ReviewFile['decisions'][number], 'staffId' | 'verdict' | 'approver' | 'at'>

/** Whether an approval still counts under current roles. */
export const standsFor = (
  kind: Pick<ReviewKind, 'roles'>,
  { verdict, approver, at }: Omit<Decision, 'staffId'>,
  asked: Verdict = 'approve',
): boolean => verdict === asked && doesApprovalStand(approverRoles(kind, asked), approver, at)

/**
 * The check of two approvals (or rejections), the same for every kind: number of different people who decided so and whose decision counts,
 * now or at a past instant in ms.
 */
export const countApprovals = (
  kind: Pick<ReviewKind, 'roles'>,
  decisions: readonly Decision[],
  { verdict, asOf = Infinity }: { readonly verdict: Verdict; readonly asOf?: number },
): number => {
  const roles = approverRoles(kind, verdict)
  const standing = decisions.filter(
    (one) => one.verdict === verdict && didApprovalStandAt(asOf, roles, one.approver, one.at),
  )
  return new Set(standing.map(({ staffId }) => staffId)).size
}

/** Calls the handler of the verdict. */
export const carryOut = (kind: ReviewKind, env: Env, decision: ReviewDecision): Promise<Outcome<unknown>> =>
  decision.verdict === 'approve' ? kind.approve(env, decision) : kind.refuse(env, decision)
