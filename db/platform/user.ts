// Users: found by e-mail, mobile, invite code or id; created once per address.

import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { openDirectory } from './directory'
import { user } from './identity-schema'

export type UserRow = typeof user.$inferSelect

export interface NewUser {
  readonly email: string | null
  readonly mobile: string | null
  readonly mobileNational: string | null
  readonly passwordHash: string
  readonly payPasswordHash: string | null
  readonly nickname: string
  readonly language: string
  readonly inviteCode: string
  readonly inviterId: number | null
  readonly pendingDemoGrant: string | null
  readonly isPromotionPending: boolean
  readonly createdAt: number
}

/** The id of the new user, or null when the address or the invite code is taken. Of parallel callers one gets the id. */
export async function insertUser(db: D1Database, row: NewUser): Promise<number | null> {
  const [created] = await openDirectory(db)
    .insert(user)
    .values({ ...row, passwordChangedAt: row.createdAt })
    .onConflictDoNothing()
    .returning({ id: user.id })
  return created?.id ?? null
}

/** By the full account name: e-mail in lower case, or E.164. */
export async function findUser(db: D1Database, target: string): Promise<UserRow | null> {
  const column = target.includes('@') ? user.email : user.mobile
  const [row] = await openDirectory(db).select().from(user).where(eq(column, target)).limit(1)
  return row ?? null
}

/** Users whose mobile number is one of these without its country code; the oldest first. */
export function findUsersByNational(db: D1Database, nationals: readonly string[], limit: number): Promise<UserRow[]> {
  return openDirectory(db)
    .select()
    .from(user)
    .where(inArray(user.mobileNational, [...nationals]))
    .orderBy(asc(user.id))
    .limit(limit)
}

/** Users who have one of these mobile numbers, in E.164, oldest first. */
export function findUsersByMobile(db: D1Database, mobiles: readonly string[], limit: number): Promise<UserRow[]> {
  return openDirectory(db)
    .select()
    .from(user)
    .where(sql`${user.mobile} in (select value from json_each(${JSON.stringify(mobiles)}))`)
    .orderBy(asc(user.id))
    .limit(limit)
}

export async function findUserById(db: D1Database, id: number): Promise<UserRow | null> {
  const [row] = await openDirectory(db).select().from(user).where(eq(user.id, id)).limit(1)
  return row ?? null
}

/** Existing user ids among the given ones. */
export async function listUserIds(db: D1Database, ids: readonly number[]): Promise<number[]> {
  const rows = await openDirectory(db)
    .select({ id: user.id })
    .from(user)
    .where(sql`${user.id} in (select value from json_each(${JSON.stringify(ids)}))`)
  return rows.map(({ id }) => id)
}

export async function findInviterId(db: D1Database, inviteCode: string): Promise<number | null> {
  const [row] = await openDirectory(db)
    .select({ id: user.id })
    .from(user)
    .where(eq(user.inviteCode, inviteCode))
    .limit(1)
  return row?.id ?? null
}

/** Writes the new password and, in the same statement, marks all sessions for ending and locks withdrawals. */
export async function changePassword(
  db: D1Database,
  id: number,
  change: { readonly passwordHash: string; readonly withdrawalsLockedUntil: number },
  now: number,
): Promise<void> {
  await openDirectory(db)
    .update(user)
    .set({ ...change, passwordChangedAt: now, isSessionEndPending: true })
    .where(eq(user.id, id))
}

/** The Account has ended its sessions. A password changed again in between keeps its own debt. */
export async function settleSessionEnd(db: D1Database, id: number, passwordChangedAt: number): Promise<void> {
  await openDirectory(db)
    .update(user)
    .set({ isSessionEndPending: false })
    .where(and(eq(user.id, id), eq(user.passwordChangedAt, passwordChangedAt)))
}

export async function settleDemoGrant(db: D1Database, id: number): Promise<void> {
  await openDirectory(db).update(user).set({ pendingDemoGrant: null }).where(eq(user.id, id))
}

/** Users whose play money, inviter or end of sessions a crash left owed; the oldest first. */
export async function listUnfinishedUsers(db: D1Database, limit: number): Promise<UserRow[]> {
  const directory = openDirectory(db)
  const [grants, promotions, sessionEnds] = await directory.batch([
    directory.select().from(user).where(isNotNull(user.pendingDemoGrant)).orderBy(asc(user.id)).limit(limit),
    directory.select().from(user).where(eq(user.isPromotionPending, true)).orderBy(asc(user.id)).limit(limit),
    directory.select().from(user).where(eq(user.isSessionEndPending, true)).orderBy(asc(user.id)).limit(limit),
  ])
  return [...new Map([...grants, ...promotions, ...sessionEnds].map((row) => [row.id, row])).values()]
}

/** Absent names stay unchanged. */
export async function setNames(
  db: D1Database,
  id: number,
  names: { readonly nickname: string; readonly signature?: string },
): Promise<void> {
  await openDirectory(db).update(user).set(names).where(eq(user.id, id))
}

/** Language of mails and messages. */
export async function setLanguage(db: D1Database, id: number, language: string): Promise<void> {
  await openDirectory(db).update(user).set({ language }).where(eq(user.id, id))
}
