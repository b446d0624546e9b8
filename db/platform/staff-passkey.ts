// Passkeys of staff. Each change is a statement for the batch of its audit line, with its condition.

import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { staff, staffPasskey, staffSession } from './desk-schema'
import { openDirectory } from './directory'

export type StaffPasskeyRow = typeof staffPasskey.$inferSelect

export async function findStaffPasskey(db: D1Database, id: string): Promise<StaffPasskeyRow | null> {
  const [row] = await openDirectory(db).select().from(staffPasskey).where(eq(staffPasskey.id, id)).limit(1)
  return row ?? null
}

/** The oldest first. */
export const listStaffPasskeys = (db: D1Database, staffId: number): Promise<StaffPasskeyRow[]> =>
  openDirectory(db)
    .select()
    .from(staffPasskey)
    .where(eq(staffPasskey.staffId, staffId))
    .orderBy(asc(staffPasskey.createdAt), asc(staffPasskey.id))

export const addPasskeyStatement = (db: D1Database, row: StaffPasskeyRow) =>
  openDirectory(db).insert(staffPasskey).values(row)

interface Owned {
  readonly id: string
  readonly staffId: number
}

const isTheirs = ({ id, staffId }: Owned) => and(eq(staffPasskey.id, id), eq(staffPasskey.staffId, staffId))

export const renamePasskeyStatement = (db: D1Database, { name, ...owned }: Owned & { readonly name: string }) =>
  openDirectory(db).update(staffPasskey).set({ name }).where(isTheirs(owned))

export const removePasskeyStatement = (db: D1Database, owned: Owned) =>
  openDirectory(db).delete(staffPasskey).where(isTheirs(owned))

export const forgetPasskeysStatement = (db: D1Database, staffId: number) =>
  openDirectory(db).delete(staffPasskey).where(eq(staffPasskey.staffId, staffId))

export const usePasskeyStatement = (
  db: D1Database,
  { counter, at, ...owned }: Owned & { readonly counter: number; readonly at: number },
) => openDirectory(db).update(staffPasskey).set({ counter, lastUsedAt: at }).where(isTheirs(owned))

/** Adds an authenticator app where none exists. The step is that of its first code. */
export const addAppStatement = (
  db: D1Database,
  { staffId, ...app }: { readonly staffId: number; readonly totpSecret: string; readonly totpStep: number },
) => openDirectory(db).update(staff).set(app).where(eq(staff.id, staffId))

export const removeAppStatement = (db: D1Database, staffId: number) =>
  openDirectory(db).update(staff).set({ totpSecret: null }).where(eq(staff.id, staffId))

/** Ends all sessions except this one, wherever the removed passkey was used. */
export const endOtherSessionsStatement = (
  db: D1Database,
  { id, sessionHash }: { readonly id: number; readonly sessionHash: string },
) =>
  openDirectory(db)
    .delete(staffSession)
    .where(and(eq(staffSession.staffId, id), ne(staffSession.idHash, sessionHash)))

/**
 * True while the passkey belongs to this active person and its signature counter is unchanged since it was read: refuses a second use of
 * the count.
 */
export const isCounterAt = ({ id, staffId, counter }: Owned & { readonly counter: number }) =>
  sql`exists (select 1 from ${staffPasskey} inner join ${staff} on ${staff.id} = ${staffPasskey.staffId}
    where ${staffPasskey.id} = ${id} and ${staffPasskey.staffId} = ${staffId} and ${staffPasskey.counter} = ${counter}
      and ${staff.state} = 'active')`

export const isPasskeyOf = ({ id, staffId }: Owned) =>
  sql`exists (select 1 from ${staffPasskey} where ${staffPasskey.id} = ${id} and ${staffPasskey.staffId} = ${staffId})`

/** True below the maximum number of passkeys. */
export const hasRoomForPasskey = (staffId: number, max: number) =>
  sql`(select count(*) from ${staffPasskey} where ${staffPasskey.staffId} = ${staffId}) < ${max}`

export const hasApp = (staffId: number) =>
  sql`exists (select 1 from ${staff} where ${staff.id} = ${staffId} and ${staff.totpSecret} is not null)`

/** True when a passkey besides this one (null: any) is left. */
export const hasOtherPasskey = (staffId: number, id: string | null) =>
  sql`exists (select 1 from ${staffPasskey} where ${staffPasskey.staffId} = ${staffId} and ${staffPasskey.id} <> ${id ?? ''})`
