// Coupons of users: claim and use. The directory decides a claim and sends it to the Account, which stores and applies
// it; after a crash in between, the sweep or a repeated claim sends it again.

import {
  type CouponClaim,
  type CouponOffer,
  claimCoupon,
  findCoupon,
  findCouponByCode,
  isClaimed,
  listOpenCoupons,
  listOwedClaims,
  listWelcomeCoupons,
  settleClaim,
} from '#db/platform/coupon'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type CouponRefusal, claimRef } from '#domain/promotion/coupon'
import { DAY_MS } from '#domain/time'
import type { CouponRow } from '#party/protocol/account-promotion'
import type { Session } from '#session/session'
import { callAccount, checkSession, callAccountAsSystem } from '../account-room'
import { type Swept, sweepRows } from '../each-alone'
import { couponCodeLimits, countAttempt } from '../identity/limit'

export type { CouponOffer, CouponRow }

/** Coupon by its code or by its list number. */
export type CouponName = { readonly code: string } | { readonly couponId: number }

export interface Claimed {
  readonly ref: string
  readonly couponId: number
  /** False for a coupon claimed earlier by another command. */
  readonly isNew: boolean
}

/** Checks the session before claiming, because a claim reduces a limited stock. */
export async function claim(
  env: Env,
  session: Session,
  { commandId, ...name }: CouponName & { readonly commandId: string },
  now: number,
): Promise<Outcome<Claimed>> {
  const proven = await checkSession(env, session)
  if (!proven.ok) return proven
  const offer = await findOffer(env, session, name, now)
  if (!offer.ok) return offer
  const { userId } = session
  const bound = await callAccount(env, session, { type: 'claim_coupon', commandId, couponId: offer.value.id })
  if (!bound.ok) return bound
  const claimed = await claimFor(env, offer.value, { userId, commandId }, now)
  return claimed ? done({ ref: claimed.ref, couponId: offer.value.id, isNew: claimed.isNew }) : whyNot(offer.value, now)
}

/** Codes can be guessed, so wrong ones are rate limited; listed coupons are public. */
async function findOffer(
  env: Env,
  { userId }: Session,
  name: CouponName,
  now: number,
): Promise<Outcome<CouponOffer, CouponRefusal | 'too_many_requests'>> {
  if ('couponId' in name) {
    const offer = await findCoupon(env.DB, name.couponId)
    // An existing claim stays valid when the coupon is unlisted.
    const isThere = offer && (offer.isListed || (await isClaimed(env.DB, claimRef(offer.id, userId))))
    return isThere ? done(offer) : refuse('coupon_not_found')
  }
  const counted = await countAttempt(env, couponCodeLimits(userId), now)
  if (!counted.ok) return counted
  const offer = await findCouponByCode(env.DB, name.code.trim().toUpperCase())
  return offer ? done(offer) : refuse('coupon_not_found')
}

const whyNot = ({ isEnabled, claimFrom, claimUntil }: CouponOffer, now: number): Outcome<never, CouponRefusal> =>
  isEnabled && claimFrom <= now && now < claimUntil ? refuse('coupon_out_of_stock') : refuse('coupon_claim_closed')

/** Claims for an existing user and sends the claim to the Account. Null when unavailable. */
async function claimFor(
  env: Env,
  offer: CouponOffer,
  { userId, commandId }: { readonly userId: number; readonly commandId: string },
  now: number,
): Promise<{ readonly ref: string; readonly isNew: boolean } | null> {
  const made = await claimCoupon(env.DB, {
    ref: claimRef(offer.id, userId),
    couponId: offer.id,
    userId,
    commandId,
    at: now,
  })
  if (!made) return null
  await bring(env, made.claim, offer)
  return { ref: made.claim.ref, isNew: made.isNew }
}

/** Idempotent: the Account accepts each claim once. The validity starts at the claim. */
async function bring(env: Env, { ref, userId, couponId, at }: CouponClaim, offer: CouponOffer): Promise<void> {
  const expiresAt = at + offer.useWithinDays * DAY_MS
  await callAccountAsSystem(env, userId, { type: 'grant_coupon', ref, couponId, terms: offer.terms, expiresAt })
  await settleClaim(env.DB, ref)
}

/** Welcome coupons of a new user; idempotent. */
export async function grantWelcomeCoupons(env: Env, userId: number, now: number): Promise<void> {
  for (const offer of await listWelcomeCoupons(env.DB, now)) await claimFor(env, offer, { userId, commandId: '' }, now)
}

/** Sends claims left by a crash. */
export const sweepClaims = async (env: Env, limit: number): Promise<Swept> =>
  sweepRows(await listOwedClaims(env.DB, limit), limit, {
    work: ({ claim: made, offer }) => bring(env, made, offer),
    failed: ({ claim: made }) => `claim ${made.ref}: not brought yet`,
  })

export const useCoupon = (
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly ref: string },
): Promise<Outcome<CouponRow>> => callAccount(env, session, { type: 'use_coupon', ...command })

/** Own coupons, newest first, and claimable ones. */
export async function loadCoupons(
  env: Env,
  session: Session,
  now: number,
): Promise<Outcome<{ readonly own: readonly CouponRow[]; readonly open: readonly CouponOffer[] }>> {
  const [own, { offers, claimedIds }] = await Promise.all([
    callAccount(env, session, { type: 'coupons' }),
    listOpenCoupons(env.DB, session.userId, now),
  ])
  if (!own.ok) return own
  return done({ own: own.value, open: offers.filter(({ id }) => !claimedIds.has(id)) })
}
