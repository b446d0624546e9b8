// Part of a list. Pages use numbers; an export continues after its last key, so rows added or removed meanwhile are neither repeated nor
// skipped. Every list is ordered by a unique key.

import type { ListPart } from '#domain/list-part'
import { type SQL, and, gt, gte, lt } from 'drizzle-orm'
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

/** Conditions of a part of a list that descends by `key`; its rows begin at `offsetOfPart`. */
export const isOfPart = (key: SQLiteColumn, part: Omit<ListPart, 'page'>): SQL | undefined =>
  part.before == null ? undefined : lt(key, part.before)

export const isWithin = (at: SQLiteColumn, { from, until }: Pick<ListPart, 'from' | 'until'>): SQL | undefined =>
  and(from === undefined ? undefined : gte(at, from), until === undefined ? undefined : lt(at, until))

export const offsetOfPart = ({ page, limit, before }: ListPart): number =>
  before === undefined ? (page - 1) * limit : 0
