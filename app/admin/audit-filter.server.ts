// How the log is narrowed, as its page and its file read it from the address. Days are of UTC, as in the log.

import { DAY_MS } from '#domain/time'
import type { AuditFilter } from '#services/desk/audit'
import { dayOf, dayText } from './utc-day.server'

/** No action and no target is longer. */
const NAME_LENGTH_MAX = 120

export function auditFilter(search: URLSearchParams): AuditFilter {
  const staff = search.get('staff') ?? ''
  const until = dayOf(search.get('until'))
  return {
    staffId: /^\d{1,15}$/.test(staff) ? Number(staff) : undefined,
    action: search.get('action')?.slice(0, NAME_LENGTH_MAX) || undefined,
    target: search.get('target')?.trim().slice(0, NAME_LENGTH_MAX) || undefined,
    from: dayOf(search.get('from')),
    until: until === undefined ? undefined : until + DAY_MS,
  }
}

/** How a file of the log is told of in the log itself: its days are those of the address. */
export const auditFilterNames = ({ staffId, action, target, from, until }: AuditFilter) => ({
  staff: staffId,
  action,
  target,
  from: from === undefined ? undefined : dayText(from),
  until: until === undefined ? undefined : dayText(until - DAY_MS),
})

/** The user whose lines alone the filter lets through; null where it does not name one. */
export function auditedUser({ target }: AuditFilter): number | null {
  const [, id] = /^user:(\d{1,15})$/.exec(target ?? '') ?? []
  return id === undefined ? null : Number(id)
}
