// Commands and words about coupons and invitations, and what falls due of them. Each runs inside a turn of the book.

import { assertNever } from '#domain/assert'
import { findAsset } from '#domain/catalogue'
import { decodeAmount, encodeAmount, formatTrimmed } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { CouponRefusal } from '#domain/promotion/coupon'
import { dayOf, nextDayAt } from '#domain/promotion/vip'
import type {
  CouponRow,
  PromotionQuery,
  PromotionResults,
  PromotionSystemRequest,
  PromotionSystemResults,
} from '#party/protocol/account-promotion'
import type { AccountBook } from '../book'
import { move } from '../ledger'
import { bringOwn } from '../messages/notices'
import { dropInviter, sendRebates } from './rebates'

/** When what could not be brought or told is tried again. */
export const TRY_AGAIN_MS = 60_000

/** A discount counts from now on, a bonus is paid at once; a boost waits for the product that it is for. */
export function useCoupon(
  book: AccountBook,
  { ref }: { readonly ref: string },
  now: number,
): Outcome<CouponRow, CouponRefusal | 'asset_not_found'> {
  if (!book.coupons.has(ref)) return refuse('coupon_not_found')
  const coupon = book.coupons.findAvailable(ref, now)
  if (!coupon) return refuse('coupon_not_available')
  const { terms } = coupon
  switch (terms.kind) {
    case 'fee_discount':
      if (book.coupons.activeDiscount(now)) return refuse('coupon_already_active')
      book.coupons.activate(ref, now)
      break
    case 'trial_bonus': {
      if (!findAsset(book.catalogue, terms.assetId)) return refuse('asset_not_found')
      const lines = move(terms.assetId, decodeAmount(terms.amount), '@house', 'change:available')
      book.ledger.post({ reason: 'coupon_bonus', ref, lines }, now)
      book.coupons.markUsed(ref, now)
      break
    }
    case 'rate_boost':
      return refuse('coupon_needs_product')
    default:
      assertNever(terms)
  }
  setCouponTimer(book, now)
  return done(book.coupons.row(ref))
}

export function runPromotionQuery(
  book: AccountBook,
  { type }: PromotionQuery,
  now: number,
): Outcome<PromotionResults[PromotionQuery['type']]> {
  switch (type) {
    case 'standing': {
      return done({ ...book.feeStanding(now), volume: encodeAmount(book.standing.recentVolume(now)) })
    }
    case 'coupons':
      return done(book.coupons.rows(now))
    case 'rebates':
      return done(book.referral.earned())
  }
}

export function obeyPromotion(
  book: AccountBook,
  request: PromotionSystemRequest,
  now: number,
): PromotionSystemResults[PromotionSystemRequest['type']] {
  switch (request.type) {
    case 'set_inviter':
      return { isSet: book.standing.setInviter({ userId: request.inviterId, level: request.inviterLevel }) }
    case 'drop_inviter':
      return { isDropped: dropInviter(book, now) }
    case 'grant_coupon': {
      const { ref, couponId, terms, expiresAt } = request
      const isGranted = book.coupons.grant({ ref, couponId, terms, expiresAt }, now)
      setCouponTimer(book, now)
      if (isGranted) bringOwn(book, { kind: 'coupon_received', ref, facts: { coupon: terms.kind } }, now)
      return { isGranted }
    }
  }
}

/** What the alarm is for. What is to be brought or told afterwards is in the streams and in the standing. */
export function doPromotionsDue(book: AccountBook, now: number): void {
  const { timers } = book
  if (timers.isDue('rebate', now)) {
    timers.clear('rebate')
    sendRebates(book, now)
  }
  if (timers.isDue('level', now)) {
    timers.clear('level')
    if (book.standing.review(now)) timers.set('level', nextDayAt(now))
    tellRebates(book, now)
  }
  const level = book.standing.takeLevelNews()
  if (level !== null) {
    const ref = `vip:${book.standing.shown.revision}`
    bringOwn(book, { kind: 'vip_level_changed', ref, facts: { vip: String(level) } }, now)
  }
  if (timers.isDue('coupon', now)) setCouponTimer(book, now)
  // Set before the attempt, so that a crash in between is followed by another one.
  if (book.peers.owed().length > 0) timers.set('post', now + TRY_AGAIN_MS)
  else timers.clear('post')
  if (book.standing.isFollowed) timers.clear('follow')
  else timers.set('follow', now + TRY_AGAIN_MS)
  if (timers.isDue('notice', now)) timers.set('notice', now + TRY_AGAIN_MS)
}

/** One message a day and asset: there may be a rebate every minute. */
function tellRebates(book: AccountBook, now: number): void {
  for (const { assetId, amount } of book.referral.takeNews()) {
    const asset = findAsset(book.catalogue, assetId)
    if (!asset) continue
    const facts = { amount: formatTrimmed(asset, amount), asset: asset.code }
    bringOwn(book, { kind: 'rebate_received', ref: `rebate:${dayOf(now)}:${assetId}`, facts }, now)
  }
}

function setCouponTimer(book: AccountBook, now: number): void {
  const next = book.coupons.expire(now)
  if (next === null) book.timers.clear('coupon')
  else book.timers.set('coupon', next)
}
