// Options of the user: those that run in memory, all of them saved with the book. It keeps facts; commands and ticks decide what they are.

import { type Amount, ZERO, add, decodeAmount, subtract } from '#domain/money/amount'
import { optionOrder } from '#db/account/options'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Stored = RowOf<typeof optionOrder>
/** What an order was made of never changes. */
type Fixed = 'orderNo' | 'symbol' | 'assetId' | 'direction' | 'seconds' | 'stake' | 'fee' | 'terms' | 'acceptedAt'

export type Option = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>

const ORDERS = tableOf(optionOrder)

/** What a reference of the ledger says of an order. */
export const optionRef = (orderNo: number): string => `option:${orderNo}`

export const isLive = ({ state }: Option): boolean => state === 'pending' || state === 'open'

/** What settling an order brought, or took when negative. */
export const resultOf = ({ stake, fee, paid }: Option): Amount =>
  paid === null ? ZERO : subtract(decodeAmount(paid), add(stake, fee))

export class OptionShelf {
  static readonly tables = [optionOrder] as const

  readonly #store: Store
  readonly #live = new Map<number, Option>()
  readonly #changed = new Map<number, Option>()
  /** Ended since the last checkpoint: the table may not know them yet. */
  readonly #uncheckpointed = new Map<number, Option>()
  #orderNoLast: number

  constructor(store: Store) {
    this.#store = store
    this.#orderNoLast = ORDERS.last(store, 'orderNo')
    for (const row of ORDERS.rows(store, "WHERE state IN ('pending', 'open') ORDER BY order_no"))
      this.#live.set(row.orderNo, row)
  }

  nextOrderNo(): number {
    this.#orderNoLast += 1
    return this.#orderNoLast
  }

  /** Says that an order is new or was changed, so that it is saved and told. */
  touch(order: Option): void {
    this.#changed.set(order.orderNo, order)
    if (isLive(order)) this.#live.set(order.orderNo, order)
    else {
      this.#live.delete(order.orderNo)
      this.#uncheckpointed.set(order.orderNo, order)
    }
  }

  find(orderNo: number): Option | undefined {
    const known = this.#live.get(orderNo) ?? this.#uncheckpointed.get(orderNo)
    if (known || orderNo > this.#orderNoLast) return known
    return ORDERS.first(this.#store, 'WHERE order_no = ?', orderNo)
  }

  /** Pending and running ones, in the order of their acceptance. */
  live(symbol: string | null = null): Option[] {
    return [...this.#live.values()].filter((order) => symbol === null || order.symbol === symbol)
  }

  changed(): readonly Option[] {
    return [...this.#changed.values()]
  }

  save(log: TurnLog): void {
    for (const order of this.#changed.values()) log.put(optionOrder, order)
    this.#changed.clear()
  }

  /** The table holds everything that was saved: ended orders leave memory. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const order of this.#changed.values()) if (!isLive(order)) this.#uncheckpointed.set(order.orderNo, order)
  }
}
