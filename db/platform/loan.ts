// Loan terms and requests as rows: inserted once per command together with the desk's review; each state change requires the expected
// state.

import type { ListPart } from '#domain/list-part'
import { and, asc, count, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { LOANS_LIVE_MAX, type LoanState } from '#domain/loan/terms'
import { isWaiting, moneySummary } from '#domain/desk/review'
import { decodeAmount, encodeAmount } from '#domain/money/amount'
import { hashText } from '#domain/text-hash'
import { openDirectory } from './directory'
import { loanRequest, loanTerm } from './loan-schema'
import { cancelReviewStatement, isUndecided, openReviewStatement } from './review-request'
import { review } from './review-schema'
import { isOfPart, isWithin, offsetOfPart } from './slice'

type StoredTerm = typeof loanTerm.$inferSelect
export type LoanTermRow = StoredTerm & {
  /** Hash of the terms of a loan: it changes with each of them, and with no other column. */
  readonly version: string
}
export type LoanRequestRow = typeof loanRequest.$inferSelect
export type NewLoanRequest = Pick<
  LoanRequestRow,
  | 'userId'
  | 'commandId'
  | 'assetId'
  | 'amount'
  | 'marginAssetId'
  | 'termId'
  | 'termVersion'
  | 'days'
  | 'dailyRate'
  | 'lateRate'
  | 'pictures'
  | 'createdAt'
>

export async function loadLoanTerms(db: D1Database): Promise<LoanTermRow[]> {
  const rows = await openDirectory(db).select().from(loanTerm).orderBy(asc(loanTerm.sort), asc(loanTerm.id))
  return rows.map((row) => ({ ...row, version: versionOf(row) }))
}

function versionOf({ isOpen: _o, sort: _s, ...numbers }: StoredTerm): string {
  const text = JSON.stringify(numbers, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return hashText(text).toString(36)
}

/**
 * Inserts a request unless the user has too many open or running loans, the command id is used, or the user's open requests differ from
 * `beside`, which the check used: one statement, so concurrent requests are counted.
 */
export async function insertLoanRequest(
  db: D1Database,
  row: NewLoanRequest,
  beside: readonly Pick<LoanRequestRow, 'id'>[],
): Promise<void> {
  const newest = Math.max(0, ...beside.map(({ id }) => id))
  const { userId, commandId, assetId, marginAssetId, termId, termVersion, days, pictures, createdAt } = row
  await openDirectory(db).run(
    sql`insert into ${loanRequest}
      (user_id, command_id, asset_id, amount, margin_asset_id, term_id, term_version, days, daily_rate, late_rate, pictures, state, created_at)
      select ${userId}, ${commandId}, ${assetId}, ${encodeAmount(row.amount)}, ${marginAssetId}, ${termId}, ${termVersion}, ${days},
        ${String(row.dailyRate)}, ${String(row.lateRate)}, ${pictures}, 'review', ${createdAt}
      where (select count(*) from ${loanRequest} where user_id = ${userId} and state in ('review', 'running')) < ${LOANS_LIVE_MAX}
        and (select count(*) from ${loanRequest} where user_id = ${userId} and state = 'review') = ${beside.length}
        and (select coalesce(max(id), 0) from ${loanRequest} where user_id = ${userId} and state = 'review') = ${newest}
      on conflict do nothing`,
  )
}

/** Opens the desk review of a request; a repetition changes nothing. */
export async function openLoanReview(db: D1Database, row: LoanRequestRow, at: number): Promise<void> {
  await openDirectory(db).batch([
    openReviewStatement(db, {
      kind: 'loan',
      subjectId: String(row.id),
      userId: row.userId,
      at,
      summary: {
        ...moneySummary({ assetId: row.assetId, amount: row.amount, network: '' }),
        lines: [{ label: 'days', value: String(row.days) }],
      },
    }),
  ])
}

export async function findLoanRequest(db: D1Database, id: number): Promise<LoanRequestRow | null> {
  const [row] = await openDirectory(db).select().from(loanRequest).where(eq(loanRequest.id, id))
  return row ?? null
}

export async function findLoanByCommand(
  db: D1Database,
  userId: number,
  commandId: string,
): Promise<LoanRequestRow | null> {
  const [row] = await openDirectory(db)
    .select()
    .from(loanRequest)
    .where(and(eq(loanRequest.userId, userId), eq(loanRequest.commandId, commandId)))
  return row ?? null
}

/** Newest first, with the total count. */
export async function listLoanRequests(
  db: D1Database,
  { userId, states, ...part }: ListPart & { readonly userId: number | null; readonly states: readonly LoanState[] },
): Promise<{ readonly rows: readonly LoanRequestRow[]; readonly total: number }> {
  const directory = openDirectory(db)
  const wanted = and(
    userId === null ? undefined : eq(loanRequest.userId, userId),
    inArray(loanRequest.state, [...states]),
    isWithin(loanRequest.createdAt, part),
  )
  const [rows, [counted]] = await directory.batch([
    directory
      .select()
      .from(loanRequest)
      .where(and(wanted, isOfPart(loanRequest.id, part)))
      .orderBy(desc(loanRequest.id))
      .limit(part.limit)
      .offset(offsetOfPart(part)),
    directory.select({ total: count() }).from(loanRequest).where(wanted),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Undecided requests. */
export const listLoansInReview = (db: D1Database, userId: number): Promise<LoanRequestRow[]> =>
  openDirectory(db)
    .select()
    .from(loanRequest)
    .where(and(eq(loanRequest.userId, userId), eq(loanRequest.state, 'review')))

/** All running loans, for the house's total; bounded by the number of users who may borrow. */
export const listRunningLoans = (db: D1Database): Promise<LoanRequestRow[]> =>
  openDirectory(db)
    .select()
    .from(loanRequest)
    .where(eq(loanRequest.state, 'running'))
    .orderBy(asc(loanRequest.dueAt))
    .limit(1_000)

/** Decides a request; a decided one stays unchanged. */
export async function decideLoanRequest(
  db: D1Database,
  id: number,
  {
    state,
    reason,
    at,
  }: { readonly state: 'refused' | 'lapsed' | 'running'; readonly reason: string; readonly at: number },
): Promise<void> {
  await openDirectory(db)
    .update(loanRequest)
    .set({ state, reason, decidedAt: at })
    .where(and(eq(loanRequest.id, id), eq(loanRequest.state, 'review')))
}

/** The owner cancels an undecided request together with its review. */
export async function cancelLoanRequest(db: D1Database, id: number, at: number): Promise<void> {
  const subject = { kind: 'loan', subjectId: String(id) } as const
  await openDirectory(db).batch([
    openDirectory(db)
      .update(loanRequest)
      .set({ state: 'cancelled', decidedAt: at })
      .where(and(eq(loanRequest.id, id), eq(loanRequest.state, 'review'), isUndecided(subject))),
    cancelReviewStatement(db, { ...subject, at }),
  ])
}

/** The desk has claimed the request, or one of two people has decided. */
export async function isLoanTakenUp(db: D1Database, id: number): Promise<boolean> {
  const [row] = await openDirectory(db)
    .select({ state: review.state })
    .from(review)
    .where(and(eq(review.kind, 'loan'), eq(review.subjectId, String(id)), ne(review.state, 'open')))
  return row !== undefined
}

interface FollowedLoan {
  readonly loanId: number
  readonly revision: number
  readonly state: LoanState
  readonly owed: string
  readonly called: number
  readonly stuckAt: number | null
  readonly openedAt: number
  readonly dueAt: number
  readonly endedAt: number | null
}

/** Stores an Account's loan states; a newer revision stays. */
export async function followLoans(db: D1Database, userId: number, loans: readonly FollowedLoan[]): Promise<void> {
  const directory = openDirectory(db)
  const [first, ...rest] = loans.map(({ loanId, owed, stuckAt: _, ...stands }) =>
    directory
      .update(loanRequest)
      .set({ ...stands, owed: decodeAmount(owed) })
      .where(
        and(eq(loanRequest.id, loanId), eq(loanRequest.userId, userId), lt(loanRequest.revision, stands.revision)),
      ),
  )
  if (!first) return
  const stuck = await Promise.all(loans.map((each) => stuckStatement(db, userId, each)))
  await directory.batch([first, ...rest, ...stuck.flat()])
}

/** Opens a desk case for a loan whose wallet is blocked, once per blockage. */
async function stuckStatement(db: D1Database, userId: number, { loanId, stuckAt }: FollowedLoan) {
  if (stuckAt === null) return []
  const subject = { kind: 'loan_stuck', subjectId: String(loanId) } as const
  const [row, [last]] = await Promise.all([
    findLoanRequest(db, loanId),
    openDirectory(db)
      .select({ round: review.round, state: review.state, openedAt: review.openedAt })
      .from(review)
      .where(and(eq(review.kind, subject.kind), eq(review.subjectId, subject.subjectId)))
      .orderBy(desc(review.round))
      .limit(1),
  ])
  if (!row || (last && (isWaiting(last.state) || last.openedAt >= stuckAt))) return []
  const { assetId, amount } = row
  const summary = { ...moneySummary({ assetId, amount, network: '' }), lines: [] }
  return [openReviewStatement(db, { ...subject, userId, at: stuckAt, round: (last?.round ?? 0) + 1, summary })]
}

/** Requests in review without a desk review yet. */
export const listUnopenedLoans = (db: D1Database, limit: number): Promise<LoanRequestRow[]> =>
  openDirectory(db)
    .select()
    .from(loanRequest)
    .where(
      and(
        eq(loanRequest.state, 'review'),
        sql`not exists (select 1 from review where kind = 'loan' and subject_id = cast(${loanRequest.id} as text))`,
      ),
    )
    .orderBy(asc(loanRequest.id))
    .limit(limit)
