// What the desk may see of an account, on saved state. It reads; nothing can be changed through it.

import type {
  EntryRow,
  HoldRow,
  Inspection,
  SpotOrderRow,
  Page,
  SessionRow,
  SystemRequest,
} from '#party/protocol/account'
import type { DeskQuery, DeskResults, EntryFilter } from '#party/protocol/account-desk'
import type { Paging } from '#party/lib/slice'
import type { AccountBook } from '../book'
import { type Condition, type Listing, readBefore, readPage } from '../listing'
import { ORDER_COLUMNS, type OrderStored, readOrder, toOrderRow } from '../spot/order-shelf'

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
    sessions: book.store.rows<SessionRow>(
      'SELECT opened_at AS openedAt, expires_at AS expiresAt, device, country, city FROM session ORDER BY opened_at DESC',
    ),
    orders: listOrders(book, { page: ordersPage, limit }),
    entries: listEntries(book, entryFilter, { page: entriesPage, limit }),
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

const ORDERS: Listing = { columns: ORDER_COLUMNS, table: 'spot_order', key: 'order_no', conditions: [] }

function listOrders({ store }: AccountBook, paging: Paging): Page<SpotOrderRow> {
  const { rows, total } = readPage<OrderStored>(store, ORDERS, paging)
  return { rows: rows.map(orderOf), total }
}

const readOrders = ({ store }: AccountBook, { before, limit }: Before): SpotOrderRow[] =>
  readBefore<OrderStored>(store, ORDERS, { before, limit }).map(orderOf)

const orderOf = (row: OrderStored): SpotOrderRow => toOrderRow(readOrder(row))

function entriesOf({ reason, assetId, from, until }: EntryFilter): Listing {
  const conditions: Condition[] = []
  if (reason !== undefined) conditions.push({ text: 'reason = ?', value: reason })
  // A line is ["change:available",3,"25"], so this stands in no other place of it.
  if (assetId !== undefined) conditions.push({ text: 'instr(lines, ?) > 0', value: `",${assetId},"` })
  if (from !== undefined) conditions.push({ text: 'at >= ?', value: from })
  if (until !== undefined) conditions.push({ text: 'at < ?', value: until })
  return { columns: 'id, at, reason, ref, lines', table: 'entry', key: 'id', conditions }
}

function listEntries({ store }: AccountBook, filter: EntryFilter, paging: Paging): Page<EntryRow> {
  const { rows, total } = readPage<EntryStored>(store, entriesOf(filter), paging)
  return { rows: rows.map(entryOf), total }
}

const readEntries = (
  { store }: AccountBook,
  { before, filter, limit }: Before & { readonly filter: EntryFilter },
): EntryRow[] => readBefore<EntryStored>(store, entriesOf(filter), { before, limit }).map(entryOf)

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
