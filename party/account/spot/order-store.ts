// Store of the user's spot orders and fills: open orders in memory, all saved with the account and found by number or client id. It stores
// state only; commands and the settlement of Market messages change it.

import { encodeAmount } from '#domain/money/amount'
import type { Lots, Ticks } from '#domain/money/price'
import type { SpotFillRow, SpotOrderRow } from '#party/protocol/account-rows'
import type { OrderName } from '#party/protocol/spot'
import { spotFill, spotOrder } from '#db/account/spot'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'
import type { RowHistory } from '#party/lib/slice'

/** The one amendment that its Market has not answered yet. */
interface AmendInFlight {
  readonly seq: number
  readonly ticks: Ticks
  readonly lots: Lots
}

/** An order in memory: its row, with the amendment's columns as one value. Immutable columns are read-only. */
export type SpotOrder = Readonly<Omit<Stored, Changing | `amend${string}`>> &
  Pick<Stored, Changing> & { amend: AmendInFlight | null }

type Stored = RowOf<typeof spotOrder>
type Changing =
  | 'ticks'
  | 'lots'
  | 'state'
  | 'closeReason'
  | 'refusal'
  | 'refusalFacts'
  | 'lotsFilled'
  | 'quoteFilled'
  | 'fee'
  | 'updatedAt'

/** A fill without its number. */
export type SpotFill = Omit<RowOf<typeof spotFill>, 'id'>

const ORDERS = tableOf(spotOrder)
const ORDER_NOS = ORDERS.pick('orderNo')

/** Ledger reference of an order. */
export const orderRef = (orderNo: number): string => `spot:${orderNo}`

export const isOpen = (order: SpotOrder): boolean => order.state === 'pending' || order.state === 'open'

export class OrderStore {
  static readonly tables = [spotOrder, spotFill] as const

  readonly #store: Store
  readonly #open = new Map<number, SpotOrder>()
  /** Changed since the last save; and orders, closed ones included, that the table may not contain yet. */
  readonly #changed = new Map<number, SpotOrder>()
  readonly #uncheckpointed = new Map<number, SpotOrder>()
  readonly #clientIds = new Map<string, number>()
  readonly #openCounts = new Map<string, number>()
  #fills: SpotFill[] = []
  #orderNoLast: number
  #fillIdLast: number

  constructor(store: Store) {
    this.#store = store
    this.#orderNoLast = ORDERS.last(store, 'orderNo')
    this.#fillIdLast = tableOf(spotFill).last(store, 'id')
    for (const row of ORDERS.rows(store, "WHERE state IN ('pending', 'open') ORDER BY order_no"))
      this.#keepOpen(readOrder(row))
  }

  get orderHistory(): RowHistory {
    return { last: this.#orderNoLast, changing: [...this.#open.keys()] }
  }

  get fillHistory(): RowHistory {
    return { last: this.#fillIdLast, changing: [] }
  }

  nextOrderNo(): number {
    this.#orderNoLast += 1
    return this.#orderNoLast
  }

  add(order: SpotOrder): void {
    this.#keepOpen(order)
    this.#note(order)
  }

  /** Marks an order as changed, so it is saved and published. */
  touch(order: SpotOrder, now: number): void {
    order.updatedAt = now
    this.#note(order)
    if (!isOpen(order) && this.#open.delete(order.orderNo)) this.#count(order.symbol, -1)
  }

  addFill(fill: SpotFill): void {
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
  changed(): { orders: SpotOrderRow[]; fills: SpotFillRow[] } {
    return { orders: [...this.#changed.values()].map(toOrderRow), fills: this.#fills.map(toFillRow) }
  }

  save(log: TurnLog): void {
    for (const order of this.#changed.values()) log.put(spotOrder, toStored(order))
    for (const fill of this.#fills) {
      this.#fillIdLast += 1
      log.add(spotFill, { id: this.#fillIdLast, ...fill })
    }
    this.#changed.clear()
    this.#fills = []
  }

  /** The table holds everything that was saved: closed orders leave memory. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    this.#clientIds.clear()
    for (const order of this.#changed.values()) this.#note(order)
  }

  #note(order: SpotOrder): void {
    this.#changed.set(order.orderNo, order)
    this.#uncheckpointed.set(order.orderNo, order)
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
    const inMemory = this.#open.get(orderNo) ?? this.#uncheckpointed.get(orderNo)
    if (inMemory || orderNo > this.#orderNoLast) return inMemory
    const row = ORDERS.first(this.#store, 'WHERE order_no = ?', orderNo)
    return row && readOrder(row)
  }

  #findByClientId(clientOrderId: string): SpotOrder | undefined {
    const unsettled = this.#clientIds.get(clientOrderId)
    if (unsettled !== undefined) return this.#findByNo(unsettled)
    const row = ORDER_NOS.first(this.#store, 'WHERE client_order_id = ?', clientOrderId)
    return row && this.#findByNo(row.orderNo)
  }
}

const toStored = ({ amend, ...row }: SpotOrder): Stored => ({
  ...row,
  amendSeq: amend?.seq ?? null,
  amendTicks: amend?.ticks ?? null,
  amendLots: amend?.lots ?? null,
})

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
  ...(order.wallet && { wallet: order.wallet }),
})

export const readOrder = ({ amendSeq, amendTicks, amendLots, ...row }: Stored): SpotOrder => ({
  ...row,
  amend:
    amendSeq === null || amendTicks === null || amendLots === null
      ? null
      : { seq: amendSeq, ticks: amendTicks, lots: amendLots },
})

export const toFillRow = (fill: SpotFill): SpotFillRow => ({
  tradeNo: fill.tradeNo,
  orderNo: fill.orderNo,
  symbol: fill.symbol,
  side: fill.side,
  role: fill.role,
  ticks: fill.ticks,
  lots: fill.lots,
  fee: encodeAmount(fill.fee),
  at: fill.at,
  isOfHouse: fill.isOfHouse,
})
