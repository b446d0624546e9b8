// Part of a list. Pages use numbers; an export continues after its last key, so rows added or removed meanwhile are neither repeated nor
// skipped. Every list is ordered by a unique key.

import { type SQL, gt, lt } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Pages count from 1. `after` is the key of the last row that was read; null for the beginning. */
export type Slice<Key = number> =
  | { readonly page: number; readonly limit: number }
  | { readonly after: Key | null; readonly limit: number }

export const offsetOf = (slice: Slice<unknown>): number => ('page' in slice ? (slice.page - 1) * slice.limit : 0)

/** Condition for rows after the slice's key, in the list's direction. */
export function isAfter(column: SQLiteColumn, slice: Slice, direction: 'up' | 'down'): SQL | undefined {
  if (!('after' in slice) || slice.after === null) return undefined
  return direction === 'up' ? gt(column, slice.after) : lt(column, slice.after)
}
