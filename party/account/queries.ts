// What a user may read of the own account. Runs on saved state, so that rows in the store are the whole truth.

import { encodeAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { OrderStage, OrderState } from '#domain/order'
import { WITHDRAWAL_WINDOW_MS } from '#domain/verification'
import type {
  AccountQuery,
  AccountSocketMessage,
  BillQuery,
  SpotFillRow,
  SpotOrderRow,
  Page,
} from '#party/protocol/account'
import { spotFill, spotOrder } from '#db/account/spot'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { AccountBook } from './book'
import { findConversion, listConversions } from './funds/convert'
import { BILLS, type BillStored, toBillRow } from './ledger-rows'
import { type Condition, type Listing, readBefore, readPage } from './listing'
import { readOrder, toFillRow, toOrderRow } from './spot/order-shelf'
import { runPromotionQuery } from './promotion/promotions'
import type { LiveSession } from './session'
import { btcUsedSince } from './funds/withdrawals'

/** How many fills, and how many of the newest orders, a snapshot carries. */
const RECENT_ROWS = 50

export function runQuery(
  book: AccountBook,
  query: AccountQuery,
  { session, now }: { readonly session: LiveSession; readonly now: number },
): Outcome<unknown> {
  switch (query.type) {
    case 'profile_check':
      return done(session)
    case 'balances':
      return done(book.ledger.balances())
    case 'order': {
      const order = book.orders.find(query.order)
      return order ? done(toOrderRow(order)) : refuse('order_not_found')
    }
    case 'orders':
      return done(listOrders(book.store, query))
    case 'fills':
      return done(listFills(book.store, query))
    case 'bills': {
      const { rows, total } = readPage(book.store, billsOf(query), query)
      return done({ rows: rows.map(toBillRow), total })
    }
    case 'bills_before':
      return done(readBefore(book.store, billsOf(query), query).map(toBillRow))
    case 'watches':
      return done(book.watchlist.rows())
    case 'withdrawal_use':
      return done({
        btcUsed: encodeAmount(btcUsedSince(book.store, now - WITHDRAWAL_WINDOW_MS)),
        balances: book.ledger.balances(),
        frozen: { trading: book.freeze.state.trading, withdrawals: book.freeze.state.withdrawals },
      })
    case 'conversions':
      return done(listConversions(book.store, query))
    case 'conversion':
      return done(findConversion(book.store, query.ofCommand))
    case 'messages':
      return done(book.inbox.page(book, query))
    case 'message_count':
      return done({ unread: book.inbox.unread })
    case 'opened_news':
      return done(book.openedNews.ids())
    case 'message_preferences':
      return done(book.inbox.preferences())
    case 'standing':
    case 'coupons':
    case 'rebates':
      return runPromotionQuery(book, query, now)
    case 'sessions':
      return done(book.sessions.rows(session.sessionId, now))
  }
}

/** All that a client needs to go on from here, with what may have ended and filled since it last heard anything. */
export function readSnapshot(
  book: AccountBook,
  now: number,
): Extract<AccountSocketMessage, { readonly type: 'snapshot' }> {
  return {
    type: 'snapshot',
    seq: book.events.seq,
    balances: book.ledger.balances(),
    openOrders: book.orders.openOrders(null).map(toOrderRow),
    endedOrders: listEnded(book.store),
    fills: listNewestFills(book.store),
    unreadMessages: book.inbox.unread,
    fees: book.feeStanding(now),
  }
}

type QueryOf<Type extends AccountQuery['type']> = Extract<AccountQuery, { readonly type: Type }>

const STATES_OF = {
  open: ['pending', 'open'],
  closed: ['filled', 'cancelled', 'rejected'],
  filled: ['filled'],
  cancelled: ['cancelled', 'rejected'],
} as const satisfies Record<OrderStage, readonly OrderState[]>

/** Newest first. */
function listOrders(store: Store, { symbol, stage, ...page }: QueryOf<'orders'>): Page<SpotOrderRow> {
  const conditions: Condition[] = []
  if (symbol !== null) conditions.push({ text: 'symbol = ?', value: symbol })
  if (stage !== null)
    conditions.push({ text: `state IN (${STATES_OF[stage].map((state) => `'${state}'`).join(', ')})` })
  const stored = readPage(store, { table: tableOf(spotOrder), key: 'order_no', conditions }, page)
  return { rows: stored.rows.map((row) => toOrderRow(readOrder(row))), total: stored.total }
}

/** The newest orders that ended, and the older ones that filled lately: both are found by their number alone. */
function listEnded(store: Store): SpotOrderRow[] {
  const newest = `WHERE state NOT IN ('pending', 'open') AND (
      order_no IN (SELECT order_no FROM spot_order ORDER BY order_no DESC LIMIT ${RECENT_ROWS})
      OR order_no IN (SELECT order_no FROM (SELECT order_no FROM spot_fill ORDER BY id DESC LIMIT ${RECENT_ROWS})))
    ORDER BY order_no DESC`
  return tableOf(spotOrder)
    .rows(store, newest)
    .map((row) => toOrderRow(readOrder(row)))
}

const listNewestFills = (store: Store): SpotFillRow[] =>
  tableOf(spotFill).rows(store, `ORDER BY id DESC LIMIT ${RECENT_ROWS}`).map(toFillRow)

function listFills(store: Store, { orderNo, symbol = null, ...page }: QueryOf<'fills'>): Page<SpotFillRow> {
  const conditions: Condition[] = []
  if (orderNo !== null) conditions.push({ text: 'order_no = ?', value: orderNo })
  if (symbol !== null) conditions.push({ text: 'symbol = ?', value: symbol })
  const stored = readPage(store, { table: tableOf(spotFill), key: 'id', conditions }, page)
  return { rows: stored.rows.map(toFillRow), total: stored.total }
}

function billsOf({
  wallet,
  assetId,
  reason,
  from = null,
  until = null,
  isWhole = false,
}: BillQuery): Listing<BillStored> {
  const conditions: Condition[] = []
  const ofWallet = isWhole ? 'entry_id IN (SELECT entry_id FROM bill WHERE wallet = ?)' : 'wallet = ?'
  if (wallet !== null) conditions.push({ text: ofWallet, value: wallet })
  if (assetId !== null) conditions.push({ text: 'asset_id = ?', value: assetId })
  if (reason !== null) conditions.push({ text: 'reason = ?', value: reason })
  if (from !== null) conditions.push({ text: 'at >= ?', value: from })
  if (until !== null) conditions.push({ text: 'at < ?', value: until })
  return { table: BILLS, key: 'id', conditions }
}
