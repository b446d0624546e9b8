// What the desk may see of an account, on saved state. It reads; nothing can be changed through it.

import type { EntryRow, HoldRow, Inspection, SpotOrderRow, Page, SystemRequest } from '#party/protocol/account'
import type { DeskQuery, DeskResults, EntryFilter } from '#party/protocol/account-desk'
import { session } from '#db/account/room'
import { spotOrder } from '#db/account/spot'
import { type RowOf, tableOf } from '#party/lib/table'
import type { Paging } from '#party/lib/slice'
import type { AccountBook } from '../book'
import { ENTRIES, HOLDS, toHoldRow } from '../ledger-rows'
import { type Condition, type Listing, readBefore, readPage } from '../listing'
import { readOrder, toOrderRow } from '../spot/order-shelf'

const SESSIONS = tableOf(session).pick('openedAt', 'expiresAt', 'device', 'country', 'city')

type Inspect = Extract<DeskQuery, { readonly type: 'inspect' }>
interface Before {
  readonly before: number | null
  readonly limit: number
}

/** What only reads, and of which the room writes nothing down. */
export const isDeskQuery = (request: SystemRequest): request is DeskQuery =>
  request.type === 'inspect' ||
  request.type === 'read_entries' ||
  request.type === 'read_orders' ||
  request.type === 'read_holds'

export function answerDesk(book: AccountBook, query: DeskQuery): DeskResults[DeskQuery['type']] {
  switch (query.type) {
    case 'inspect':
      return inspect(book, query)
    case 'read_entries':
      return readEntries(book, query)
    case 'read_orders':
      return readOrders(book, query)
    case 'read_holds':
      return readHolds(book, query)
  }
}

function inspect(book: AccountBook, query: Inspect): Inspection {
  const { holdsPage, ordersPage, entriesPage, entryFilter, limit } = query
  return {
    balances: book.ledger.balances(),
    holds: listHolds(book, holdsPage, limit),
    sessions: SESSIONS.rows(book.store, 'ORDER BY opened_at DESC'),
    orders: listOrders(book, { page: ordersPage, limit }),
    entries: listEntries(book, entryFilter, { page: entriesPage, limit }),
    freeze: book.freeze.state,
  }
}

/** The newest first: a hold that changes keeps its place in the table. */
function listHolds({ store }: AccountBook, page: number, limit: number): Page<HoldRow> {
  const rows = HOLDS.rows(store, 'ORDER BY rowid DESC LIMIT ? OFFSET ?', limit, (page - 1) * limit)
  return { rows: rows.map(toHoldRow), total: HOLDS.count(store) }
}

const ORDERS: Listing<RowOf<typeof spotOrder>> = { table: tableOf(spotOrder), key: 'order_no', conditions: [] }

function listOrders({ store }: AccountBook, paging: Paging): Page<SpotOrderRow> {
  const { rows, total } = readPage(store, ORDERS, paging)
  return { rows: rows.map(orderOf), total }
}

const readOrders = ({ store }: AccountBook, { before, limit }: Before): SpotOrderRow[] =>
  readBefore(store, ORDERS, { before, limit }).map(orderOf)

const orderOf = (row: RowOf<typeof spotOrder>): SpotOrderRow => toOrderRow(readOrder(row))

function entriesOf({ reason, assetId, from, until }: EntryFilter): Listing<EntryRow> {
  const conditions: Condition[] = []
  if (reason !== undefined) conditions.push({ text: 'reason = ?', value: reason })
  // A line is ["change:available",3,"25"], so this stands in no other place of it.
  if (assetId !== undefined) conditions.push({ text: 'instr(lines, ?) > 0', value: `",${assetId},"` })
  if (from !== undefined) conditions.push({ text: 'at >= ?', value: from })
  if (until !== undefined) conditions.push({ text: 'at < ?', value: until })
  return { table: ENTRIES, key: 'id', conditions }
}

function listEntries({ store }: AccountBook, filter: EntryFilter, paging: Paging): Page<EntryRow> {
  return readPage(store, entriesOf(filter), paging)
}

const readEntries = (
  { store }: AccountBook,
  { before, filter, limit }: Before & { readonly filter: EntryFilter },
): EntryRow[] => readBefore(store, entriesOf(filter), { before, limit })

/** By their references, which stay as they are. */
function readHolds(
  { store }: AccountBook,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): HoldRow[] {
  return HOLDS.rows(store, 'WHERE ref > ? ORDER BY ref LIMIT ?', after ?? '', limit).map(toHoldRow)
}
