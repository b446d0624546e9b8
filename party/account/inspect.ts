// What the desk may see of an account, on saved state. It reads; nothing can be changed through it.

import type { EntryRow, HoldRow, Inspection, OrderRow, Page, SessionRow, SystemRequest } from '#party/protocol/account'
import type { AccountBook } from './book'
import { ORDER_COLUMNS, type OrderStored, readOrder, toOrderRow } from './order-shelf'

type Inspect = Extract<SystemRequest, { readonly type: 'inspect' }>

export function inspect(book: AccountBook, { ordersPage, entriesPage, limit }: Inspect): Inspection {
  return {
    balances: book.ledger.balances(),
    holds: book.store.rows<HoldRow>('SELECT ref, wallet, asset_id AS assetId, amount FROM hold ORDER BY ref'),
    sessions: book.store.rows<SessionRow>(
      'SELECT opened_at AS openedAt, expires_at AS expiresAt, device, country, city FROM session ORDER BY opened_at DESC',
    ),
    orders: listOrders(book, ordersPage, limit),
    entries: listEntries(book, entriesPage, limit),
    freeze: book.freeze.state,
  }
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
  // The ledger alone writes this text, as [account, asset id, amount][].
  return { rows: rows.map((row) => ({ ...row, lines: JSON.parse(row.lines) as EntryRow['lines'] })), total }
}

interface EntryStored extends Omit<EntryRow, 'lines'> {
  readonly lines: string
}
