// Proposals of one person that another must approve. The review opens with the proposer's approval.

import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ReviewSummary, Verdict } from '#domain/desk/review'
import type { Role } from '#domain/desk/role'
import { correction, proposal, staff } from './desk-schema'
import { openDirectory } from './directory'
import { summaryColumns } from './review-request'
import { review, reviewDecision } from './review-schema'

export type CorrectionRow = typeof correction.$inferSelect
export type ProposalRow = typeof proposal.$inferSelect

interface Asked {
  readonly kind: string
  readonly subjectId: string
  readonly userId: number
  readonly staffId: number
  readonly at: number
  readonly reason: string
  readonly commandId: string
  readonly summary: ReviewSummary
}

/** A review that waits for the second of two people: the proposer is the first. */
const openSeconding = (db: D1Database, { kind, subjectId, userId, staffId, at, reason, commandId, summary }: Asked) => {
  const directory = openDirectory(db)
  return [
    directory.insert(review).values({
      kind,
      subjectId,
      userId,
      openedAt: at,
      state: 'seconding',
      reason,
      ...summaryColumns(userId, summary),
    }),
    directory.insert(reviewDecision).select(
      directory
        .select({
          reviewId: review.id,
          staffId: sql<number>`${staffId}`.as('staff_id'),
          verdict: sql<Verdict>`'approve'`.as('verdict'),
          reason: sql<string>`${reason}`.as('reason'),
          at: sql<number>`${at}`.as('at'),
          commandId: sql<string>`${commandId}`.as('command_id'),
        })
        .from(review)
        .where(and(eq(review.kind, kind), eq(review.subjectId, subjectId))),
    ),
  ]
}

export const proposeCorrectionStatements = (
  db: D1Database,
  row: CorrectionRow,
  { commandId, summary }: Pick<Asked, 'commandId' | 'summary'>,
) => {
  const { id: subjectId, userId, proposedBy: staffId, proposedAt: at, reason } = row
  const asked = { kind: 'correction', subjectId, userId, staffId, at, reason, commandId, summary } as const
  return [openDirectory(db).insert(correction).values(row), ...openSeconding(db, asked)]
}

export async function findCorrection(db: D1Database, id: string): Promise<CorrectionRow | null> {
  const [row] = await openDirectory(db).select().from(correction).where(eq(correction.id, id)).limit(1)
  return row ?? null
}

/** Sent twice it is one proposal: its id is its command's. */
export const proposeStatements = (
  db: D1Database,
  row: ProposalRow,
  { kind, userId, summary }: Pick<Asked, 'kind' | 'userId' | 'summary'>,
) => {
  const { id: subjectId, proposedBy: staffId, proposedAt: at } = row
  const asked = { kind, subjectId, userId, staffId, at, reason: '', commandId: subjectId, summary }
  return [openDirectory(db).insert(proposal).values(row), ...openSeconding(db, asked)]
}

export async function findProposal(db: D1Database, id: string): Promise<ProposalRow | null> {
  const [row] = await openDirectory(db).select().from(proposal).where(eq(proposal.id, id)).limit(1)
  return row ?? null
}

/** Whether another active person in one of these roles could approve. */
export async function hasColleague(db: D1Database, staffId: number, roles: readonly Role[]): Promise<boolean> {
  const [row] = await openDirectory(db)
    .select({ total: count() })
    .from(staff)
    .where(and(ne(staff.id, staffId), eq(staff.state, 'active'), inArray(staff.role, [...roles])))
  return (row?.total ?? 0) > 0
}
