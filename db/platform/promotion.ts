// Levels, invitations and team lists in the directory, reported by the Accounts.

import { and, count, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Amount } from '#domain/money/amount'
import { openDirectory } from './directory'
import { user } from './identity-schema'
import { bankCard, savedAddress } from './funds-schema'
import { referral } from './promotion-schema'

export interface TradingFigures {
  readonly userId: number
  readonly inviterId: number | null
  readonly level: number
  readonly volume: Amount
  readonly rebate: Amount
  readonly revision: number
}

/** Stores an Account's report; a newer stored revision stays. */
export async function storeTradingFigures(db: D1Database, figures: TradingFigures): Promise<void> {
  const { userId, inviterId, level, volume, rebate, revision } = figures
  const directory = openDirectory(db)
  const setLevel = directory
    .update(user)
    .set({ level, levelRevision: revision })
    .where(and(eq(user.id, userId), lt(user.levelRevision, revision)))
  if (inviterId === null) return void (await setLevel)
  const row = { userId, inviterId, volume, rebate, revision }
  const upsert = directory
    .insert(referral)
    .values(row)
    .onConflictDoUpdate({
      target: referral.userId,
      set: { inviterId, volume, rebate, revision },
      setWhere: sql`${referral.revision} < excluded.revision`,
    })
  await directory.batch([setLevel, upsert])
}

/** Marks that the Account has received the inviter and the welcome coupons. */
export async function settlePromotion(db: D1Database, userId: number): Promise<void> {
  await openDirectory(db).update(user).set({ isPromotionPending: false }).where(eq(user.id, userId))
}

/** Removes this user's inviter. */
export async function clearInviter(db: D1Database, userId: number): Promise<void> {
  await openDirectory(db).update(user).set({ inviterId: null }).where(eq(user.id, userId))
}

/** The given user if one of `others` invited them, and every one of `others` whom the given user invited. */
export async function listInvitedAmong(
  db: D1Database,
  userId: number,
  others: readonly number[],
): Promise<{ readonly userId: number }[]> {
  if (others.length === 0) return []
  const isInvited = and(eq(user.id, userId), inArray(user.inviterId, [...others]))
  const hasInvited = and(inArray(user.id, [...others]), eq(user.inviterId, userId))
  return openDirectory(db).select({ userId: user.id }).from(user).where(or(isInvited, hasInvited))
}

const SHARED_MAX = 50

/** The inviter and invited users of this user who withdraw to the same target: an address with its memo, or a card. */
export async function listSharingPayee(db: D1Database, userId: number): Promise<number[]> {
  const isLinked = sql`(${user.inviterId} = ${userId} or ${user.id} = (select inviter_id from user where id = ${userId}))`
  const sharesAddress = sql`exists (select 1 from ${savedAddress} as mine join ${savedAddress} as other
    on other.network = mine.network and other.address = mine.address and other.memo = mine.memo
    where mine.user_id = ${userId} and other.user_id = ${user.id})`
  const sharesCard = sql`exists (select 1 from ${bankCard} as mine join ${bankCard} as other
    on json_extract(other.fields, '$.bank_account') = json_extract(mine.fields, '$.bank_account')
    where mine.user_id = ${userId} and other.user_id = ${user.id})`
  const rows = await openDirectory(db)
    .select({ id: user.id })
    .from(user)
    .where(and(isLinked, or(sharesAddress, sharesCard)))
    .limit(SHARED_MAX)
  return rows.map(({ id }) => id)
}

export interface TeamRow {
  readonly userId: number
  readonly nickname: string
  readonly email: string | null
  readonly mobile: string | null
  readonly joinedAt: number
  /** USDT values; null for a user without trades. */
  readonly volume: Amount | null
  readonly rebate: Amount | null
}

/** People invited by a user, newest first, and how many there are. */
export async function listTeam(
  db: D1Database,
  inviterId: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: TeamRow[]; readonly total: number }> {
  const directory = openDirectory(db)
  const [rows, totals] = await directory.batch([
    directory
      .select({
        userId: user.id,
        nickname: user.nickname,
        email: user.email,
        mobile: user.mobile,
        joinedAt: user.createdAt,
        volume: referral.volume,
        rebate: referral.rebate,
      })
      .from(user)
      .leftJoin(referral, eq(referral.userId, user.id))
      .where(eq(user.inviterId, inviterId))
      .orderBy(desc(user.id))
      .limit(limit)
      .offset((page - 1) * limit),
    directory.select({ total: count() }).from(user).where(eq(user.inviterId, inviterId)),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}
