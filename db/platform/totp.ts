// A user's authenticator app, before and after its first code, and recovery codes.

import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { openDirectory } from './directory'
import { user } from './identity-schema'
import { lockStatement } from './security'
import { passkey, recoveryCode, totp } from './security-schema'

export type TotpRow = typeof totp.$inferSelect

export async function findTotp(db: D1Database, userId: number): Promise<TotpRow | null> {
  const [row] = await openDirectory(db).select().from(totp).where(eq(totp.userId, userId)).limit(1)
  return row ?? null
}

/** Stores a secret to confirm, replacing an unconfirmed one. A confirmed secret stays. */
export async function writeTotp(
  db: D1Database,
  row: { readonly userId: number; readonly secret: string },
  now: number,
): Promise<void> {
  const fresh = { secret: row.secret, lastStep: 0, createdAt: now }
  await openDirectory(db)
    .insert(totp)
    .values({ userId: row.userId, ...fresh })
    .onConflictDoUpdate({ target: totp.userId, set: fresh, setWhere: isNull(totp.confirmedAt) })
}

/** Confirms an app, once: the code of this step proves its secret, which is stored sealed as `secret`. */
export async function confirmTotp(
  db: D1Database,
  confirmed: { readonly userId: number; readonly setup: string; readonly secret: string; readonly step: number },
  now: number,
): Promise<boolean> {
  const rows = await openDirectory(db)
    .update(totp)
    .set({ confirmedAt: now, lastStep: confirmed.step, secret: confirmed.secret })
    .where(and(eq(totp.userId, confirmed.userId), eq(totp.secret, confirmed.setup), isNull(totp.confirmedAt)))
    .returning({ userId: totp.userId })
  return rows.length === 1
}

/** True when a confirmed app was taken away; withdrawals wait with the same batch. */
export async function deleteTotp(db: D1Database, userId: number, lockUntil: number): Promise<boolean> {
  const isConfirmed = and(eq(totp.userId, userId), isNotNull(totp.confirmedAt))
  const directory = openDirectory(db)
  const [, rows] = await directory.batch([
    lockStatement(db, userId, lockUntil, sql`exists (select 1 from ${totp} where ${isConfirmed})`),
    directory.delete(totp).where(isConfirmed).returning({ userId: totp.userId }),
  ])
  return rows.length === 1
}

/** Replaces all recovery codes; an empty list deletes them. */
export async function replaceRecoveryCodes(db: D1Database, userId: number, hashes: readonly string[]): Promise<void> {
  const directory = openDirectory(db)
  const forget = directory.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
  if (hashes.length === 0) return void (await forget)
  await directory.batch([
    forget,
    directory.insert(recoveryCode).values(hashes.map((codeHash) => ({ userId, codeHash, usedAt: null }))),
  ])
}

/** True once per code. */
export async function takeRecoveryCode(
  db: D1Database,
  userId: number,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const rows = await openDirectory(db)
    .update(recoveryCode)
    .set({ usedAt: now })
    .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, codeHash), isNull(recoveryCode.usedAt)))
    .returning({ userId: recoveryCode.userId })
  return rows.length === 1
}

/** True while the user has the app confirmed at that time. */
export const isAppOf = (userId: number, confirmedAt: number) =>
  sql`exists (select 1 from ${totp} where ${totp.userId} = ${userId} and ${totp.confirmedAt} = ${confirmedAt})`

/**
 * Removes a lost app and its recovery codes, unless a passkey still needs them. All sessions must end, and withdrawals are locked until
 * `lockUntil`, or longer if they are locked already.
 */
export const takeAppStatements = (db: D1Database, userId: number, lockUntil: number) => [
  openDirectory(db).delete(totp).where(eq(totp.userId, userId)),
  openDirectory(db)
    .delete(recoveryCode)
    .where(
      and(
        eq(recoveryCode.userId, userId),
        sql`not exists (select 1 from ${passkey} where ${passkey.userId} = ${userId})`,
      ),
    ),
  openDirectory(db)
    .update(user)
    .set({
      isSessionEndPending: true,
      withdrawalsLockedUntil: sql`max(coalesce(${user.withdrawalsLockedUntil}, 0), ${lockUntil})`,
    })
    .where(eq(user.id, userId)),
]
