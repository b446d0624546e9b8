// Users for the desk: search, freezes, and undelivered notifications.

import { type SQL, and, asc, count, desc, eq, gte, isNotNull, isNull, min, not, notInArray, or, sql } from 'drizzle-orm'
import type { AccountFlag } from '#domain/account-flag'
import { DEMO_TRADERS } from '#domain/demo-traders'
import { REVIEW_STATUS } from '#domain/verification'
import { openDirectory, contains } from './directory'
import { deposit, withdrawal } from './funds-schema'
import { user } from './identity-schema'
import { pendingNotice } from './outbox-schema'
import { couponClaim } from './promotion-schema'
import { review } from './review-schema'
import { IS_SEALED, unsealed } from './sealed'
import { type Slice, isAfter, offsetOf } from './slice'

const columns = {
  id: user.id,
  isSealed: IS_SEALED,
  email: unsealed<string | null>(user.email, null),
  mobile: unsealed<string | null>(user.mobile, null),
  nickname: unsealed(user.nickname, ''),
  realName: unsealed(user.realName, ''),
  language: user.language,
  level: user.level,
  reviewStatus: user.reviewStatus,
  advancedReviewStatus: user.advancedReviewStatus,
  inviterId: user.inviterId,
  isMarketMaker: user.isMarketMaker,
  isProfessional: user.isProfessional,
  isTradingFrozen: user.isTradingFrozen,
  isWithdrawalFrozen: user.isWithdrawalFrozen,
  isFreezePending: user.isFreezePending,
  freezeRevision: user.freezeRevision,
  createdAt: user.createdAt,
  closedAt: user.closedAt,
}

export interface DeskUserRow {
  readonly id: number
  /** Closed, and not opened by two people: who it was is hidden. */
  readonly isSealed: boolean
  readonly email: string | null
  readonly mobile: string | null
  readonly nickname: string
  readonly realName: string
  readonly language: string
  readonly level: number
  /** 0 none, 1 under review, 2 passed. */
  readonly reviewStatus: number
  readonly advancedReviewStatus: number
  readonly inviterId: number | null
  readonly isMarketMaker: boolean
  readonly isProfessional: boolean
  readonly isTradingFrozen: boolean
  readonly isWithdrawalFrozen: boolean
  /** The Account room hasn't confirmed the newest freeze yet. */
  readonly isFreezePending: boolean
  readonly freezeRevision: number
  readonly createdAt: number
  /** By its owner; null while open. */
  readonly closedAt: number | null
}

export interface UserFilter {
  /** An id, or a part of an e-mail, mobile, nickname or name. */
  readonly text: string
  readonly only: 'all' | 'frozen' | 'closed' | 'verified' | 'verifying'
}

