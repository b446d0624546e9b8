// Accounts with messages to send: reported by the Account, settled by the sweep that took them.

import { and, asc, eq } from 'drizzle-orm'
import { openDirectory } from './directory'
import { noticeOwed } from './outbox-schema'

export type NoticeOwedRow = typeof noticeOwed.$inferSelect

export async function oweNotices(db: D1Database, userId: number, at: number): Promise<void> {
  await openDirectory(db)
    .insert(noticeOwed)
    .values({ userId, at })
    .onConflictDoUpdate({ target: noticeOwed.userId, set: { at } })
}

/** Longest waiting first. */
export const listNoticesOwed = (db: D1Database, limit: number): Promise<NoticeOwedRow[]> =>
  openDirectory(db).select().from(noticeOwed).orderBy(asc(noticeOwed.at)).limit(limit)

/** Settles the report, unless the Account has reported again since. */
export async function settleNotices(db: D1Database, { userId, at }: NoticeOwedRow): Promise<void> {
  await openDirectory(db)
    .delete(noticeOwed)
    .where(and(eq(noticeOwed.userId, userId), eq(noticeOwed.at, at)))
}
