// The user's spot orders and fills: open orders live in memory, all are saved with the book and read back by number or client id.
// It keeps facts; what may change them is decided by the commands and by the settlement of a Market's messages.

import type { RefusalFacts } from '#domain/outcome'
import type { CloseReason, MarketRefusal, OrderKind, OrderState, SelfTradePrevention, Side, TimeInForce } from '#domain/spot'
import { type Amount, decodeAmount, encodeAmount } from '#domain/money/amount'
import { type Lots, type Ticks, lots, ticks } from '#domain/money/price'
import type { FillRow, OrderName, OrderRow } from '#party/protocol/account'
import type { Store } from '#party/lib/store'

/** The one amend that a Market has not answered yet. */
export interface AmendInFlight {
  readonly seq: number
  readonly ticks: Ticks
  readonly lots: Lots
}

export interface SpotOrder {
  readonly orderNo: number
  readonly clientOrderId: string | null
  readonly symbol: string
  readonly side: Side
  readonly kind: OrderKind
  ticks: Ticks
  lots: Lots
  readonly budget: Amount | null
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly selfTrade: SelfTradePrevention
  state: OrderState
  closeReason: CloseReason | null
  refusal: MarketRefusal | null
  refusalFacts: RefusalFacts | null
  lotsFilled: Lots
  quoteFilled: Amount
  fee: Amount
  readonly openedAt: number
  updatedAt: number
  amend: AmendInFlight | null
}

/** What a reference of the ledger says of an order. */
export const orderRef = (orderNo: number): string => `spot:${orderNo}`

export const isOpen = (order: SpotOrder): boolean => order.state === 'pending' || order.state === 'open'

export class OrderShelf {
  readonly #store: Store
  readonly #open = new Map<number, SpotOrder>()
  /** Orders changed since the last save; the ones that closed leave memory then. */
  readonly #changed = new Map<number, SpotOrder>()
  readonly #openCounts = new Map<string, number>()
  #fills: FillRow[] = []
  #orderNoLast: number

  constructor(store: Store) {
    this.#store = store
    this.#orderNoLast = store.first<{ no: number | null }>('SELECT max(order_no) AS no FROM spot_order')?.no ?? 0
    const statement = `SELECT ${ORDER_COLUMNS} FROM spot_order WHERE state IN ('pending', 'open') ORDER BY order_no`
    for (const row of store.rows<OrderStored>(statement)) this.#keepOpen(readOrder(row))
  }

  nextOrderNo(): number {
    this.#orderNoLast += 1
    return this.#orderNoLast
  }

  add(order: SpotOrder): void {
    this.#keepOpen(order)
    this.#changed.set(order.orderNo, order)
  }

  /** Says that an order was changed, so that it is saved and told. */
  touch(order: SpotOrder, now: number): void {
    order.updatedAt = now
    this.#changed.set(order.orderNo, order)
    if (!isOpen(order) && this.#open.delete(order.orderNo)) this.#count(order.symbol, -1)
  }

  addFill(fill: FillRow): void {
    this.#fills.push(fill)
  }

  find(name: OrderName): SpotOrder | undefined {
    return 'orderNo' in name ? this.#findByNo(name.orderNo) : this.#findByClientId(name.clientOrderId)
  }

  openOrders(symbol: string | null): SpotOrder[] {
    return [...this.#open.values()].filter((order) => symbol === null || order.symbol === symbol)
  }

  /** Pending and open orders of a pair. */
  openCount(symbol: string): number {
    return this.#openCounts.get(symbol) ?? 0
  }

  /** What changed since the last save, for the account's own channel. */
  changed(): { orders: OrderRow[]; fills: readonly FillRow[] } {
    return { orders: [...this.#changed.values()].map(toOrderRow), fills: this.#fills }
  }

  save(): void {
    for (const order of this.#changed.values()) this.#saveOrder(order)
    for (const fill of this.#fills) {
      this.#store.run(
        'INSERT INTO spot_fill (order_no, trade_no, symbol, side, role, ticks, lots, fee, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        fill.orderNo, fill.tradeNo, fill.symbol, fill.side, fill.role, fill.ticks, fill.lots, fill.fee, fill.at,
      ) // prettier-ignore
    }
    this.#changed.clear()
    this.#fills = []
  }

  #saveOrder(order: SpotOrder): void {
    this.#store.run(
      SAVE_ORDER,
      order.orderNo, order.clientOrderId, order.symbol, order.side, order.kind, order.ticks, order.lots,
      order.budget === null ? null : encodeAmount(order.budget), order.timeInForce, order.isPostOnly ? 1 : 0, order.selfTrade,
      order.state, order.closeReason, order.refusal, order.refusalFacts === null ? null : JSON.stringify(order.refusalFacts),
      order.lotsFilled, encodeAmount(order.quoteFilled), encodeAmount(order.fee), order.openedAt, order.updatedAt,
      order.amend?.seq ?? null, order.amend?.ticks ?? null, order.amend?.lots ?? null,
    ) // prettier-ignore
  }

  #keepOpen(order: SpotOrder): void {
    this.#open.set(order.orderNo, order)
    this.#count(order.symbol, 1)
  }

  #count(symbol: string, step: 1 | -1): void {
    this.#openCounts.set(symbol, this.openCount(symbol) + step)
  }

