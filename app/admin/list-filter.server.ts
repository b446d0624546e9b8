// How the lists of coupons and of staff are narrowed, as their pages and their files read it from the address.

import { ROLES, STAFF_STATES } from '#domain/desk/role'
import { COUPON_KINDS } from '#domain/promotion/coupon'
import type { StaffFilter } from '#services/desk/staff'
import type { CouponFilter } from '#services/promotion/coupon-desk'

const TEXT_LENGTH_MAX = 80

/** What was chosen from a list, or null for anything. */
const chosen = <Value extends string>(search: URLSearchParams, name: string, values: readonly Value[]): Value | null =>
  values.find((value) => value === search.get(name)) ?? null

const textOf = (search: URLSearchParams): string => (search.get('text') ?? '').trim().slice(0, TEXT_LENGTH_MAX)

export function couponFilter(search: URLSearchParams): CouponFilter {
  const state = chosen(search, 'state', ['on', 'off'])
  return {
    text: textOf(search),
    kind: chosen(search, 'kind', COUPON_KINDS),
    isEnabled: state === null ? null : state === 'on',
  }
}

export const staffFilter = (search: URLSearchParams): StaffFilter => ({
  text: textOf(search),
  role: chosen(search, 'role', ROLES),
  state: chosen(search, 'state', STAFF_STATES),
})
