// What the desk may see of an account, on saved state. It reads; nothing can be changed through it.

import type { EntryRow, HoldRow, Inspection, OrderRow, Page, SessionRow, SystemRequest } from '#party/protocol/account'
import type { DeskQuery, DeskResults } from '#party/protocol/account-desk'
import type { AccountBook } from './book'
import { ORDER_COLUMNS, type OrderStored, readOrder, toOrderRow } from './order-shelf'

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

function inspect(book: AccountBook, { holdsPage, ordersPage, entriesPage, limit }: Inspect): Inspection {
  return {
    balances: book.ledger.balances(),
    holds: listHolds(book, holdsPage, limit),
    sessions: book.store.rows<SessionRow>(
      'SELECT opened_at AS openedAt, expires_at AS expiresAt, device, country, city FROM session ORDER BY opened_at DESC',
    ),
    orders: listOrders(book, ordersPage, limit),
    entries: listEntries(book, entriesPage, limit),
    freeze: book.freeze.state,
  }
}

const HOLD_COLUMNS = 'ref, wallet, asset_id AS assetId, amount'

/** The newest first: a hold that changes keeps its place in the table. */
function listHolds({ store }: AccountBook, page: number, limit: number): Page<HoldRow> {
  const statement = `SELECT ${HOLD_COLUMNS} FROM hold ORDER BY rowid DESC LIMIT ? OFFSET ?`
  const total = store.first<{ total: number }>('SELECT count(*) AS total FROM hold')?.total ?? 0
  return { rows: store.rows<HoldRow>(statement, limit, (page - 1) * limit), total }
}

function listOrders({ store }: AccountBook, page: number, limit: number): Page<OrderRow> {
  const statement = `SELECT ${ORDER_COLUMNS} FROM spot_order ORDER BY order_no DESC LIMIT ? OFFSET ?`
  const rows = store.rows<OrderStored>(statement, limit, (page - 1) * limit)
  const total = store.first<{ total: number }>('SELECT count(*) AS total FROM spot_order')?.total ?? 0
  return { rows: rows.map((row) => toOrderRow(readOrder(row))), total }
}

function listEntries({ store }: AccountBook, page: number, limit: number): Page<EntryRow> {
  const statement = 'SELECT id, at, reason, ref, lines FROM entry ORDER BY id DESC LIMIT ? OFFSET ?'
  const rows = store.rows<EntryStored>(statement, limit, (page - 1) * limit)
  const total = store.first<{ total: number }>('SELECT count(*) AS total FROM entry')?.total ?? 0
  return { rows: rows.map(entryOf), total }
}

/** For a file: entries that are posted while it is read move none. */
function readEntries({ store }: AccountBook, { before, limit }: Before): EntryRow[] {
  const statement = 'SELECT id, at, reason, ref, lines FROM entry WHERE id < ? ORDER BY id DESC LIMIT ?'
  return store.rows<EntryStored>(statement, before ?? Number.MAX_SAFE_INTEGER, limit).map(entryOf)
}

function readOrders({ store }: AccountBook, { before, limit }: Before): OrderRow[] {
  const statement = `SELECT ${ORDER_COLUMNS} FROM spot_order WHERE order_no < ? ORDER BY order_no DESC LIMIT ?`
  const rows = store.rows<OrderStored>(statement, before ?? Number.MAX_SAFE_INTEGER, limit)
  return rows.map((row) => toOrderRow(readOrder(row)))
}

/** By their references, which stay as they are. */
function readHolds(
  { store }: AccountBook,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): HoldRow[] {
  return store.rows<HoldRow>(`SELECT ${HOLD_COLUMNS} FROM hold WHERE ref > ? ORDER BY ref LIMIT ?`, after ?? '', limit)
}

/** The ledger alone writes this text, as [account, asset id, amount][]. */
const entryOf = (row: EntryStored): EntryRow => ({ ...row, lines: JSON.parse(row.lines) as EntryRow['lines'] })

interface EntryStored extends Omit<EntryRow, 'lines'> {
  readonly lines: string
}
