// How a feature puts its subject before the desk, and takes it back: statements for the same batch as the subject's own row.

import { type SQL, and, eq, inArray, sql } from 'drizzle-orm'
import { DECIDED_STATES, type ReviewSummary, WAITING_STATES } from '#domain/desk/review'
import { encodeAmount } from '#domain/money/amount'
import { openDirectory } from './directory'
import { user } from './identity-schema'
import { review } from './review-schema'

export interface ReviewRequest {
  /** Name of a kind of server/services/desk/review-kinds.ts. */
  readonly kind: string
  readonly subjectId: string
  readonly userId: number
  readonly at: number
  /** Defaults to 1; 2 when a decided subject is reviewed again, and so on. */
  readonly round?: number
  readonly summary: ReviewSummary
}

/** Opens a review; the same subject and round again changes nothing. */
export const openReviewStatement = (
  db: D1Database,
  { kind, subjectId, userId, at, round = 1, summary }: ReviewRequest,
) =>
  openDirectory(db)
    .insert(review)
    .values({ kind, subjectId, round, userId, openedAt: at, ...summaryColumns(userId, summary) })
    .onConflictDoNothing()

/** Queue columns of a review, from its subject. */
export const summaryColumns = (userId: number, { money, lines, cells }: ReviewSummary) => ({
  userName: sql<string>`coalesce((select coalesce(${user.email}, ${user.mobile}) from ${user} where ${user.id} = ${userId}), '')`,
  assetId: money && money.assetId,
  amount: money && encodeAmount(money.amount),
  summary: { lines, cells },
})

/** Reopens a review whose decision couldn't be executed yet; a repetition changes nothing. */
export async function reopenReview(db: D1Database, reviewId: number, at: number): Promise<void> {
  await openDirectory(db).run(
    sql`insert into ${review} (kind, subject_id, round, user_id, opened_at, user_name, asset_id, amount, summary)
      select kind, subject_id, round + 1, user_id, ${at}, user_name, asset_id, amount, summary from ${review} where id = ${reviewId}
      on conflict do nothing`,
  )
}

/**
 * Decided, but not confirmed by its feature. The states are literal SQL: as parameters they wouldn't match the partial index, and the query
 * would read all reviews ever made.
 */
export const IS_UNRESOLVED = sql`(${review.state} in (${sql.raw(DECIDED_STATES.map((state) => `'${state}'`).join())})
  and ${review.resolvedAt} is null)`

/** False between a decision and its execution: the feature's own row still says "review" then, although money may have moved already. */
export const isUndecided = ({ kind, subjectId }: Pick<ReviewRequest, 'kind' | 'subjectId'>): SQL =>
  sql`not exists (select 1 from ${review}
    where ${review.kind} = ${kind} and ${review.subjectId} = ${subjectId} and ${IS_UNRESOLVED})`

/**
 * Closes an undecided review because its user cancelled. A decided review stays unchanged: the feature's own row then tells whether the
 * subject can still be cancelled.
 */
export const cancelReviewStatement = (
  db: D1Database,
  { kind, subjectId, at }: Pick<ReviewRequest, 'kind' | 'subjectId' | 'at'>,
) =>
  openDirectory(db)
    .update(review)
    .set({ state: 'cancelled', decidedAt: at, resolvedAt: sql`${at}`, claimedBy: null, claimedAt: null })
    .where(and(eq(review.kind, kind), eq(review.subjectId, subjectId), inArray(review.state, [...WAITING_STATES])))
