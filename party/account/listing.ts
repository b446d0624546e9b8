// One page of a table of the account and the total, however it is narrowed. Every text of a statement is the caller's own, never a request's.

import type { Page } from '#party/protocol/account'
import { type Paging, sliceOf } from '#party/lib/slice'
import type { SqlValue, Store } from '#party/lib/store'

const ROWS_PER_PAGE_MAX = 500

export interface Condition {
  readonly text: string
  readonly value?: SqlValue
}

export interface Listing {
  readonly columns: string
  readonly table: 'entry' | 'spot_order' | 'spot_fill' | 'bill'
  /** The newest has the highest. */
  readonly key: 'id' | 'order_no'
  readonly conditions: readonly Condition[]
}

/** Two statements, whatever the page holds. */
export function readPage<Row extends object>(store: Store, listing: Listing, paging: Paging): Page<Row> {
  const { columns, table, key } = listing
  const { where, values } = whereOf(listing.conditions)
  const { limit, offset } = sliceOf(paging, ROWS_PER_PAGE_MAX)
  const statement = `SELECT ${columns} FROM ${table} ${where} ORDER BY ${key} DESC LIMIT ? OFFSET ?`
  const rows = store.rows<Row>(statement, ...values, limit, offset)
  const total = store.first<{ total: number }>(`SELECT count(*) AS total FROM ${table} ${where}`, ...values)?.total ?? 0
  return { rows, total }
}

/** Rows whose key is below `before`, the newest first: rows that are added while they are read move none. */
export function readBefore<Row extends object>(
  store: Store,
  { columns, table, key, conditions }: Listing,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Row[] {
  const older = before === null ? [] : [{ text: `${key} < ?`, value: before }]
  const { where, values } = whereOf([...older, ...conditions])
  return store.rows<Row>(`SELECT ${columns} FROM ${table} ${where} ORDER BY ${key} DESC LIMIT ?`, ...values, limit)
}

const whereOf = (
  conditions: readonly Condition[],
): { readonly where: string; readonly values: readonly SqlValue[] } => ({
  where: conditions.length === 0 ? '' : `WHERE ${conditions.map(({ text }) => text).join(' AND ')}`,
  values: conditions.flatMap(({ value }) => (value === undefined ? [] : [value])),
})
