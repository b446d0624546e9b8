// Action answer of coupon forms.

import type { CouponState } from '#domain/promotion/coupon'
import { askOr } from '../../site/revalidation'

export interface CouponAnswer {
  readonly code: string
  /** `code`: below the code field; `form`: above the list. */
  readonly field: 'code' | 'form'
  readonly problem: string | null
  /** True when no answer arrived; set only in the browser. */
  readonly isUnanswered?: boolean | undefined
}

export const askCoupons = askOr<CouponAnswer>(({ code = '' }) => ({
  code,
  field: 'form',
  problem: null,
  isUnanswered: true,
}))

/** Tabs of the coupon page. An active coupon is listed as available. */
export const COUPON_TABS = ['available', 'used', 'expired'] as const
type CouponTab = (typeof COUPON_TABS)[number]

export const TAB_OF: Readonly<Record<CouponState, CouponTab>> = {
  available: 'available',
  active: 'available',
  used: 'used',
  expired: 'expired',
}
