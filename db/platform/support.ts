// Reads and writes the directory's rows of conversations with support.

import { and, asc, desc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Language } from '#domain/language'
import type { SupportHours, SupportTopic } from '#domain/support/thread'
import { staff } from './desk-schema'
import { openDirectory } from './directory'
import { supportHours, supportNote, supportReply, supportThread } from './support-schema'

export type SupportThreadRow = typeof supportThread.$inferSelect

/** Customer of a thread: a user, or a guest by the id in the cookie. */
export type SupportOwner =
  | { readonly userId: number; readonly guestId: null }
  | { readonly userId: null; readonly guestId: string }

const isOwn = ({ userId, guestId }: SupportOwner) =>
  userId === null
    ? // A thread taken over by a user belongs to that user only.
      and(isNull(supportThread.userId), eq(supportThread.guestId, guestId))
    : eq(supportThread.userId, userId)

export const findSupportThread = async (db: D1Database, id: string): Promise<SupportThreadRow | null> =>
  (await openDirectory(db).select().from(supportThread).where(eq(supportThread.id, id)).get()) ?? null

export const findOwnThread = async (
  db: D1Database,
  owner: SupportOwner,
  id: string,
): Promise<SupportThreadRow | null> =>
  (await openDirectory(db)
    .select()
    .from(supportThread)
    .where(and(eq(supportThread.id, id), isOwn(owner)))
    .get()) ?? null

/** Newest first. */
export const listOwnThreads = (db: D1Database, owner: SupportOwner, limit: number): Promise<SupportThreadRow[]> =>
  openDirectory(db).select().from(supportThread).where(isOwn(owner)).orderBy(desc(supportThread.openedAt)).limit(limit)

export async function addSupportThread(
  db: D1Database,
  row: SupportOwner & {
    readonly id: string
    readonly topic: SupportTopic
    readonly language: Language
    readonly at: number
  },
): Promise<void> {
  const { at, ...facts } = row
  await openDirectory(db)
    .insert(supportThread)
    .values({ ...facts, openedAt: at, waitingSince: at })
    .onConflictDoNothing()
}

/** Marks the thread as waiting before the customer's line is written, even if the write fails. */
export async function noteWaiting(db: D1Database, id: string, at: number): Promise<void> {
  await openDirectory(db)
    .update(supportThread)
    .set({ waitingSince: sql`coalesce(${supportThread.waitingSince}, ${at})` })
    .where(and(eq(supportThread.id, id), isNull(supportThread.closedAt)))
}

/** How far a thread has come; numbers never go back. */
export async function noteThreadNumbers(
  db: D1Database,
  id: string,
  { answered, read }: { readonly answered: number; readonly read: number },
): Promise<void> {
  await openDirectory(db)
    .update(supportThread)
    .set({
      answeredNo: sql`max(${supportThread.answeredNo}, ${answered})`,
      readNo: sql`max(${supportThread.readNo}, ${read})`,
    })
    .where(eq(supportThread.id, id))
}

export async function noteAnswered(db: D1Database, id: string, at: number): Promise<void> {
  await openDirectory(db)
    .update(supportThread)
    .set({ waitingSince: null, firstAnswerAt: sql`coalesce(${supportThread.firstAnswerAt}, ${at})` })
    .where(eq(supportThread.id, id))
}

/** Threads of a guest become the user's. */
export async function adoptThreads(db: D1Database, guestId: string, userId: number): Promise<void> {
  await openDirectory(db)
    .update(supportThread)
    .set({ userId })
    .where(and(eq(supportThread.guestId, guestId), isNull(supportThread.userId)))
}

/** Rates a closed thread, once. False when it was rated before. */
export async function rateThread(
  db: D1Database,
  id: string,
  { stars, comment }: { readonly stars: number; readonly comment: string },
): Promise<boolean> {
  const rated = await openDirectory(db)
    .update(supportThread)
    .set({ stars, comment })
    .where(and(eq(supportThread.id, id), isNotNull(supportThread.closedAt), isNull(supportThread.stars)))
    .returning({ id: supportThread.id })
  return rated.length > 0
}

export async function countUnreadThreads(db: D1Database, userId: number): Promise<number> {
  const row = await openDirectory(db)
    .select({ count: sql<number>`count(*)` })
    .from(supportThread)
    .where(and(eq(supportThread.userId, userId), gt(supportThread.answeredNo, supportThread.readNo)))
    .get()
  return row?.count ?? 0
}

