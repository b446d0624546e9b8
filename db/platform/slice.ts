// Which part of a list is read. A screen turns numbered pages; a file goes on after the last key that it has, so that what is added or goes
// meanwhile neither doubles a row nor leaves one out. Every list is in the order of a key that no two rows share.

import { type SQL, gt, lt } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Pages count from 1. `after` is the key of the last row that was read; null for the beginning. */
export type Slice<Key = number> =
  | { readonly page: number; readonly limit: number }
  | { readonly after: Key | null; readonly limit: number }

export const offsetOf = (slice: Slice<unknown>): number => ('page' in slice ? (slice.page - 1) * slice.limit : 0)

/** True for what comes after the slice's key, in the list's direction. */
export function isAfter(column: SQLiteColumn, slice: Slice, direction: 'up' | 'down'): SQL | undefined {
  if (!('after' in slice) || slice.after === null) return undefined
  return direction === 'up' ? gt(column, slice.after) : lt(column, slice.after)
}
