// Walks through a list, newest first: each answer names the number below which the next one goes on, so rows that arrive meanwhile
// neither repeat a row nor move one.

import * as v from 'valibot'
import { idOrAll, limit } from '#services/input'
import { wireId } from './fields'

const instant = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), v.description('milliseconds'))

/** Query fields of every cursor list: `since` inclusive, `until` exclusive. */
export const walkFields = {
  since: v.optional(instant),
  until: v.optional(instant),
  cursor: v.optional(v.pipe(idOrAll, v.description('`next_cursor` of the answer before; 0 begins'))),
}
export const walkLimit = limit(50, 500)

export const nextCursor = v.nullable(v.pipe(wireId, v.description('null: there is nothing older')))

/** Where a walk goes on: null begins it. */
export const beforeOf = (cursor: number | undefined): number | null => cursor || null

/** Cuts rows, read with `limit` + 1, to a page; the extra row proves a next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit, numberOf }: { readonly limit: number; readonly numberOf: (row: Row) => number },
): { readonly list: readonly Row[]; readonly next_cursor: number | null } {
  const list = rows.slice(0, limit)
  const last = list.at(-1)
  return { list, next_cursor: rows.length > limit && last !== undefined ? numberOf(last) : null }
}
