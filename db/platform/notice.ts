// Accounts with messages to send: reported by the Account, settled by the sweep that took them.

import { and, asc, eq } from 'drizzle-orm'
import { openDirectory } from './directory'
import { pendingNotice } from './outbox-schema'

export type PendingNoticeRow = typeof pendingNotice.$inferSelect

export async function oweNotices(db: D1Database, userId: number, at: number): Promise<void> {
  await openDirectory(db)
    .insert(pendingNotice)
    .values({ userId, at })
    .onConflictDoUpdate({ target: pendingNotice.userId, set: { at } })
}

/** Longest waiting first. */
export const listPendingNotices = (db: D1Database, limit: number): Promise<PendingNoticeRow[]> =>
  openDirectory(db).select().from(pendingNotice).orderBy(asc(pendingNotice.at)).limit(limit)

/** Settles the report, unless the Account has reported again since. */
export async function settleNotices(db: D1Database, { userId, at }: PendingNoticeRow): Promise<void> {
  await openDirectory(db)
    .delete(pendingNotice)
    .where(and(eq(pendingNotice.userId, userId), eq(pendingNotice.at, at)))
}