export async function searchUsers(
  db: D1Database,
  filter: UserFilter,
  slice: Slice,
): Promise<{ rows: DeskUserRow[]; total: number }> {
  const directory = openDirectory(db)
  const where = and(...conditionsOf(filter))
  const [rows, totals] = await directory.batch([
    directory
      .select(columns)
      .from(user)
      .where(and(where, isAfter(user.id, slice, 'down')))
      .orderBy(desc(user.id))
      .limit(slice.limit)
      .offset(offsetOf(slice)),
    directory.select({ total: count() }).from(user).where(where),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

function conditionsOf({ text, only }: UserFilter): (SQL | undefined)[] {
  const isOfState = {
    all: undefined,
    frozen: or(eq(user.isTradingFrozen, true), eq(user.isWithdrawalFrozen, true)),
    closed: isNotNull(user.closedAt),
    verified: eq(user.reviewStatus, REVIEW_STATUS.passed),
    verifying: or(
      eq(user.reviewStatus, REVIEW_STATUS.under_review),
      eq(user.advancedReviewStatus, REVIEW_STATUS.under_review),
    ),
  }[only]
  if (text === '') return [isOfState]
  const found = or(
    /^\d{1,15}$/.test(text) ? eq(user.id, Number(text)) : undefined,
    and(
      not(IS_SEALED),
      or(...[user.email, user.mobile, user.nickname, user.realName].map((column) => contains(column, text))),
    ),
  )
  return [isOfState, found]
}

export async function findDeskUser(db: D1Database, id: number): Promise<DeskUserRow | null> {
  const [row] = await openDirectory(db).select(columns).from(user).where(eq(user.id, id)).limit(1)
  return row ?? null
}

const FLAG_COLUMNS = { market_maker: 'isMarketMaker', professional: 'isProfessional' } as const

export interface FlagOf {
  readonly id: number
  readonly flag: AccountFlag
  readonly isGranted: boolean
}

export const flagStatement = (db: D1Database, { id, flag, isGranted }: FlagOf) =>
  openDirectory(db)
    .update(user)
    .set({ [FLAG_COLUMNS[flag]]: isGranted })
    .where(eq(user.id, id))

/** True while the user's flag differs. */
export const isFlagOther = ({ id, flag, isGranted }: FlagOf) =>
  sql`exists (select 1 from ${user} where ${user.id} = ${id} and ${user[FLAG_COLUMNS[flag]]} <> ${isGranted ? 1 : 0})`

export const freezeStatement = (
  db: D1Database,
  { id, trading, withdrawals }: { readonly id: number; readonly trading: boolean; readonly withdrawals: boolean },
) =>
  openDirectory(db)
    .update(user)
    .set({
      isTradingFrozen: trading,
      isWithdrawalFrozen: withdrawals,
      freezeRevision: sql`${user.freezeRevision} + 1`,
      isFreezePending: true,
    })
    .where(eq(user.id, id))

/** True if the freezes are unchanged since the read. */
export const isFreezeRevision = (id: number, revision: number) =>
  sql`exists (select 1 from ${user} where ${user.id} = ${id} and ${user.freezeRevision} = ${revision})`

/** The room has confirmed this revision. A newer revision stays unconfirmed. */
export async function settleFreeze(db: D1Database, id: number, revision: number): Promise<void> {
  await openDirectory(db)
    .update(user)
    .set({ isFreezePending: false })
    .where(and(eq(user.id, id), eq(user.freezeRevision, revision)))
}

export const listPendingFreezes = (db: D1Database, limit: number): Promise<DeskUserRow[]> =>
  openDirectory(db).select(columns).from(user).where(eq(user.isFreezePending, true)).orderBy(asc(user.id)).limit(limit)

const DEMO_TRADER_IDS = DEMO_TRADERS.map(({ id }) => id)

/** New users by day of UTC since an instant, without demo traders; days without any are absent. */
export const countNewUsers = (db: D1Database, since: number): Promise<{ day: number; total: number }[]> =>
  openDirectory(db)
    .select({ day: sql<number>`${user.createdAt} / 86400000`.as('day'), total: count() })
    .from(user)
    .where(and(gte(user.createdAt, since), notInArray(user.id, DEMO_TRADER_IDS)))
    .groupBy(sql`day`)
    .orderBy(sql`day`)

/** Number of waiting items, and time of the oldest; null without any. */
interface Backlog {
  readonly total: number
  readonly oldestAt: number | null
}

/** Directory notifications without a room's acknowledgement. */
export interface PendingCounts {
  readonly freezes: number
  readonly sessionEnds: number
  readonly grants: number
  /** Claimed coupons not delivered to their Account yet. */
  readonly claims: Backlog
  /** Account messages still to be sent by mail, SMS or push. */
  readonly notices: Backlog
  /** Money requests with a number but without a review. */
  readonly requests: Backlog
}

const NOTHING: Backlog = { total: 0, oldestAt: null }

export async function countPending(db: D1Database): Promise<PendingCounts> {
  const directory = openDirectory(db)
  const [freezes, sessionEnds, grants, claims, notices, drafts, untold] = await directory.batch([
    directory.select({ total: count() }).from(user).where(eq(user.isFreezePending, true)),
    directory.select({ total: count() }).from(user).where(eq(user.isSessionEndPending, true)),
    directory.select({ total: count() }).from(user).where(isNotNull(user.pendingDemoGrant)),
    directory
      .select({ total: count(), oldestAt: min(couponClaim.at) })
      .from(couponClaim)
      .where(eq(couponClaim.isPending, true)),
    directory.select({ total: count(), oldestAt: min(pendingNotice.at) }).from(pendingNotice),
    directory
      .select({ total: count(), oldestAt: min(withdrawal.createdAt) })
      .from(withdrawal)
      .where(eq(withdrawal.state, 'draft')),
    directory
      .select({ total: count(), oldestAt: min(deposit.createdAt) })
      .from(deposit)
      .where(and(eq(deposit.state, 'review'), isNull(deposit.reviewedAt))),
  ])
  return {
    claims: claims[0] ?? NOTHING,
    notices: notices[0] ?? NOTHING,
    requests: bothOf(drafts[0] ?? NOTHING, untold[0] ?? NOTHING),
    freezes: freezes[0]?.total ?? 0,
    sessionEnds: sessionEnds[0]?.total ?? 0,
    grants: grants[0]?.total ?? 0,
  }
}

const bothOf = (one: Backlog, other: Backlog): Backlog => {
  const ages = [one.oldestAt, other.oldestAt].filter((at) => at !== null)
  return { total: one.total + other.total, oldestAt: ages.length === 0 ? null : Math.min(...ages) }
}

/** Upper bound: older reviews don't concern current holds. */
const MONEY_REVIEWS_MAX = 500

/** By account and subject number, so that a later round follows the earlier one. */
export const listMoneyReviews = async (db: D1Database, userId: number) => {
  const newest = await openDirectory(db)
    .select({ id: review.id, kind: review.kind, subjectId: review.subjectId })
    .from(review)
    .where(and(eq(review.userId, userId), isNotNull(review.assetId)))
    .orderBy(desc(review.id))
    .limit(MONEY_REVIEWS_MAX)
  return newest.toReversed()
}
