// The tabs of the coupon page. What is in use is still at hand.

import type { CouponState } from '#domain/promotion/coupon'

export const COUPON_TABS = ['available', 'used', 'expired'] as const
export type CouponTab = (typeof COUPON_TABS)[number]

export const TAB_OF: Readonly<Record<CouponState, CouponTab>> = {
  available: 'available',
  active: 'available',
  used: 'used',
  expired: 'expired',
}
