// Security state of a user's account in one query, and the lock after a change.

import { type SQL, and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { openDirectory } from './directory'
import { user } from './identity-schema'
import { passkey, recoveryCode, totp } from './security-schema'

export type SecurityRow = NonNullable<Awaited<ReturnType<typeof findSecurity>>>

export async function findSecurity(db: D1Database, userId: number) {
  const directory = openDirectory(db)
  const [row] = await directory
    .select({
      userId: user.id,
      email: user.email,
      mobile: user.mobile,
      language: user.language,
      level: user.level,
      reviewStatus: user.reviewStatus,
      advancedReviewStatus: user.advancedReviewStatus,
      payPasswordHash: user.payPasswordHash,
      withdrawalsLockedUntil: user.withdrawalsLockedUntil,
      emailResetFrom: user.emailResetFrom,
      mobileResetFrom: user.mobileResetFrom,
      mobileLoginFrom: user.mobileLoginFrom,
      phrase: user.phrase,
      passwordChangedAt: user.passwordChangedAt,
      totpSecret: totp.secret,
      totpLastStep: totp.lastStep,
      passkeyCount: sql<number>`(${directory.select({ n: count() }).from(passkey).where(eq(passkey.userId, userId))})`,
      recoveryCodesLeft: sql<number>`(${directory
        .select({ n: count() })
        .from(recoveryCode)
        .where(and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt)))})`,
    })
    .from(user)
    // An unconfirmed app doesn't count.
    .leftJoin(totp, and(eq(totp.userId, user.id), isNotNull(totp.confirmedAt)))
    .where(eq(user.id, userId))
    .limit(1)
  return row
}

/** True once per step: of two concurrent uses of a code, one succeeds. */
export async function takeTotpStep(db: D1Database, userId: number, step: number): Promise<boolean> {
  const taken = await openDirectory(db)
    .update(totp)
    .set({ lastStep: step })
    .where(and(eq(totp.userId, userId), sql`${totp.lastStep} < ${step}`))
    .returning({ userId: totp.userId })
  return taken.length === 1
}

/** Null leaves the lock unchanged. */
export type LockUntil = number | null

const lockedUntil = (at: LockUntil) => (at === null ? {} : { withdrawalsLockedUntil: at })

export async function setPayPassword(
  db: D1Database,
  userId: number,
  change: { readonly payPasswordHash: string; readonly lockUntil: LockUntil },
): Promise<void> {
  const { payPasswordHash, lockUntil } = change
  await openDirectory(db)
    .update(user)
    .set({ payPasswordHash, ...lockedUntil(lockUntil) })
    .where(eq(user.id, userId))
}

/** For a batch: locks withdrawals only if the condition holds. */
export const lockStatement = (db: D1Database, userId: number, until: number, isSo: SQL) =>
  openDirectory(db)
    .update(user)
    .set({ withdrawalsLockedUntil: until })
    .where(and(eq(user.id, userId), isSo))

interface Bound {
  readonly lockUntil: LockUntil
  /** First time when a password can be reset through the address; null: at once. */
  readonly resetFrom: number | null
}

/** False when another user has this address. */
export async function bindEmail(
  db: D1Database,
  userId: number,
  bound: Bound & { readonly email: string },
): Promise<boolean> {
  const others = sql`not exists (select 1 from ${user} other where other.email = ${bound.email})`
  const set = { email: bound.email, emailResetFrom: bound.resetFrom, ...lockedUntil(bound.lockUntil) }
  return wasUnique(
    openDirectory(db)
      .update(user)
      .set(set)
      .where(and(eq(user.id, userId), others))
      .returning({ id: user.id }),
  )
}

/** False when another user has this number. */
export async function bindMobile(
  db: D1Database,
  userId: number,
  bound: Bound & {
    readonly mobile: string
    readonly national: string | null
    /** First time when the mobile is accepted as a login name; null: at once. */
    readonly loginFrom: number | null
  },
): Promise<boolean> {
  const others = sql`not exists (select 1 from ${user} other where other.mobile = ${bound.mobile} and other.id <> ${userId})`
  const { mobile, national: mobileNational, resetFrom: mobileResetFrom, loginFrom: mobileLoginFrom } = bound
  const set = { mobile, mobileNational, mobileResetFrom, mobileLoginFrom, ...lockedUntil(bound.lockUntil) }
  return wasUnique(
    openDirectory(db)
      .update(user)
      .set(set)
      .where(and(eq(user.id, userId), others))
      .returning({ id: user.id }),
  )
}

/** Ends the waiting time of an unproven mobile. False when the bound mobile has changed. */
export async function confirmMobile(
  db: D1Database,
  { userId, mobile, loginFrom }: { readonly userId: number; readonly mobile: string; readonly loginFrom: number },
): Promise<boolean> {
  return wasUnique(
    openDirectory(db)
      .update(user)
      .set({ mobileLoginFrom: null, mobileResetFrom: null })
      .where(and(eq(user.id, userId), eq(user.mobile, mobile), eq(user.mobileLoginFrom, loginFrom)))
      .returning({ id: user.id }),
  )
}

const wasUnique = async (update: PromiseLike<readonly unknown[]>): Promise<boolean> => (await update).length === 1

export async function setPhrase(db: D1Database, userId: number, phrase: string): Promise<void> {
  await openDirectory(db).update(user).set({ phrase }).where(eq(user.id, userId))
}
