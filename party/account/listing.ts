// One page of an account table with its filtered total. SQL text comes from callers only, never from a request.

import type { ListPart } from '#domain/list-part'
import type { Side } from '#domain/order'
import type { Page } from '#party/protocol/account-rows'
import { type Paging, type RowHistory, sliceOf } from '#party/lib/slice'
import type { SqlValue, Store } from '#party/lib/store'
import type { Selection } from '#party/lib/table'

type ListedTable<Row extends object> = Pick<Selection<Row>, 'rows'> & {
  readonly name: string
  count(store: Store, rest: string, ...values: SqlValue[]): number
}

const ROWS_PER_PAGE_MAX = 500

export interface Condition {
  readonly text: string
  readonly value?: SqlValue
}

export interface Listing<Row extends object> {
  readonly table: ListedTable<Row>
  /** Column that ascends with time. */
  readonly key:
    | 'id'
    | 'order_no'
    | 'position_no'
    | 'round_no'
    | 'conditional_no'
    | 'copy_no'
    | 'bet_no'
    | 'act_no'
    | 'loan_id'
    | 'hour'
    | 'day'
  readonly conditions: readonly Condition[]
  /** Given for a table that keeps its rows: only new rows are counted at each read. */
  readonly history?: RowHistory
}

/** One statement reads a page's rows; at most three count all rows, even of a long list. */
export function readPage<Row extends object>(store: Store, listing: Listing<Row>, paging: Paging): Page<Row> {
  const { table, key, conditions, history } = listing
  const { where, values } = whereOf(conditions)
  const { limit, offset } = sliceOf(paging, ROWS_PER_PAGE_MAX)
  const rows = table.rows(store, `${where} ORDER BY ${key} DESC LIMIT ? OFFSET ?`, ...values, limit, offset)
  const total = history ? countOnce(store, listing, history) : countOf(store, table, conditions)
  return { rows, total }
}

/** Final rows up to a key, and the rows up to it that could change then. */
interface Counted {
  readonly upTo: number
  readonly final: number
  readonly changing: readonly number[]
}

const NOTHING: Counted = { upTo: 0, final: 0, changing: [] }
/** By filter. */
const cache = new WeakMap<Store, Map<string, Counted>>()
/** A filter by time is rarely repeated. */
const FILTERS_MAX = 50

function countOnce<Row extends object>(store: Store, listing: Listing<Row>, { last, changing }: RowHistory): number {
  const { table, key, conditions } = listing
  const counts = cache.get(store) ?? new Map<string, Counted>()
  cache.set(store, counts)
  if (counts.size > FILTERS_MAX) counts.clear()
  const filter = JSON.stringify([table.name, conditions])
  const before = counts.get(filter) ?? NOTHING
  const { upTo, final, changing: ended } = isContinued(before, { last, changing }) ? before : NOTHING
  const count = (...more: Condition[]) => countOf(store, table, [...conditions, ...more])
  const countIn = (numbers: readonly number[]) => (numbers.length === 0 ? 0 : count(isOneOf(key, numbers)))
  const endedSince = countIn(ended.filter((number) => !changing.includes(number)))
  const added = last === upTo ? 0 : count({ text: `${key} > ?`, value: upTo }, isNoneOf(key, changing))
  counts.set(filter, { upTo: last, final: final + endedSince + added, changing })
  return final + endedSince + added + countIn(changing)
}

/** False when a final row changes again, or rows are gone: then all rows are counted anew. */
const isContinued = (before: Counted, { last, changing }: RowHistory): boolean =>
  last >= before.upTo && changing.every((number) => number > before.upTo || before.changing.includes(number))

/** The numbers are one bound value: a statement of thousands would be too long. */
const isOneOf = (key: string, numbers: readonly number[]): Condition => ({
  text: `${key} IN (SELECT value FROM json_each(?))`,
  value: JSON.stringify(numbers),
})
const isNoneOf = (key: string, numbers: readonly number[]): Condition => ({
  text: `${key} NOT IN (SELECT value FROM json_each(?))`,
  value: JSON.stringify(numbers),
})

function countOf<Row extends object>(store: Store, table: ListedTable<Row>, conditions: readonly Condition[]): number {
  const { where, values } = whereOf(conditions)
  return table.count(store, where, ...values)
}

/** Where a walk begins, and how far a step goes. */
export interface Slice {
  /** Newest first below this key; null for the newest. */
  readonly before: number | null
  /** Ascending from this key (inclusive); replaces `before`. */
  readonly first?: number | undefined
  readonly limit: number
}

/** Rows of a walk, which rows that are added meanwhile do not move. */
export function readBefore<Row extends object>(
  store: Store,
  { table, key, conditions }: Listing<Row>,
  { before, first, limit }: Slice,
): Row[] {
  if (first !== undefined) {
    const { where, values } = whereOf([{ text: `${key} >= ?`, value: first }, ...conditions])
    return table.rows(store, `${where} ORDER BY ${key} LIMIT ?`, ...values, limit)
  }
  const older = before === null ? [] : [{ text: `${key} < ?`, value: before }]
  const { where, values } = whereOf([...older, ...conditions])
  return table.rows(store, `${where} ORDER BY ${key} DESC LIMIT ?`, ...values, limit)
}

const whereOf = (
  conditions: readonly Condition[],
): { readonly where: string; readonly values: readonly SqlValue[] } => ({
  where: conditions.length === 0 ? '' : `WHERE ${conditions.map(({ text }) => text).join(' AND ')}`,
  values: conditions.flatMap(({ value }) => (value === undefined ? [] : [value])),
})

/** A page with its total, or a step of a walk without. `at`: SQL of a row's time in milliseconds. */
export function readList<Row extends object>(
  store: Store,
  { at, ...listing }: Listing<Row> & { readonly at: string },
  { before, from, until, ...paging }: ListPart,
): Page<Row> {
  const within = { ...listing, conditions: [...listing.conditions, ...narrowed(at, { from, until })] }
  return before === undefined
    ? readPage(store, within, paging)
    : { rows: readBefore(store, within, { before, limit: paging.limit }), total: 0 }
}

/** `from` is inclusive, `until` exclusive; an absent field filters nothing. */
export interface Narrowing {
  readonly side?: Side | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
}

/** Conditions on the side, and on the SQL of a time. */
export const narrowed = (at: string, { side, from, until }: Narrowing): Condition[] => [
  ...(side === undefined ? [] : [{ text: 'side = ?', value: side }]),
  ...(from === undefined ? [] : [{ text: `${at} >= ?`, value: from }]),
  ...(until === undefined ? [] : [{ text: `${at} < ?`, value: until }]),
]
