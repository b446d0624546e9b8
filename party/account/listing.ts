// One page of an account table with its filtered total. SQL text comes from callers only, never from a request.

import type { Side } from '#domain/order'
import type { Page } from '#party/protocol/account-rows'
import { type Paging, sliceOf } from '#party/lib/slice'
import type { SqlValue, Store } from '#party/lib/store'
import type { Selection } from '#party/lib/table'

type Counted<Row extends object> = Pick<Selection<Row>, 'rows'> & {
  count(store: Store, rest: string, ...values: SqlValue[]): number
}

const ROWS_PER_PAGE_MAX = 500

export interface Condition {
  readonly text: string
  readonly value?: SqlValue
}

export interface Listing<Row extends object> {
  readonly table: Counted<Row>
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
  /** Row count, for tables where counting by the conditions would read every row. */
  readonly total?: () => number
}

/** Two statements for a page of any size. */
export function readPage<Row extends object>(
  store: Store,
  { table, key, conditions, total = () => countOf(store, table, conditions) }: Listing<Row>,
  paging: Paging,
): Page<Row> {
  const { where, values } = whereOf(conditions)
  const { limit, offset } = sliceOf(paging, ROWS_PER_PAGE_MAX)
  const rows = table.rows(store, `${where} ORDER BY ${key} DESC LIMIT ? OFFSET ?`, ...values, limit, offset)
  return { rows, total: total() }
}

export function countOf<Row extends object>(
  store: Store,
  table: Counted<Row>,
  conditions: readonly Condition[],
): number {
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
