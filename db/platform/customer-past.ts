// A customer's earlier deposits and withdrawals, and other open requests, for the desk's decisions about money.

import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Amount } from '#domain/money/amount'
import { openDirectory } from './directory'
import { deposit, withdrawal } from './funds-schema'
import { review } from './review-schema'

export interface MoneyMoved {
  readonly assetId: number
  readonly amount: Amount
}

export const listCreditedAmounts = (db: D1Database, userId: number): Promise<MoneyMoved[]> =>
  openDirectory(db)
    .select({ assetId: deposit.assetId, amount: deposit.amount })
    .from(deposit)
    .where(and(eq(deposit.userId, userId), eq(deposit.state, 'passed')))

export const listPaidAmounts = (db: D1Database, userId: number): Promise<MoneyMoved[]> =>
  openDirectory(db)
    .select({ assetId: withdrawal.assetId, amount: withdrawal.amount })
    .from(withdrawal)
    .where(and(eq(withdrawal.userId, userId), eq(withdrawal.state, 'passed')))

/** Open reviews of this user, except the one about this subject. */
export const listOtherRequests = (
  db: D1Database,
  { userId, kind, subjectId }: { readonly userId: number; readonly kind: string; readonly subjectId: string },
) =>
  openDirectory(db)
    .select({ id: review.id, kind: review.kind, subjectId: review.subjectId })
    .from(review)
    .where(and(eq(review.userId, userId), inArray(review.state, ['open', 'claimed', 'seconding'])))
    .orderBy(asc(review.id))
    .limit(20)
    .then((rows) => rows.filter((row) => row.kind !== kind || row.subjectId !== subjectId))
