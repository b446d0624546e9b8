// Queries of the desk's queue, and statements that change a review. The queue reads reviews, staff names and closed accounts, but no
// feature's tables. Each statement runs in one batch with its audit line, after a precondition.

import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Approver } from '#domain/desk/approval'
import { type ReviewState, type Verdict, WAITING_STATES, isWaiting } from '#domain/desk/review'
import type { Role } from '#domain/desk/role'
import { sealReview } from '#domain/leaving/sealed'
import { staff } from './desk-schema'
import { openDirectory } from './directory'
import { IS_UNRESOLVED } from './review-request'
import { review, reviewDecision, reviewNote } from './review-schema'
import { listSealed } from './sealed'
import { type Slice, isAfter, offsetOf } from './slice'

export type ReviewRow = typeof review.$inferSelect

export interface QueueRow extends ReviewRow {
  /** Name of the holder. */
  readonly claimedByName: string | null
}

export interface QueueFilter {
  readonly kinds: readonly string[]
  readonly states: readonly ReviewState[]
  readonly userId?: number | undefined
}

/** What waits comes oldest first; where decided ones are among it, newest first. */
export async function listQueue(
  db: D1Database,
  { kinds, states, userId }: QueueFilter,
  slice: Slice,
): Promise<{ rows: QueueRow[]; total: number }> {
  const directory = openDirectory(db)
  const where = and(
    inArray(review.kind, [...kinds]),
    inArray(review.state, [...states]),
    userId === undefined ? undefined : eq(review.userId, userId),
  )
  const order = states.every(isWaiting) ? 'up' : 'down'
  const [rows, totals] = await directory.batch([
    directory
      .select({ review, claimedByName: staff.name })
      .from(review)
      .leftJoin(staff, eq(staff.id, review.claimedBy))
      .where(and(where, isAfter(review.id, slice, order)))
      .orderBy(order === 'up' ? asc(review.id) : desc(review.id))
      .limit(slice.limit)
      .offset(offsetOf(slice)),
    directory.select({ total: count() }).from(review).where(where),
  ])
  const sealed = await sealedOf(
    db,
    rows.map((row) => row.review),
  )
  return {
    rows: rows.map(({ review: row, claimedByName }) => ({
      ...(sealed.has(row.id) ? sealReview(row) : row),
      claimedByName,
    })),
    total: totals[0]?.total ?? 0,
  }
}

/** Numbers of the decided reviews about closed accounts that nobody has opened. */
async function sealedOf(db: D1Database, rows: readonly ReviewRow[]): Promise<ReadonlySet<number>> {
  const decided = rows.filter(({ state }) => !isWaiting(state))
  const sealed = await listSealed(
    db,
    decided.map(({ userId }) => userId),
  )
  return new Set(decided.filter(({ userId }) => sealed.has(userId)).map(({ id }) => id))
}

interface WaitingCount {
  readonly kind: string
  readonly state: ReviewState
  readonly total: number
  /** When the longest waiting one was opened. */
  readonly oldestAt: number
}

/** Waiting reviews by kind and state. */
export const countWaiting = (db: D1Database): Promise<WaitingCount[]> =>
  openDirectory(db)
    .select({
      kind: review.kind,
      state: review.state,
      total: count(),
      oldestAt: sql<number>`min(${review.openedAt})`,
    })
    .from(review)
    .where(inArray(review.state, [...WAITING_STATES]))
    .groupBy(review.kind, review.state)

interface DecisionRow {
  readonly staffId: number
  readonly staffName: string | null
  readonly verdict: Verdict
  readonly reason: string
  readonly at: number
  readonly commandId: string
  /** The decider's current role at the desk. */
  readonly approver: Approver
}

interface NoteRow {
  readonly id: number
  readonly staffName: string | null
  readonly text: string
  readonly at: number
}

/** Holder of a review, and since when. */
export interface Holder {
  readonly staffId: number
  readonly name: string
  readonly since: number
}

export interface ReviewFile {
  readonly review: ReviewRow
  /** Decided, about a closed account that nobody has opened: its subject is hidden. */
  readonly isSealed: boolean
  /** Null while unclaimed. */
  readonly holder: Holder | null
  readonly decisions: readonly DecisionRow[]
  readonly notes: readonly NoteRow[]
}

/** Review with notes and decisions, read in one batch. */
export async function readReview(db: D1Database, id: number): Promise<ReviewFile | null> {
  const directory = openDirectory(db)
  const [rows, decisions, notes] = await directory.batch([
    directory
      .select({ review, holderName: staff.name })
      .from(review)
      .leftJoin(staff, eq(staff.id, review.claimedBy))
      .where(eq(review.id, id))
      .limit(1),
    directory
      .select({
        staffId: reviewDecision.staffId,
        staffName: staff.name,
        verdict: reviewDecision.verdict,
        reason: reviewDecision.reason,
        at: reviewDecision.at,
        commandId: reviewDecision.commandId,
        role: staff.role,
        staffState: staff.state,
        standingSince: staff.standingSince,
      })
      .from(reviewDecision)
      .leftJoin(staff, eq(staff.id, reviewDecision.staffId))
      .where(eq(reviewDecision.reviewId, id))
      .orderBy(asc(reviewDecision.at)),
    directory
      .select({ id: reviewNote.id, staffName: staff.name, text: reviewNote.text, at: reviewNote.at })
      .from(reviewNote)
      .leftJoin(staff, eq(staff.id, reviewNote.staffId))
      .where(eq(reviewNote.reviewId, id))
      .orderBy(asc(reviewNote.id)),
  ])
  const read = decisions.map(({ role, staffState, standingSince, ...decision }): DecisionRow => {
    const approver = { role, isActive: staffState === 'active', roleSince: standingSince ?? 0 }
    return { ...decision, approver }
  })
  const [row] = rows
  if (!row) return null
  const isSealed = (await sealedOf(db, [row.review])).has(row.review.id)
  const file = { isSealed, holder: holderOf(row.review, row.holderName), decisions: read }
  return isSealed ? { ...file, review: sealReview(row.review), notes: [] } : { ...file, review: row.review, notes }
}

