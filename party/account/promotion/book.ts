// The part of an account that promotion is: level, coupons and invitations, and what fees are reckoned by because of them.

import { encodeAmount } from '#domain/money/amount'
import type { FeeStanding } from '#party/protocol/account-promotion'
import type { AccountBook } from '../book'
import type { CouponWallet } from './coupon-wallet'
import type { Referral } from './referral'
import type { Standing } from './standing'

export interface Promotion {
  readonly book: AccountBook
  readonly standing: Standing
  readonly referral: Referral
  readonly coupons: CouponWallet
}

/** What fees are reckoned by at an instant. */
export function feeStanding({ standing, coupons }: Promotion, at: number): FeeStanding {
  const discount = coupons.activeDiscount(at)
  const coupon = discount && {
    ref: discount.ref,
    discount: discount.discount.toString(),
    left: discount.left === null ? null : encodeAmount(discount.left),
    endsAt: discount.endsAt,
  }
  return { level: standing.level, coupon }
}

/** Has the directory told of a change, with this alarm or the next. */
export function followSoon({ book, standing }: Promotion, at: number): void {
  if (!standing.isFollowed) book.timers.ensure('follow', at)
}
