// What a form of the coupons is answered.

import { askOr } from '../../unanswered'

export interface CouponAnswer {
  readonly code: string
  /** Under the code, or above the list. */
  readonly field: 'code' | 'form'
  readonly problem: string | null
  /** No answer came: only the browser says so. */
  readonly isUnanswered?: boolean | undefined
}

export const askCoupons = askOr<CouponAnswer>(({ code = '' }) => ({
  code,
  field: 'form',
  problem: null,
  isUnanswered: true,
}))
