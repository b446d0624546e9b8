// One page of an account table with its filtered total. SQL text comes from callers only, never from a request.

import type { Side } from '#domain/order'
import type { Page } from '#party/protocol/account-rows'
import { type Paging, sliceOf } from '#party/lib/slice'
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
  readonly conditions: readonly Condition[]
  /** Given for a table that keeps its rows: only new rows are counted at each read. */
  readonly history?: RowHistory
}

/** A table whose rows are final, and never deleted, but for those of `changing`. */
export interface RowHistory {
  /** Highest key. */
  readonly last: number
  readonly changing: readonly number[]
}

/** Two statements for a page of any size. */
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

const counted = new WeakMap<Store, Map<string, Counted>>()
/** Filters remembered for an account; a filter by time is rarely asked twice. */
const FILTERS_MAX = 50

function countOnce<Row extends object>(
  store: Store,
  { table, key, conditions }: Listing<Row>,
  { last, changing }: RowHistory,
): number {
  const counts = counted.get(store) ?? new Map<string, Counted>()
  counted.set(store, counts)
  if (counts.size > FILTERS_MAX) counts.clear()
  const filter = JSON.stringify([table.name, conditions])
  const before = counts.get(filter) ?? { upTo: 0, final: 0, changing: [] }
  const isChanging = new Set(changing)
  const ended = before.changing.filter((number) => !isChanging.has(number))
  const countIn = (numbers: readonly number[]) =>
    numbers.length === 0 ? 0 : countOf(store, table, [...conditions, { text: `${key} IN (${numbers.join(', ')})` }])
  const countNew = () =>
    countOf(store, table, [
      ...conditions,
      { text: `${key} > ?`, value: before.upTo },
      { text: `${key} NOT IN (${changing.join(', ')})` },
    ])
  const final = before.final + countIn(ended) + (last > before.upTo ? countNew() : 0)
  counts.set(filter, { upTo: last, final, changing })
  return final + countIn(changing)
}

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

/** `from` is inclusive, `until` exclusive; an absent field filters nothing. */
export interface Narrowing {
  readonly side?: Side | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
}

/** SQL conditions on the side and on a time column. */
export const narrowed = (column: 'opened_at' | 'at' | 'accepted_at', { side, from, until }: Narrowing): Condition[] => [
  ...(side === undefined ? [] : [{ text: 'side = ?', value: side }]),
  ...(from === undefined ? [] : [{ text: `${column} >= ?`, value: from }]),
  ...(until === undefined ? [] : [{ text: `${column} < ?`, value: until }]),
]
