// How a feature puts its subject before the desk, and takes it back: statements for the same batch as the subject's own row.

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ReviewKind } from '#domain/desk/review'
import { openDirectory } from './directory'
import { review } from './review-schema'

export interface ReviewRequest {
  readonly kind: ReviewKind
  readonly subjectId: string
  readonly userId: number
  readonly at: number
  /** 1 when it is not said; 2 when a decided subject is taken back to review, and so on. */
  readonly round?: number
}

/** Opens a review; the same subject and round again changes nothing. */
export const openReviewStatement = (db: D1Database, { kind, subjectId, userId, at, round = 1 }: ReviewRequest) =>
  openDirectory(db).insert(review).values({ kind, subjectId, round, userId, openedAt: at }).onConflictDoNothing()

/** Puts a subject before the desk once more, whose decision could not be carried out yet; the same again changes nothing. */
export async function reopenReview(db: D1Database, reviewId: number, at: number): Promise<void> {
  await openDirectory(db).run(
    sql`insert into ${review} (kind, subject_id, round, user_id, opened_at)
      select kind, subject_id, round + 1, user_id, ${at} from ${review} where id = ${reviewId}
      on conflict do nothing`,
  )
}

/**
 * Closes what nobody has decided yet, because its user took it back. A review that is decided stays as it is: whether the
 * subject may still be taken back is then for the feature's own row to say.
 */
export const cancelReviewStatement = (
  db: D1Database,
  { kind, subjectId, at }: Pick<ReviewRequest, 'kind' | 'subjectId' | 'at'>,
) =>
  openDirectory(db)
    .update(review)
    .set({ state: 'cancelled', decidedAt: at, settledAt: sql`${at}`, claimedBy: null, claimedAt: null })
    .where(
      and(
        eq(review.kind, kind),
        eq(review.subjectId, subjectId),
        inArray(review.state, ['open', 'claimed', 'seconding']),
      ),
    )