const holderOf = ({ state, claimedBy, claimedAt }: ReviewRow, name: string | null): Holder | null =>
  state === 'claimed' && claimedBy !== null
    ? { staffId: claimedBy, name: name ?? `#${claimedBy}`, since: claimedAt ?? 0 }
    : null

/** The oldest first. */
export async function listUnresolved(db: D1Database, limit: number): Promise<number[]> {
  const rows = await openDirectory(db)
    .select({ id: review.id })
    .from(review)
    .where(IS_UNRESOLVED)
    .orderBy(asc(review.decidedAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export const countUnresolved = async (db: D1Database): Promise<{ total: number; oldestAt: number | null }> => {
  const [row] = await openDirectory(db)
    .select({ total: count(), oldestAt: sql<number | null>`min(${review.decidedAt})` })
    .from(review)
    .where(IS_UNRESOLVED)
  return row ?? { total: 0, oldestAt: null }
}

export const claimStatement = (db: D1Database, { id, staffId, at }: Hand) =>
  openDirectory(db).update(review).set({ state: 'claimed', claimedBy: staffId, claimedAt: at }).where(eq(review.id, id))

/** Returns a review to its earlier state: open, or waiting for a second person. */
export const releaseStatement = (db: D1Database, id: number, state: 'open' | 'seconding') =>
  openDirectory(db).update(review).set({ state, claimedBy: null, claimedAt: null }).where(eq(review.id, id))

export const noteStatement = (
  db: D1Database,
  { id, staffId, at, text, commandId }: Hand & { readonly text: string; readonly commandId: string },
) => openDirectory(db).insert(reviewNote).values({ reviewId: id, staffId, at, text, commandId })

export interface Hand {
  readonly id: number
  readonly staffId: number
  readonly at: number
}

export interface Decided extends Hand {
  readonly verdict: Verdict
  readonly reason: string
  readonly commandId: string
  readonly state: 'seconding' | 'approved' | 'rejected'
}

/** Stores a person's decision and the review's resulting state. */
export const decideStatements = (db: D1Database, { id, staffId, at, verdict, reason, commandId, state }: Decided) => [
  openDirectory(db).insert(reviewDecision).values({ reviewId: id, staffId, verdict, reason, at, commandId }),
  openDirectory(db)
    .update(review)
    .set({
      state,
      claimedBy: null,
      claimedAt: null,
      ...(state === 'seconding' ? {} : { decidedAt: at, reason }),
    })
    .where(eq(review.id, id)),
]

/** Current holder of a review to take over, if holding it since before `leftSince`. */
export interface TakeOver {
  readonly from: number
  readonly leftSince: number
}

/** True while the review is unclaimed or still held by the one to take over from, and this person has not decided yet. */
export const isClaimable = ({ id, staffId }: Omit<Hand, 'at'>, takeOver: TakeOver | null) =>
  sql`exists (select 1 from ${review} where ${review.id} = ${id} and (${review.state} in ('open', 'seconding')
    or (${review.state} = 'claimed' and (${review.claimedBy} = ${staffId}
      or (${review.claimedBy} = ${takeOver?.from ?? null} and ${review.claimedAt} <= ${takeOver?.leftSince ?? null})))))
    and not exists (select 1 from ${reviewDecision}
      where ${reviewDecision.reviewId} = ${id} and ${reviewDecision.staffId} = ${staffId})`

/** True while this person holds it and the count of approvals is unchanged since it was read. */
export const isClaimedBy = ({ id, staffId }: Omit<Hand, 'at'>, decisions: number) =>
  sql`exists (select 1 from ${review}
    where ${review.id} = ${id} and ${review.state} = 'claimed' and ${review.claimedBy} = ${staffId})
    and (select count(*) from ${reviewDecision} where ${reviewDecision.reviewId} = ${id}) = ${decisions}`

/** True while the count of this verdict by eligible people equals the given one, and this person may decide. Rules in `domain/desk/approval`. */
export const isJudgedBy = (
  { id, staffId }: Omit<Hand, 'at'>,
  {
    verdict,
    judges,
    deciders,
    verdicts,
  }: {
    readonly verdict: Verdict
    readonly judges: readonly Role[]
    readonly deciders: readonly Role[]
    readonly verdicts: number
  },
) => {
  const isAtWorkAs = (roles: readonly Role[]) => sql`${staff.state} = 'active' and ${inArray(staff.role, [...roles])}`
  return sql`(select count(*) from ${reviewDecision} inner join ${staff} on ${staff.id} = ${reviewDecision.staffId}
      where ${reviewDecision.reviewId} = ${id} and ${reviewDecision.verdict} = ${verdict}
        and ${staff.standingSince} <= ${reviewDecision.at} and ${isAtWorkAs(judges)}) = ${verdicts}
    and exists (select 1 from ${staff} where ${staff.id} = ${staffId} and ${isAtWorkAs(deciders)})`
}

export const isUnresolved = (id: number) =>
  sql`exists (select 1 from ${review} where ${review.id} = ${id} and ${IS_UNRESOLVED})`

export const resolvedStatement = (
  db: D1Database,
  { id, at, refusal }: { readonly id: number; readonly at: number; readonly refusal: string | null },
) => openDirectory(db).update(review).set({ resolvedAt: at, resolveRefusal: refusal }).where(eq(review.id, id))
