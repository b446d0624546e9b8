// State of promotion in an account: level, coupons and invitations, and the fee discounts that follow from them.

import { encodeAmount } from '#domain/money/amount'
import type { FeeStanding } from '#party/protocol/account-promotion'
import type { AccountState } from '../state'
import type { CouponWallet } from './coupon-wallet'
import type { Referral } from './referral'
import type { Standing } from './standing'

export interface Promotion {
  readonly account: AccountState
  readonly standing: Standing
  readonly referral: Referral
  readonly coupons: CouponWallet
}

/** Fee discounts at an instant. */
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

/** Updates the directory about a change, with this alarm or the next one. */
export function followSoon({ account, standing }: Promotion, at: number): void {
  if (!standing.isFollowed) account.timers.ensure('follow', at)
}
