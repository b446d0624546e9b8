// State of promotion in an account: level, coupons and invitations, and the fee discounts that follow from them.

import { encodeAmount } from '#domain/money/amount'
import type { FeeDiscounts } from '#party/protocol/account-promotion'
import type { AccountState } from '../state'
import type { CouponWallet } from './coupon-wallet'
import type { Referral } from './referral'
import type { VipStatus } from './vip-status'

export interface Promotion {
  readonly account: AccountState
  readonly vipStatus: VipStatus
  readonly referral: Referral
  readonly coupons: CouponWallet
}

/** Fee discounts at an instant. */
export function feeDiscounts({ vipStatus, coupons }: Promotion, at: number): FeeDiscounts {
  const discount = coupons.activeDiscount(at)
  const coupon = discount && {
    ref: discount.ref,
    discount: discount.discount.toString(),
    left: discount.left === null ? null : encodeAmount(discount.left),
    endsAt: discount.endsAt,
  }
  return { level: vipStatus.level, coupon }
}

/** Updates the directory about a change, with this alarm or the next one. */
export function followSoon({ account, vipStatus }: Promotion, at: number): void {
  if (!vipStatus.isFollowed) account.timers.ensure('follow', at)
}
