// The user's spot orders and fills: open orders live in memory, all are saved with the book and read back by number or client id.
// It keeps facts; what may change them is decided by the commands and by the settlement of a Market's messages.

import type { RefusalFacts } from '#domain/outcome'
import type { CloseReason, OrderKind, OrderState, SelfTradePrevention, Side, TimeInForce } from '#domain/order'
import type { MarketRefusal } from '#domain/spot'
import { type Amount, decodeAmount, encodeAmount } from '#domain/money/amount'
import { type Lots, type Ticks, lots, ticks } from '#domain/money/price'
import type { SpotFillRow, OrderName, SpotOrderRow } from '#party/protocol/account'
import type { Store } from '#party/lib/store'
import type { TurnLog } from '#party/lib/turn-log'

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
  /** Changed since the last save; and those that the table may not know yet, closed ones among them. */
  readonly #changed = new Map<number, SpotOrder>()
  readonly #unsettled = new Map<number, SpotOrder>()
  readonly #clientIds = new Map<string, number>()
  readonly #openCounts = new Map<string, number>()
  #fills: SpotFillRow[] = []
  #orderNoLast: number
  #fillIdLast: number

  constructor(store: Store) {
    this.#store = store
    this.#orderNoLast = store.first<{ no: number | null }>('SELECT max(order_no) AS no FROM spot_order')?.no ?? 0
    this.#fillIdLast = store.first<{ id: number | null }>('SELECT max(id) AS id FROM spot_fill')?.id ?? 0
    const statement = `SELECT ${ORDER_COLUMNS} FROM spot_order WHERE state IN ('pending', 'open') ORDER BY order_no`
    for (const row of store.rows<OrderStored>(statement)) this.#keepOpen(readOrder(row))
  }

  nextOrderNo(): number {
    this.#orderNoLast += 1
    return this.#orderNoLast
  }

  add(order: SpotOrder): void {
    this.#keepOpen(order)
    this.#note(order)
  }

  /** Says that an order was changed, so that it is saved and told. */
  touch(order: SpotOrder, now: number): void {
    order.updatedAt = now
    this.#note(order)
    if (!isOpen(order) && this.#open.delete(order.orderNo)) this.#count(order.symbol, -1)
  }

  addFill(fill: SpotFillRow): void {
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
  changed(): { orders: SpotOrderRow[]; fills: readonly SpotFillRow[] } {
    return { orders: [...this.#changed.values()].map(toOrderRow), fills: this.#fills }
  }

  save(log: TurnLog): void {
    for (const order of this.#changed.values()) log.put('spot_order', ...orderValues(order))
    for (const fill of this.#fills) {
      this.#fillIdLast += 1
      const { orderNo, tradeNo, symbol, side, role, ticks: at, lots: filled, fee } = fill
      log.add('spot_fill', this.#fillIdLast, orderNo, tradeNo, symbol, side, role, at, filled, fee, fill.at)
    }
    this.#changed.clear()
    this.#fills = []
  }

  /** The table holds everything that was saved: closed orders leave memory. */
  settled(): void {
    this.#unsettled.clear()
    this.#clientIds.clear()
    for (const order of this.#changed.values()) this.#note(order)
  }

  #note(order: SpotOrder): void {
    this.#changed.set(order.orderNo, order)
    this.#unsettled.set(order.orderNo, order)
    if (order.clientOrderId !== null) this.#clientIds.set(order.clientOrderId, order.orderNo)
  }

  #keepOpen(order: SpotOrder): void {
    this.#open.set(order.orderNo, order)
    this.#count(order.symbol, 1)
  }

  #count(symbol: string, step: 1 | -1): void {
    this.#openCounts.set(symbol, this.openCount(symbol) + step)
  }

  #findByNo(orderNo: number): SpotOrder | undefined {
    const inMemory = this.#open.get(orderNo) ?? this.#unsettled.get(orderNo)
    if (inMemory || orderNo > this.#orderNoLast) return inMemory
    const row = this.#store.first<OrderStored>(`SELECT ${ORDER_COLUMNS} FROM spot_order WHERE order_no = ?`, orderNo)
    return row && readOrder(row)
  }

  #findByClientId(clientOrderId: string): SpotOrder | undefined {
    const unsettled = this.#clientIds.get(clientOrderId)
    if (unsettled !== undefined) return this.#findByNo(unsettled)
    const statement = 'SELECT order_no AS orderNo FROM spot_order WHERE client_order_id = ?'
    const row = this.#store.first<{ orderNo: number }>(statement, clientOrderId)
    return row && this.#findByNo(row.orderNo)
  }
}

/** A row of `spot_order`, in the order of its columns in the turn's log. */
const orderValues = (order: SpotOrder): (string | number | null)[] => [
  order.orderNo,
  order.clientOrderId,
  order.symbol,
  order.side,
  order.kind,
  order.ticks,
  order.lots,
  order.budget === null ? null : encodeAmount(order.budget),
  order.timeInForce,
  order.isPostOnly ? 1 : 0,
  order.selfTrade,
  order.state,
  order.closeReason,
  order.refusal,
  order.refusalFacts === null ? null : JSON.stringify(order.refusalFacts),
  order.lotsFilled,
  encodeAmount(order.quoteFilled),
  encodeAmount(order.fee),
  order.openedAt,
  order.updatedAt,
  order.amend?.seq ?? null,
  order.amend?.ticks ?? null,
  order.amend?.lots ?? null,
]

export const toOrderRow = (order: SpotOrder): SpotOrderRow => ({
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
  refusalFacts: order.refusalFacts ?? {},
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
  // Written by `orderValues` from RefusalFacts.
  refusalFacts: row.refusalFacts === null ? null : (JSON.parse(row.refusalFacts) as RefusalFacts),
  lotsFilled: lots(row.lotsFilled),
  quoteFilled: decodeAmount(row.quoteFilled),
  fee: decodeAmount(row.fee),
  amend: amendSeq === null ? null : { seq: amendSeq, ticks: ticks(amendTicks ?? 0), lots: lots(amendLots ?? 0) },
})