export const loadSupportHours = (db: D1Database): Promise<SupportHours[]> =>
  openDirectory(db).select().from(supportHours).orderBy(asc(supportHours.weekday))

/** How long the last ones to be answered had waited, and how many wait now. */
export async function readWaits(
  db: D1Database,
  since: number,
  limit: number,
): Promise<{ readonly waits: readonly number[]; readonly waiting: number }> {
  const directory = openDirectory(db)
  const [rows, count] = await Promise.all([
    directory
      .select({ openedAt: supportThread.openedAt, firstAnswerAt: supportThread.firstAnswerAt })
      .from(supportThread)
      .where(gt(supportThread.firstAnswerAt, since))
      .orderBy(desc(supportThread.firstAnswerAt))
      .limit(limit),
    directory
      .select({ count: sql<number>`count(*)` })
      .from(supportThread)
      .where(and(isNull(supportThread.closedAt), isNotNull(supportThread.waitingSince)))
      .get(),
  ])
  const waits = rows.map(({ openedAt, firstAnswerAt }) => (firstAnswerAt ?? openedAt) - openedAt)
  return { waits, waiting: count?.count ?? 0 }
}

export interface DeskThreadRow extends SupportThreadRow {
  readonly staffName: string | null
}

/** Open threads: longest waiting first, then answered ones. Closed threads: last closed first. */
export async function listDeskThreads(
  db: D1Database,
  isClosed: boolean,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: readonly DeskThreadRow[]; readonly total: number }> {
  const directory = openDirectory(db)
  const isShown = isClosed ? isNotNull(supportThread.closedAt) : isNull(supportThread.closedAt)
  const order = isClosed
    ? [desc(supportThread.closedAt)]
    : [asc(sql`${supportThread.waitingSince} is null`), asc(supportThread.waitingSince), asc(supportThread.openedAt)]
  const [rows, count] = await Promise.all([
    directory
      .select({ thread: supportThread, staffName: staff.name })
      .from(supportThread)
      .leftJoin(staff, eq(staff.id, supportThread.staffId))
      .where(isShown)
      .orderBy(...order)
      .limit(limit)
      .offset((page - 1) * limit),
    directory
      .select({ count: sql<number>`count(*)` })
      .from(supportThread)
      .where(isShown)
      .get(),
  ])
  return { rows: rows.map(({ thread, staffName }) => ({ ...thread, staffName })), total: count?.count ?? 0 }
}

export const listSupportNotes = (db: D1Database, threadId: string) =>
  openDirectory(db)
    .select({ id: supportNote.id, text: supportNote.text, at: supportNote.at, staffName: staff.name })
    .from(supportNote)
    .leftJoin(staff, eq(staff.id, supportNote.staffId))
    .where(eq(supportNote.threadId, threadId))
    .orderBy(asc(supportNote.id))

export const listSupportReplies = (db: D1Database, language: Language) =>
  openDirectory(db)
    .select({ name: supportReply.name, content: supportReply.content })
    .from(supportReply)
    .where(eq(supportReply.language, language))
    .orderBy(asc(supportReply.name))

export const assignStatement = (db: D1Database, id: string, staffId: number) =>
  openDirectory(db).update(supportThread).set({ staffId }).where(eq(supportThread.id, id))

export const closeThreadStatement = (db: D1Database, id: string, at: number) =>
  openDirectory(db)
    .update(supportThread)
    .set({ closedAt: at, waitingSince: null })
    .where(and(eq(supportThread.id, id), isNull(supportThread.closedAt)))

export const supportNoteStatement = (
  db: D1Database,
  note: { readonly threadId: string; readonly staffId: number; readonly text: string; readonly at: number },
) => openDirectory(db).insert(supportNote).values(note)

/** For `writeAudited`: the thread is open, and unassigned or assigned to this person. */
export const isThreadFree = (id: string, staffId: number) =>
  sql`exists (select 1 from ${supportThread} where ${supportThread.id} = ${id} and ${supportThread.closedAt} is null
    and ${or(isNull(supportThread.staffId), eq(supportThread.staffId, staffId))})`
/** For `writeAudited`: the thread is open and assigned to this person. */
export const isThreadOf = (id: string, staffId: number) =>
  sql`exists (select 1 from ${supportThread} where ${supportThread.id} = ${id} and ${supportThread.closedAt} is null
    and ${supportThread.staffId} = ${staffId})`
