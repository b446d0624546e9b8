// Terms of copy trading, and traders in the directory: applications, states, and last reported figures.

import { and, asc, count, desc, eq, getTableColumns, inArray, lt, ne, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { TraderState } from '#domain/copy/life'
import type { ShownTrader } from '#domain/copy/statistics'
import type { CopyTerms } from '#domain/copy/terms'
import { copyTerm, trader } from './copy-schema'
import { containsKeyword, openDirectory, runBatch } from './directory'
import { user } from './identity-schema'
import { review } from './review-schema'
import { type Slice, isAfter, offsetOf } from './slice'

export type TraderRow = typeof trader.$inferSelect

/** Throws when the terms are missing: copy trading needs them. */
export async function loadCopyTerms(db: D1Database): Promise<CopyTerms> {
  const row = await openDirectory(db).select().from(copyTerm).get()
  if (!row) throw new Error('the terms of copying are gone')
  const { id: _, ...terms } = row
  return terms
}

const PERSON = { headPortrait: user.headPortrait, signature: user.signature }
export type ShownTraderRow = TraderRow & { readonly headPortrait: string | null; readonly signature: string | null }

export async function findTrader(db: D1Database, userId: number): Promise<ShownTraderRow | null> {
  const row = await openDirectory(db)
    .select({ ...getTableColumns(trader), ...PERSON })
    .from(trader)
    .leftJoin(user, eq(user.id, trader.userId))
    .where(eq(trader.userId, userId))
    .get()
  return row ?? null
}

export async function findApplication(db: D1Database, applicationId: string): Promise<TraderRow | null> {
  return (await openDirectory(db).select().from(trader).where(eq(trader.applicationId, applicationId)).get()) ?? null
}

/** True when another trader, in any state, has this name. */
export async function isNicknameTaken(db: D1Database, nickname: string, userId: number): Promise<boolean> {
  const isSame = sql`lower(${trader.nickname}) = lower(${nickname})`
  const row = await openDirectory(db)
    .select({ userId: trader.userId })
    .from(trader)
    .where(and(isSame, ne(trader.userId, userId)))
    .get()
  return row !== undefined
}

export interface Application {
  readonly id: string
  readonly userId: number
  readonly nickname: string
  readonly words: string
  readonly share: TraderRow['share']
  readonly at: number
}

/** Submits an application for review, unless one is open or approved: the database admits one of concurrent requests. */
export async function submitApplication(db: D1Database, application: Application): Promise<void> {
  const { id, userId, nickname, words, share, at } = application
  const said = { applicationId: id, nickname, words, share, state: 'review', reason: '', appliedAt: at } as const
  const isOver = sql`${trader.state} in ('rejected', 'closed') and ${trader.isClosePending} = 0`
  const summary = JSON.stringify({ lines: [{ label: 'nickname', value: nickname }], cells: [] })
  await runBatch(db, [
    openDirectory(db)
      .insert(trader)
      .values({ userId, ...said })
      .onConflictDoUpdate({
        target: trader.userId,
        set: { ...said, decidedAt: null, closedAt: null },
        setWhere: isOver,
      }),
    // A refused application gets no review.
    sql`insert into ${review} (kind, subject_id, user_id, opened_at, user_name, summary)
      select 'trader', ${id}, ${userId}, ${at},
        coalesce((select coalesce(${user.email}, ${user.mobile}) from ${user} where ${user.id} = ${userId}), ''), ${summary}
      where exists (select 1 from ${trader} where ${trader.applicationId} = ${id})`,
  ])
}

/** Ends an open application and returns its state; an ended one stays unchanged. */
export async function decideApplication(
  db: D1Database,
  {
    id,
    state,
    reason,
    at,
  }: { readonly id: string; readonly state: 'active' | 'rejected'; readonly reason: string; readonly at: number },
): Promise<TraderRow | null> {
  await openDirectory(db)
    .update(trader)
    .set({ state, reason, decidedAt: at })
    .where(and(eq(trader.applicationId, id), eq(trader.state, 'review')))
  return findApplication(db, id)
}

/** Closes a trader for followers; the account must be notified. */
export const closeTraderStatement = (
  db: D1Database,
  { userId, reason, at }: { readonly userId: number; readonly reason: string; readonly at: number },
) =>
  openDirectory(db)
    .update(trader)
    .set({ state: 'closed', reason, closedAt: at, isClosePending: true })
    .where(and(eq(trader.userId, userId), eq(trader.state, 'active')))

export const isTraderActive = (userId: number) =>
  sql`exists (select 1 from ${trader} where ${trader.userId} = ${userId} and ${trader.state} = 'active')`

export const closeTrader = async (db: D1Database, userId: number, at: number): Promise<void> => {
  await closeTraderStatement(db, { userId, reason: '', at })
}

/** Closed traders whose accounts aren't notified yet. */
export const listPendingCloses = (db: D1Database, limit: number): Promise<TraderRow[]> =>
  openDirectory(db).select().from(trader).where(eq(trader.isClosePending, true)).limit(limit)

export async function settleClose(db: D1Database, userId: number): Promise<void> {
  await openDirectory(db).update(trader).set({ isClosePending: false }).where(eq(trader.userId, userId))
}

export const TRADER_ORDERS = ['profit', 'return', 'accuracy', 'followers_profit', 'followers'] as const
export type TraderOrder = (typeof TRADER_ORDERS)[number]

/** Amounts and rates are text: their length and sign are compared before their digits. */
const byNumber = (column: SQLiteColumn) =>
  sql`case when ${column} like '-%' then 0 else 1 end desc,
    length(${column}) * case when ${column} like '-%' then -1 else 1 end desc,
    case when ${column} like '-%' then '' else ${column} end desc, ${column} asc`

const ORDERS = {
  profit: byNumber(trader.profit),
  return: byNumber(trader.returnRate),
  accuracy: byNumber(trader.accuracy),
  followers_profit: byNumber(trader.copiesNet),
  followers: desc(trader.followers),
}

/** Open traders first, then former traders. */
export async function listTraders(
  db: D1Database,
  {
    order,
    states,
    keyword = '',
  }: { readonly order: TraderOrder; readonly states: readonly TraderState[]; readonly keyword?: string },
  slice: Slice,
): Promise<{ readonly rows: ShownTraderRow[]; readonly total: number }> {
  const directory = openDirectory(db)
  const where = and(
    inArray(trader.state, [...states]),
    keyword === '' ? undefined : containsKeyword(trader.nickname, keyword),
  )
  const isInOrder = 'page' in slice
  const [rows, totals] = await directory.batch([
    directory
      .select({ ...getTableColumns(trader), ...PERSON })
      .from(trader)
      .leftJoin(user, eq(user.id, trader.userId))
      .where(and(where, isAfter(trader.userId, slice, 'up')))
      .orderBy(...(isInOrder ? [sql`${trader.state} = 'active' desc`, ORDERS[order]] : []), asc(trader.userId))
      .limit(slice.limit)
      .offset(offsetOf(slice)),
    directory.select({ total: count() }).from(trader).where(where),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

/** Figures from the trader's room; a newer revision stays. */
export async function showTrader(
  db: D1Database,
  userId: number,
  { returnRate, accuracy, ...figures }: ShownTrader,
): Promise<void> {
  await openDirectory(db)
    .update(trader)
    .set({ ...figures, returnRate: returnRate.toString(), accuracy: accuracy.toString() })
    .where(and(eq(trader.userId, userId), lt(trader.revision, figures.revision)))
}
