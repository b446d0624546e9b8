// What a user's account is secured with, read in one query, and the lock that follows a change.

import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
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
      phrase: user.phrase,
      isLoginNoticed: user.isLoginNoticed,
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
    // An app that has not shown a code yet is no app.
    .leftJoin(totp, and(eq(totp.userId, user.id), isNotNull(totp.confirmedAt)))
    .where(eq(user.id, userId))
    .limit(1)
  return row
}

/** True once per step: of two callers with the same code one gets through. */
export async function takeTotpStep(db: D1Database, userId: number, step: number): Promise<boolean> {
  const taken = await openDirectory(db)
    .update(totp)
    .set({ lastStep: step })
    .where(and(eq(totp.userId, userId), sql`${totp.lastStep} < ${step}`))
    .returning({ userId: totp.userId })
  return taken.length === 1
}
