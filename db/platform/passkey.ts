// Passkeys and the challenges that they answer. A challenge is gone with the first answer, right or wrong.

import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { openDirectory } from './directory'
import { lockStatement } from './security'
import { passkey, passkeyChallenge } from './security-schema'

export type PasskeyRow = typeof passkey.$inferSelect
/** Desk purposes belong to staff: their `userId` is a staff id. */
export type PasskeyPurpose = 'add' | 'login' | 'step_up' | 'desk_add' | 'desk_login'

export interface Challenge {
  readonly challenge: string
  readonly purpose: PasskeyPurpose
  readonly userId: number | null
  readonly origin: string
  readonly expiresAt: number
}

export async function writeChallenge(db: D1Database, row: Challenge): Promise<void> {
  await openDirectory(db).insert(passkeyChallenge).values(row)
}

/** Origin of a challenge, or null for an unknown one. The challenge is deleted. */
export async function takeChallenge(
  db: D1Database,
  asked: Pick<Challenge, 'challenge' | 'purpose' | 'userId'>,
  now: number,
): Promise<string | null> {
  const [taken] = await openDirectory(db)
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.challenge, asked.challenge),
        eq(passkeyChallenge.purpose, asked.purpose),
        asked.userId === null ? isNull(passkeyChallenge.userId) : eq(passkeyChallenge.userId, asked.userId),
        gt(passkeyChallenge.expiresAt, now),
      ),
    )
    .returning({ origin: passkeyChallenge.origin })
  return taken?.origin ?? null
}

export async function pruneChallenges(db: D1Database, now: number): Promise<void> {
  await openDirectory(db).delete(passkeyChallenge).where(lte(passkeyChallenge.expiresAt, now))
}

export async function findPasskey(db: D1Database, id: string): Promise<PasskeyRow | null> {
  const [row] = await openDirectory(db).select().from(passkey).where(eq(passkey.id, id)).limit(1)
  return row ?? null
}

/** The oldest first. */
export function listPasskeys(db: D1Database, userId: number): Promise<PasskeyRow[]> {
  return openDirectory(db)
    .select()
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id))
}

/** False when the authenticator's count moved meanwhile: two answers of one signature. */
export async function notePasskeyUse(
  db: D1Database,
  used: { readonly id: string; readonly counterBefore: number; readonly counter: number },
  now: number,
): Promise<boolean> {
  const noted = await openDirectory(db)
    .update(passkey)
    .set({ counter: used.counter, lastUsedAt: now })
    .where(and(eq(passkey.id, used.id), eq(passkey.counter, used.counterBefore)))
    .returning({ id: passkey.id })
  return noted.length === 1
}

/** "taken" when the credential is registered for any user; "full" when the user has `most`, even by a concurrent request. */
export async function insertPasskey(
  db: D1Database,
  row: PasskeyRow,
  most: number,
): Promise<'inserted' | 'taken' | 'full'> {
  const directory = openDirectory(db)
  const isOwn = and(eq(passkey.id, row.id), eq(passkey.userId, row.userId))
  const count = sql`(select count(*) from ${passkey} where ${passkey.userId} = ${row.userId})`
  const [inserted, dropped] = await directory.batch([
    directory.insert(passkey).values(row).onConflictDoNothing().returning({ id: passkey.id }),
    directory
      .delete(passkey)
      .where(and(isOwn, gt(count, most)))
      .returning({ id: passkey.id }),
  ])
  if (inserted.length === 0) return 'taken'
  return dropped.length === 0 ? 'inserted' : 'full'
}

/** False for an unknown passkey of the user. */
export async function renamePasskey(
  db: D1Database,
  named: { readonly id: string; readonly userId: number; readonly name: string },
): Promise<boolean> {
  const rows = await openDirectory(db)
    .update(passkey)
    .set({ name: named.name })
    .where(and(eq(passkey.id, named.id), eq(passkey.userId, named.userId)))
    .returning({ id: passkey.id })
  return rows.length === 1
}

/** Deletes a passkey and locks withdrawals in the same batch; false for an unknown passkey of the user. */
export async function deletePasskey(
  db: D1Database,
  { id, userId, lockUntil }: { readonly id: string; readonly userId: number; readonly lockUntil: number },
): Promise<boolean> {
  const isOwned = and(eq(passkey.id, id), eq(passkey.userId, userId))
  const directory = openDirectory(db)
  const [, rows] = await directory.batch([
    lockStatement(db, userId, lockUntil, sql`exists (select 1 from ${passkey} where ${isOwned})`),
    directory.delete(passkey).where(isOwned).returning({ id: passkey.id }),
  ])
  return rows.length === 1
}
