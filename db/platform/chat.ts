// Reads and writes the directory's rows around the chat rooms.

import { and, asc, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Language } from '#domain/language'
import { chatHidden, chatMute, chatReport } from './chat-schema'
import { openDirectory } from './directory'
import { user } from './identity-schema'

export type ChatMuteRow = typeof chatMute.$inferSelect

/** A user's mute in effect at this instant. */
export const findMute = async (db: D1Database, userId: number, now: number): Promise<ChatMuteRow | null> =>
  (await openDirectory(db)
    .select()
    .from(chatMute)
    .where(and(eq(chatMute.userId, userId), or(isNull(chatMute.until), gt(chatMute.until, now))))
    .get()) ?? null

/** Newest first. */
export const listMutes = (db: D1Database, now: number, limit: number) =>
  openDirectory(db)
    .select({
      userId: chatMute.userId,
      nickname: user.nickname,
      until: chatMute.until,
      reason: chatMute.reason,
      mutedAt: chatMute.at,
    })
    .from(chatMute)
    .innerJoin(user, eq(user.id, chatMute.userId))
    .where(or(isNull(chatMute.until), gt(chatMute.until, now)))
    .orderBy(desc(chatMute.at))
    .limit(limit)

export const muteStatement = (db: D1Database, row: ChatMuteRow) => {
  const { userId: _, ...changes } = row
  return openDirectory(db).insert(chatMute).values(row).onConflictDoUpdate({ target: chatMute.userId, set: changes })
}

export const unmuteStatement = (db: D1Database, userId: number) =>
  openDirectory(db).delete(chatMute).where(eq(chatMute.userId, userId))

/** For `writeAudited`: the user is muted. */
export const isMuted = (userId: number, now: number) =>
  sql`exists (select 1 from ${chatMute} where ${chatMute.userId} = ${userId} and (${chatMute.until} is null or ${chatMute.until} > ${now}))`

export const listHidden = (db: D1Database, userId: number) =>
  openDirectory(db)
    .select({ author: chatHidden.author, name: chatHidden.name })
    .from(chatHidden)
    .where(eq(chatHidden.userId, userId))
    .orderBy(asc(chatHidden.at))

export async function hideAuthor(db: D1Database, row: typeof chatHidden.$inferInsert): Promise<void> {
  await openDirectory(db).insert(chatHidden).values(row).onConflictDoNothing()
}

export async function showAuthor(db: D1Database, userId: number, author: string): Promise<void> {
  await openDirectory(db)
    .delete(chatHidden)
    .where(and(eq(chatHidden.userId, userId), eq(chatHidden.author, author)))
}

/** Once per line and reporter. */
export async function addReport(
  db: D1Database,
  row: Omit<typeof chatReport.$inferInsert, 'id' | 'closedAt'>,
): Promise<void> {
  await openDirectory(db).insert(chatReport).values(row).onConflictDoNothing()
}

/** Unhandled reported lines, most reported first. */
export const listReported = (db: D1Database, limit: number) =>
  openDirectory(db)
    .select({
      room: chatReport.room,
      lineNo: chatReport.lineNo,
      writerId: chatReport.writerId,
      name: chatReport.name,
      text: chatReport.text,
      reports: count(),
      firstAt: sql<number>`min(${chatReport.at})`,
    })
    .from(chatReport)
    .where(isNull(chatReport.closedAt))
    .groupBy(chatReport.room, chatReport.lineNo)
    .orderBy(desc(count()), asc(chatReport.room), asc(chatReport.lineNo))
    .limit(limit)

export const closeReportsStatement = (
  db: D1Database,
  { room, no, at }: { readonly room: Language; readonly no: number; readonly at: number },
) =>
  openDirectory(db)
    .update(chatReport)
    .set({ closedAt: at })
    .where(and(eq(chatReport.room, room), eq(chatReport.lineNo, no), isNull(chatReport.closedAt)))
