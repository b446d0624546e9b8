// Verification submissions, their states and ends. Related changes share one batch: a submission with its review and the user's status, a
// decision with that status.

import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { REVIEW_STATUS, type VerificationLevel } from '#domain/verification'
import { openDirectory } from './directory'
import { user } from './identity-schema'
import { upload } from './upload-schema'
import { verification } from './verification-schema'

export type VerificationRow = typeof verification.$inferSelect
export type NewVerification = Pick<VerificationRow, 'id' | 'userId' | 'submittedAt'> & {
  readonly level: VerificationLevel
} & Partial<
    Pick<VerificationRow, 'idType' | 'country' | 'name' | 'numberSealed' | 'numberHash' | 'frontImage' | 'reverseImage'>
  >

const LIVE = ['under_review', 'passed'] as const

const statusColumns = {
  email: user.email,
  mobile: user.mobile,
  reviewStatus: user.reviewStatus,
  advancedReviewStatus: user.advancedReviewStatus,
}

export type VerificationStatus = Pick<
  typeof user.$inferSelect,
  'email' | 'mobile' | 'reviewStatus' | 'advancedReviewStatus'
>

/** A user's verification state and submissions, newest first. */
export async function readSubmissions(
  db: D1Database,
  userId: number,
): Promise<{ readonly status: VerificationStatus | null; readonly submissions: VerificationRow[] }> {
  const directory = openDirectory(db)
  const [[found], submissions] = await directory.batch([
    directory.select(statusColumns).from(user).where(eq(user.id, userId)).limit(1),
    directory
      .select()
      .from(verification)
      .where(eq(verification.userId, userId))
      .orderBy(desc(verification.submittedAt), desc(verification.id))
      .limit(10),
  ])
  return { status: found ?? null, submissions }
}

export async function findSubmission(db: D1Database, id: string): Promise<VerificationRow | null> {
  const [row] = await openDirectory(db).select().from(verification).where(eq(verification.id, id)).limit(1)
  return row ?? null
}

/** The passed level 1 behind a level 2. */
export async function findPassedBasic(db: D1Database, userId: number): Promise<VerificationRow | null> {
  const [row] = await openDirectory(db)
    .select()
    .from(verification)
    .where(and(eq(verification.userId, userId), eq(verification.level, 1), eq(verification.state, 'passed')))
    .limit(1)
  return row ?? null
}

/** A user with a document's hash. */
export type DocumentName = Pick<VerificationRow, 'userId'> & { readonly numberHash: string }

/** Another user verified by this document, or null. An unverified submission doesn't hold it. */
export async function findDocumentHolder(db: D1Database, { userId, numberHash }: DocumentName): Promise<number | null> {
  const isHeld = and(eq(verification.numberHash, numberHash), eq(verification.state, 'passed'))
  const [row] = await openDirectory(db)
    .select({ userId: verification.userId })
    .from(verification)
    .where(and(isHeld, ne(verification.userId, userId)))
    .limit(1)
  return row?.userId ?? null
}

/** Other users verified by this document or waiting for it, limited for a reviewer, the verified one first. */
export const listDocumentTwins = (
  db: D1Database,
  { userId, numberHash }: DocumentName,
): Promise<Pick<VerificationRow, 'userId' | 'state'>[]> =>
  openDirectory(db)
    .select({ userId: verification.userId, state: verification.state })
    .from(verification)
    .where(
      and(
        eq(verification.numberHash, numberHash),
        inArray(verification.state, [...LIVE]),
        ne(verification.userId, userId),
      ),
    )
    .orderBy(desc(eq(verification.state, 'passed')), verification.userId)
    .limit(20)

/** Other users with a picture of the same content as one of these, limited for a reviewer. */
export const listPictureTwins = (
  db: D1Database,
  { userId, images }: { readonly userId: number; readonly images: readonly string[] },
): Promise<Pick<VerificationRow, 'userId' | 'state'>[]> => {
  const own = sql`select mine.digest from ${upload} as mine where mine.user_id = ${userId} and mine.digest <> ''
    and '/uploads/' || mine.id in (select value from json_each(${JSON.stringify(images)}))`
  return openDirectory(db)
    .selectDistinct({ userId: verification.userId, state: verification.state })
    .from(upload)
    .innerJoin(
      verification,
      and(
        eq(verification.userId, upload.userId),
        sql`'/uploads/' || ${upload.id} in (${verification.frontImage}, ${verification.reverseImage})`,
      ),
    )
    .where(and(sql`${upload.digest} in (${own})`, ne(upload.userId, userId)))
    .orderBy(verification.userId, verification.state)
    .limit(20)
}

/** Inserts the submission, the user's status and `review` together; throws when another open submission of the level exists. */
export async function insertSubmission(
  db: D1Database,
  row: NewVerification,
  review: BatchItem<'sqlite'>,
): Promise<void> {
  const directory = openDirectory(db)
  const submission = directory.insert(verification).values({ ...row, state: 'under_review' })
  await directory.batch([submission, statusStatement(db, row.userId), review])
}

export interface SubmissionEnd {
  readonly id: string
  readonly userId: number
  readonly state: 'passed' | 'failed'
  readonly reason: string
  readonly at: number
}

/** Ends a submission under review and returns it; an ended one stays unchanged. It stays under review when its document has verified another user. */
export async function endSubmission(
  db: D1Database,
  { id, userId, state, reason, at }: SubmissionEnd,
): Promise<VerificationRow | null> {
  const directory = openDirectory(db)
  const isThis = and(eq(verification.id, id), eq(verification.userId, userId))
  const isFree = sql`not exists (select 1 from ${verification} as held where held.state = 'passed'
    and held.number_hash = ${verification.numberHash})`
  const [, , [row]] = await directory.batch([
    directory
      .update(verification)
      .set({ state, reason, decidedAt: at })
      .where(and(isThis, eq(verification.state, 'under_review'), state === 'passed' ? isFree : undefined)),
    statusStatement(db, userId),
    directory.select().from(verification).where(isThis).limit(1),
  ])
  return row ?? null
}

/** Derives the user's row from the submissions; repeatable. */
function statusStatement(db: D1Database, userId: number) {
  const live = sql`from ${verification} where user_id = ${userId} and state in ('under_review', 'passed')`
  const statusAt = (level: VerificationLevel) => sql`coalesce((select case state
    when 'passed' then ${REVIEW_STATUS.passed} else ${REVIEW_STATUS.under_review} end ${live} and level = ${level}), 0)`
  const name = sql`coalesce((select name ${live} and level = 1 and state = 'passed'), ${user.realName})`
  return openDirectory(db)
    .update(user)
    .set({ reviewStatus: statusAt(1), advancedReviewStatus: statusAt(2), realName: name })
    .where(eq(user.id, userId))
}