  #findByNo(orderNo: number): SpotOrder | undefined {
    const inMemory = this.#open.get(orderNo) ?? this.#changed.get(orderNo)
    if (inMemory || orderNo > this.#orderNoLast) return inMemory
    const row = this.#store.first<OrderStored>(`SELECT ${ORDER_COLUMNS} FROM spot_order WHERE order_no = ?`, orderNo)
    return row && readOrder(row)
  }

  #findByClientId(clientOrderId: string): SpotOrder | undefined {
    for (const order of this.#changed.values()) if (order.clientOrderId === clientOrderId) return order
    const statement = 'SELECT order_no AS orderNo FROM spot_order WHERE client_order_id = ?'
    const row = this.#store.first<{ orderNo: number }>(statement, clientOrderId)
    return row && this.#findByNo(row.orderNo)
  }
}

// An upsert by number, never a REPLACE: a second order with the same client id must fail, not take the first one's row.
const SAVE_ORDER = `INSERT INTO spot_order (order_no, client_order_id, symbol, side, kind, ticks, lots, budget, time_in_force,
    is_post_only, self_trade, state, close_reason, refusal, refusal_facts, lots_filled, quote_filled, fee, opened_at, updated_at,
    amend_seq, amend_ticks, amend_lots) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (order_no) DO UPDATE SET ticks = excluded.ticks, lots = excluded.lots, state = excluded.state,
    close_reason = excluded.close_reason, refusal = excluded.refusal, refusal_facts = excluded.refusal_facts,
    lots_filled = excluded.lots_filled, quote_filled = excluded.quote_filled, fee = excluded.fee, updated_at = excluded.updated_at,
    amend_seq = excluded.amend_seq, amend_ticks = excluded.amend_ticks, amend_lots = excluded.amend_lots`

export const toOrderRow = (order: SpotOrder): OrderRow => ({
  orderNo: order.orderNo,
  clientOrderId: order.clientOrderId,
  symbol: order.symbol,
  side: order.side,
  kind: order.kind,
  ticks: order.ticks,
  lots: order.lots,
  budget: order.budget === null ? null : encodeAmount(order.budget),
  timeInForce: order.timeInForce,
  isPostOnly: order.isPostOnly,
  state: order.state,
  closeReason: order.closeReason,
  refusal: order.refusal,
  lotsFilled: order.lotsFilled,
  quoteFilled: encodeAmount(order.quoteFilled),
  fee: encodeAmount(order.fee),
  openedAt: order.openedAt,
  updatedAt: order.updatedAt,
})

/** Columns of an order as `OrderStored` names them. */
export const ORDER_COLUMNS = `order_no AS orderNo, client_order_id AS clientOrderId, symbol, side, kind, ticks, lots, budget,
  time_in_force AS timeInForce, is_post_only AS isPostOnly, self_trade AS selfTrade, state, close_reason AS closeReason, refusal,
  refusal_facts AS refusalFacts, lots_filled AS lotsFilled, quote_filled AS quoteFilled, fee, opened_at AS openedAt,
  updated_at AS updatedAt, amend_seq AS amendSeq, amend_ticks AS amendTicks, amend_lots AS amendLots`

/** A row of `spot_order`; this file alone writes its words. */
export interface OrderStored {
  readonly orderNo: number
  readonly clientOrderId: string | null
  readonly symbol: string
  readonly side: Side
  readonly kind: OrderKind
  readonly ticks: number
  readonly lots: number
  readonly budget: string | null
  readonly timeInForce: TimeInForce
  readonly isPostOnly: number
  readonly selfTrade: SelfTradePrevention
  readonly state: OrderState
  readonly closeReason: CloseReason | null
  readonly refusal: MarketRefusal | null
  readonly refusalFacts: string | null
  readonly lotsFilled: number
  readonly quoteFilled: string
  readonly fee: string
  readonly openedAt: number
  readonly updatedAt: number
  readonly amendSeq: number | null
  readonly amendTicks: number | null
  readonly amendLots: number | null
}

export const readOrder = ({ amendSeq, amendTicks, amendLots, ...row }: OrderStored): SpotOrder => ({
  ...row,
  ticks: ticks(row.ticks),
  lots: lots(row.lots),
  budget: row.budget === null ? null : decodeAmount(row.budget),
  isPostOnly: row.isPostOnly === 1,
  // Written by `#saveOrder` from RefusalFacts.
  refusalFacts: row.refusalFacts === null ? null : (JSON.parse(row.refusalFacts) as RefusalFacts),
  lotsFilled: lots(row.lotsFilled),
  quoteFilled: decodeAmount(row.quoteFilled),
  fee: decodeAmount(row.fee),
  amend: amendSeq === null ? null : { seq: amendSeq, ticks: ticks(amendTicks ?? 0), lots: lots(amendLots ?? 0) },
})
