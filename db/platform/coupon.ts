// Coupons and their claims. One statement decides a claim: it counts itself, so the last of a stock goes to one person.

import { and, asc, desc, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import type { CouponSwitches } from '#domain/desk/proposal'
import type { CouponKind, CouponTerms } from '#domain/promotion/coupon'
import { openDirectory, contains } from './directory'
import { coupon, couponClaim } from './promotion-schema'
import { type Slice, isAfter, offsetOf } from './slice'

export interface CouponOffer {
  readonly id: number
  readonly code: string | null
  readonly terms: CouponTerms
  readonly stock: number
  readonly claimed: number
  readonly useWithinDays: number
  readonly claimFrom: number
  readonly claimUntil: number
  readonly isListed: boolean
  readonly isWelcome: boolean
  readonly isEnabled: boolean
  readonly createdAt: number
}

export type NewCoupon = Omit<CouponOffer, 'id' | 'claimed' | 'isEnabled'>

export interface CouponClaim {
  readonly ref: string
  readonly couponId: number
  readonly userId: number
  readonly at: number
  /** Empty for welcome coupons. */
  readonly commandId: string
}

export async function findCouponByCode(db: D1Database, code: string): Promise<CouponOffer | null> {
  const [row] = await openDirectory(db).select().from(coupon).where(eq(coupon.code, code)).limit(1)
  return row ? offerOf(row) : null
}

export async function findCoupon(db: D1Database, id: number): Promise<CouponOffer | null> {
  const [row] = await openDirectory(db).select().from(coupon).where(eq(coupon.id, id)).limit(1)
  return row ? offerOf(row) : null
}

/** Coupons that can be claimed from the list now, and those that the user has claimed. */
export async function listOpenCoupons(
  db: D1Database,
  userId: number,
  now: number,
): Promise<{ readonly offers: CouponOffer[]; readonly claimedIds: ReadonlySet<number> }> {
  const directory = openDirectory(db)
  const [rows, claims] = await directory.batch([
    directory
      .select()
      .from(coupon)
      .where(and(eq(coupon.isListed, true), isOpenAt(now)))
      .orderBy(asc(coupon.id)),
    directory.select({ couponId: couponClaim.couponId }).from(couponClaim).where(eq(couponClaim.userId, userId)),
  ])
  return { offers: rows.map(offerOf), claimedIds: new Set(claims.map(({ couponId }) => couponId)) }
}

/** Coupons for every newly registered user. */
export async function listWelcomeCoupons(db: D1Database, now: number): Promise<CouponOffer[]> {
  const rows = await openDirectory(db)
    .select()
    .from(coupon)
    .where(and(eq(coupon.isWelcome, true), isOpenAt(now)))
  return rows.map(offerOf)
}

/**
 * Claims a coupon for a user, once: one batch inserts the claim if stock and time allow, and reads the result. Returns the claim of this
 * reference and whether it is new; null without a claim.
 */
export async function claimCoupon(
  db: D1Database,
  { ref, couponId, userId, at, commandId }: CouponClaim,
): Promise<{ readonly claim: CouponClaim; readonly isNew: boolean } | null> {
  const directory = openDirectory(db)
  const columns = {
    ref: sql<string>`${ref}`.as('ref'),
    couponId: coupon.id,
    userId: sql<number>`${userId}`.as('user_id'),
    at: sql<number>`${at}`.as('at'),
    commandId: sql<string>`${commandId}`.as('command_id'),
    isPending: sql<boolean>`1`.as('is_owed'),
  }
  const source = directory
    .select(columns)
    .from(coupon)
    .where(and(eq(coupon.id, couponId), isOpenAt(at)))
  const [made, claims] = await directory.batch([
    directory.insert(couponClaim).select(source).onConflictDoNothing().returning({ ref: couponClaim.ref }),
    directory.select().from(couponClaim).where(eq(couponClaim.ref, ref)).limit(1),
  ])
  const [claim] = claims
  const isRepeated = commandId !== '' && claim?.commandId === commandId
  return claim ? { claim, isNew: made.length > 0 || isRepeated } : null
}

export const isClaimed = async (db: D1Database, ref: string): Promise<boolean> =>
  (await openDirectory(db).select({ ref: couponClaim.ref }).from(couponClaim).where(eq(couponClaim.ref, ref))).length >
  0

/** The Account has confirmed the coupon. */
export async function settleClaim(db: D1Database, ref: string): Promise<void> {
  await openDirectory(db).update(couponClaim).set({ isPending: false }).where(eq(couponClaim.ref, ref))
}

/** Claims that a crash left undelivered to the Account, oldest first, with their coupons. */
export async function listOwedClaims(
  db: D1Database,
  limit: number,
): Promise<{ readonly claim: CouponClaim; readonly offer: CouponOffer }[]> {
  const rows = await openDirectory(db)
    .select()
    .from(couponClaim)
    .innerJoin(coupon, eq(coupon.id, couponClaim.couponId))
    .where(eq(couponClaim.isPending, true))
    .orderBy(asc(couponClaim.at))
    .limit(limit)
  return rows.map((row) => ({ claim: row.coupon_claim, offer: offerOf(row.coupon) }))
}

/** Statement for the batch of an audit line, like those for changes. */
export const insertCouponStatement = (db: D1Database, row: NewCoupon) =>
  openDirectory(db)
    .insert(coupon)
    .values({ ...row, kind: row.terms.kind, terms: JSON.stringify(row.terms) })

export const changeCouponStatement = (db: D1Database, id: number, change: CouponSwitches) =>
  openDirectory(db).update(coupon).set(change).where(eq(coupon.id, id))

/** True while the code is unused. */
export const isCouponCodeFree = (code: string | null) =>
  sql`not exists (select 1 from ${coupon} where ${coupon.code} = ${code})`

/** True while the coupon is unchanged and its claims don't exceed the new stock. */
export const isCouponUnchanged = (id: number, before: CouponSwitches, stock: number) =>
  sql`exists (select 1 from ${coupon} where ${coupon.id} = ${id} and ${coupon.stock} = ${before.stock}
    and ${coupon.claimUntil} = ${before.claimUntil} and ${coupon.isListed} = ${before.isListed ? 1 : 0}
    and ${coupon.isWelcome} = ${before.isWelcome ? 1 : 0} and ${coupon.isEnabled} = ${before.isEnabled ? 1 : 0}
    and ${coupon.claimed} <= ${stock})`

export interface CouponFilter {
  /** A number, or part of a code; empty matches all. */
  readonly text: string
  readonly kind: CouponKind | null
  readonly isEnabled: boolean | null
}

/** Filtered coupons, newest first, with their count. */
export async function listCoupons(
  db: D1Database,
  { text, kind, isEnabled }: CouponFilter,
  slice: Slice,
): Promise<{ readonly rows: CouponOffer[]; readonly total: number }> {
  const directory = openDirectory(db)
  const where = and(
    text === '' ? undefined : or(sql`cast(${coupon.id} as text) = ${text}`, contains(coupon.code, text)),
    kind === null ? undefined : sql`json_extract(${coupon.terms}, '$.kind') = ${kind}`,
    isEnabled === null ? undefined : eq(coupon.isEnabled, isEnabled),
  )
  const [rows, totals] = await directory.batch([
    directory
      .select()
      .from(coupon)
      .where(and(where, isAfter(coupon.id, slice, 'down')))
      .orderBy(desc(coupon.id))
      .limit(slice.limit)
      .offset(offsetOf(slice)),
    directory
      .select({ total: sql<number>`count(*)` })
      .from(coupon)
      .where(where),
  ])
  return { rows: rows.map(offerOf), total: totals[0]?.total ?? 0 }
}

const isOpenAt = (now: number) =>
  and(
    eq(coupon.isEnabled, true),
    lte(coupon.claimFrom, now),
    gt(coupon.claimUntil, now),
    lt(coupon.claimed, coupon.stock),
  )

function offerOf({ terms, kind: _kind, ...row }: typeof coupon.$inferSelect): CouponOffer {
  // `insertCouponStatement` and the seed write this text, from CouponTerms.
  return { ...row, terms: JSON.parse(terms) as CouponTerms }
}
