// Desk list filters from URL parameters, for pages and exports.

import { REVIEW_STATES, type ReviewState, WAITING_STATES } from '#domain/desk/review'
import { ROLES, STAFF_STATES } from '#domain/desk/role'
import { COUPON_KINDS } from '#domain/promotion/coupon'
import { DAY_MS, dayText, parseDay } from '#domain/time'
import { CONDITIONAL_STAGES, type DeskConditionals } from '#party/protocol/conditional'
import type { QueueFilter } from '#services/desk/queue'
import type { StaffFilter } from '#services/desk/staff'
import type { EntryFilter, UserFilter } from '#services/desk/users'
import type { CouponFilter } from '#services/promotion/coupon-desk'
import { idOf } from '../lists/query'
import { ENTRY_REASONS } from '#domain/bill-reason'

const TEXT_LENGTH_MAX = 80

/** Selected option of a filter; null when unset or unknown. */
const chosen = <Value extends string>(search: URLSearchParams, name: string, values: readonly Value[]): Value | null =>
  values.find((value) => value === search.get(name)) ?? null

/** Search text, truncated. */
export const textOf = (search: URLSearchParams): string => (search.get('text') ?? '').trim().slice(0, TEXT_LENGTH_MAX)

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

/** Filter of an exported coupon list, as recorded in the audit log, with the names used in URLs. */
export const couponFilterNames = ({ text, kind, isEnabled }: CouponFilter) => ({
  text,
  kind,
  state: isEnabled === null ? null : isEnabled ? 'on' : 'off',
})

export const USER_CHOICES = [
  'all',
  'frozen',
  'closed',
  'verified',
  'verifying',
] as const satisfies readonly UserFilter['only'][]

export const userFilter = (search: URLSearchParams): UserFilter => ({
  text: textOf(search),
  only: chosen(search, 'only', USER_CHOICES) ?? 'all',
})

const VIEWS = {
  waiting: WAITING_STATES,
  approved: ['approved'],
  rejected: ['rejected'],
  cancelled: ['cancelled'],
  all: REVIEW_STATES,
} as const satisfies Readonly<Record<string, readonly ReviewState[]>>
export type QueueView = keyof typeof VIEWS
export const QUEUE_VIEWS = Object.keys(VIEWS) as readonly QueueView[]

export const queueView = (search: URLSearchParams): QueueView => chosen(search, 'view', QUEUE_VIEWS) ?? 'waiting'

export const userFilterNames = ({ text, only }: UserFilter) => ({ text, only: only === 'all' ? null : only })

/** Filter of one account's ledger entries. */
export function entryFilter(search: URLSearchParams): EntryFilter {
  const until = parseDay(search.get('until'))
  return {
    reason: chosen(search, 'reason', ENTRY_REASONS) ?? undefined,
    assetId: idOf(search.get('asset')) || undefined,
    from: parseDay(search.get('from')),
    until: until === undefined ? undefined : until + DAY_MS,
  }
}

export const entryFilterNames = ({ reason, assetId, from, until }: EntryFilter) => ({
  reason,
  asset: assetId,
  from: from === undefined ? undefined : dayText(from),
  until: until === undefined ? undefined : dayText(until - DAY_MS),
})

/** Filter of conditional orders: stage and pair. */
export function conditionalFilter(search: URLSearchParams): DeskConditionals {
  const symbol = search.get('of_pair') ?? ''
  return {
    stage: chosen(search, 'stage', CONDITIONAL_STAGES),
    symbol: /^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/.test(symbol) ? symbol : null,
  }
}

export function queueFilter(kind: string, search: URLSearchParams): QueueFilter {
  return { kinds: [kind], states: VIEWS[queueView(search)], userId: idOf(search.get('user')) || undefined }
}
