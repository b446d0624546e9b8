// Tabs of the coupon page.

import type { CouponState } from '#domain/promotion/coupon'

/** Tabs of the coupon page. An active coupon is listed as available. */
export const COUPON_TABS = ['available', 'used', 'expired'] as const
type CouponTab = (typeof COUPON_TABS)[number]

export const TAB_OF: Readonly<Record<CouponState, CouponTab>> = {
  available: 'available',
  active: 'available',
  used: 'used',
  expired: 'expired',
}
