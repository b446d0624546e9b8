// Walks through a list, newest first: each answer names the number below which the next one goes on, so rows that arrive meanwhile
// neither repeat a row nor move one.

import * as v from 'valibot'
import type { ListPart } from '#domain/list-part'
import { idOrAll, limit, page } from '#services/input'
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

/** Query fields of a list that is read by pages, or as a walk from `cursor`. */
export const listFields = { ...walkFields, page, limit: limit(20) }
type ListQuery = v.InferOutput<v.ObjectSchema<typeof listFields, undefined>>

/** How such a list ends: a walk tells where it goes on, a page how many rows there are. */
const listEnd = {
  next_cursor: v.optional(nextCursor),
  count: v.optional(v.number()),
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
}
export const listOf = <Row extends v.GenericSchema>(row: Row) => v.object({ list: v.array(row), ...listEnd })

/** The part that a request reads; of a walk one row more. */
export const partOf = ({ since: from, until, cursor, page, limit }: ListQuery): ListPart =>
  cursor === undefined
    ? { from, until, page, limit }
    : { from, until, page, limit: limit + 1, before: beforeOf(cursor) }

/** Rows to show of a part, and the end of its answer. */
export function endOf<Row>(
  { rows, total }: { readonly rows: readonly Row[]; readonly total: number },
  { cursor, page, limit }: ListQuery,
  numberOf: (row: Row) => number,
): { readonly rows: readonly Row[]; readonly end: v.InferInput<v.ObjectSchema<typeof listEnd, undefined>> } {
  if (cursor === undefined) return { rows, end: { count: total, page, limit } }
  const { list, next_cursor } = pageOf(rows, { limit, numberOf })
  return { rows: list, end: { next_cursor } }
}
