// Rows of withdrawals: drafted once per command before the Account is called; each state change requires the expected state.

import { and, asc, count, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { moneySummary } from '#domain/desk/review'
import type { RecordFilter } from './deposit'
import { openDirectory } from './directory'
import { withdrawal } from './funds-schema'
import { cancelReviewStatement, openReviewStatement } from './review-request'

export type WithdrawalRow = typeof withdrawal.$inferSelect
export type NewWithdrawal = typeof withdrawal.$inferInsert

/** Draft of a command: the first one stays when it is repeated. */
export async function draftWithdrawal(db: D1Database, row: NewWithdrawal): Promise<WithdrawalRow | null> {
  await openDirectory(db).insert(withdrawal).values(row).onConflictDoNothing()
  return findWithdrawalByCommand(db, row.userId, row.commandId)
}

export async function findWithdrawalByCommand(db: D1Database, userId: number, commandId: string) {
  const [row] = await openDirectory(db)
    .select()
    .from(withdrawal)
    .where(and(eq(withdrawal.userId, userId), eq(withdrawal.commandId, commandId)))
  return row ?? null
}

export async function findWithdrawal(db: D1Database, id: number): Promise<WithdrawalRow | null> {
  const [row] = await openDirectory(db).select().from(withdrawal).where(eq(withdrawal.id, id))
  return row ?? null
}

type State = WithdrawalRow['state']

const changeWithdrawalStatement = (
  db: D1Database,
  { id, from }: { readonly id: number; readonly from: readonly State[] },
  change: Partial<NewWithdrawal>,
) =>
  openDirectory(db)
    .update(withdrawal)
    .set(change)
    .where(and(eq(withdrawal.id, id), inArray(withdrawal.state, [...from])))

/** The Account holds the money: the desk review opens. */
export async function openWithdrawalReview(
  db: D1Database,
  row: Pick<WithdrawalRow, 'id' | 'userId' | 'assetId' | 'amount' | 'network'>,
  at: number,
): Promise<void> {
  await openDirectory(db).batch([
    // A number marked void is revived when the Account holds its money after all.
    changeWithdrawalStatement(db, { id: row.id, from: ['draft', 'void'] }, { state: 'review' }),
    openReviewStatement(db, {
      kind: 'withdrawal',
      subjectId: String(row.id),
      userId: row.userId,
      at,
      summary: moneySummary(row),
    }),
  ])
}

/** The Account has refunded a withdrawal that its user cancelled. */
export async function closeCancelled(db: D1Database, id: number, at: number): Promise<void> {
  await openDirectory(db).batch([
    changeWithdrawalStatement(
      db,
      { id, from: ['draft', 'review'] },
      { state: 'cancelled', isCancelPending: false, settledAt: at },
    ),
    cancelReviewStatement(db, { kind: 'withdrawal', subjectId: String(id), at }),
  ])
}

export async function changeWithdrawal(
  db: D1Database,
  which: { readonly id: number; readonly from: readonly State[] },
  change: Partial<NewWithdrawal>,
): Promise<void> {
  await changeWithdrawalStatement(db, which, change)
}

/** Abandoned drafts. */
export const listStaleDrafts = (db: D1Database, before: number, limit: number): Promise<WithdrawalRow[]> =>
  openDirectory(db)
    .select()
    .from(withdrawal)
    .where(and(eq(withdrawal.state, 'draft'), lt(withdrawal.createdAt, before)))
    .orderBy(asc(withdrawal.createdAt))
    .limit(limit)

export const listPendingCancels = (db: D1Database, limit: number): Promise<WithdrawalRow[]> =>
  openDirectory(db)
    .select()
    .from(withdrawal)
    .where(eq(withdrawal.isCancelPending, true))
    .orderBy(asc(withdrawal.id))
    .limit(limit)

/** Numbers that never came to be are forgotten; the Account keeps them spoilt. */
export async function pruneVoidWithdrawals(db: D1Database, before: number): Promise<void> {
  await openDirectory(db)
    .delete(withdrawal)
    .where(and(eq(withdrawal.state, 'void'), lt(withdrawal.createdAt, before)))
}

/** Newest first, with the total count; drafts and void rows are omitted. */
export const listWithdrawalsStatements = (db: D1Database, filter: RecordFilter) => {
  const { userId, kind, assetId, states, from, until, after, offset, limit } = filter
  const directory = openDirectory(db)
  const where = and(
    eq(withdrawal.userId, userId),
    sql`${withdrawal.state} not in ('draft', 'void')`,
    kind && sql`${withdrawal.kind} = ${kind}`,
    assetId === undefined ? undefined : eq(withdrawal.assetId, assetId),
    states ? inArray(sql`${withdrawal.state}`, [...states]) : undefined,
    from === undefined ? undefined : gte(withdrawal.createdAt, from),
    until === undefined ? undefined : lt(withdrawal.createdAt, until),
    after && sql`(${withdrawal.createdAt}, ${withdrawal.id}) < (${after.createdAt}, ${after.id})`,
  )
  return [
    directory
      .select()
      .from(withdrawal)
      .where(where)
      .orderBy(desc(withdrawal.createdAt), desc(withdrawal.id))
      .limit(limit)
      .offset(offset),
    directory.select({ total: count() }).from(withdrawal).where(where),
  ] as const
}
