// How a feature puts its subject before the desk, and takes it back: statements for the same batch as the subject's own row.

import { type SQL, and, eq, inArray, sql } from 'drizzle-orm'
import { DECIDED_STATES, type ReviewKind, WAITING_STATES } from '#domain/desk/review'
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
 * Decided, and its feature has not said yet that it is done. The states are written out: sent as values they would not be known to be
 * those of the index, and all reviews that there ever were would be read.
 */
export const IS_UNSETTLED = sql`(${review.state} in (${sql.raw(DECIDED_STATES.map((state) => `'${state}'`).join())})
  and ${review.settledAt} is null)`

/**
 * False between a decision about the subject and its carrying out: the feature's own row still says "review" then, and the money may
 * have come already.
 */
export const isUndecided = ({ kind, subjectId }: Pick<ReviewRequest, 'kind' | 'subjectId'>): SQL =>
  sql`not exists (select 1 from ${review}
    where ${review.kind} = ${kind} and ${review.subjectId} = ${subjectId} and ${IS_UNSETTLED})`

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
    .where(and(eq(review.kind, kind), eq(review.subjectId, subjectId), inArray(review.state, [...WAITING_STATES])))
