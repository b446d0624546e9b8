// How the log is narrowed, as its page and its file read it from the address. Days are of UTC, as in the log.

import { DAY_MS } from '#domain/time'
import type { AuditFilter } from '#services/desk/audit'

export function auditFilter(search: URLSearchParams): AuditFilter {
  const staff = search.get('staff') ?? ''
  const until = dayOf(search.get('until'))
  return {
    staffId: /^\d{1,15}$/.test(staff) ? Number(staff) : undefined,
    action: search.get('action') || undefined,
    target: search.get('target')?.trim() || undefined,
    from: dayOf(search.get('from')),
    until: until === undefined ? undefined : until + DAY_MS,
  }
}

function dayOf(text: string | null): number | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) ? undefined : at
}
