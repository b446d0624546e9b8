// The initial coupon, which every user may claim. Operators create all others.

import type { CouponTerms } from '#domain/promotion/coupon'
import { insertMissing } from './statement'

const OPENED_AT = Date.UTC(2026, 10, 1)
const CLOSES_AT = Date.UTC(2100, 0, 1)

/** 20 % off fees for a week, up to 50 USDT. */
const OPENING: CouponTerms = { kind: 'fee_discount', discount: '20000000', days: 7, savingMax: '5000000000' }

export const couponStatements = (): string[] =>
  insertMissing('coupon', [
    {
      id: 1,
      kind: OPENING.kind,
      terms: JSON.stringify(OPENING),
      stock: 100_000,
      use_within_days: 30,
      claim_from: OPENED_AT,
      claim_until: CLOSES_AT,
      is_listed: true,
      created_at: OPENED_AT,
    },
  ])
