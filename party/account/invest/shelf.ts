// Investments of the user: those that run in memory, all of them saved with the book. It keeps facts; commands and fixings decide what they are.

import { investOrder } from '#db/account/invest'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Stored = RowOf<typeof investOrder>
/** What an order was made of never changes. */
type Fixed = 'orderNo' | 'seriesId' | 'series' | 'shares' | 'assetId' | 'amount' | 'acceptedAt' | 'maturesAt'

export type InvestOrder = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>

const ORDERS = tableOf(investOrder)

/** What a reference of the ledger says of an order. */
export const investRef = (orderNo: number): string => `invest:${orderNo}`

export const isLive = ({ state }: InvestOrder): boolean => state === 'pending' || state === 'purchased'

export class InvestShelf {
  static readonly tables = [investOrder] as const

  readonly #store: Store
  readonly #live = new Map<number, InvestOrder>()
  readonly #changed = new Map<number, InvestOrder>()
  /** Ended since the last checkpoint: the table may not know them yet. */
  readonly #uncheckpointed = new Map<number, InvestOrder>()
  #orderNoLast: number

  constructor(store: Store) {
    this.#store = store
    this.#orderNoLast = ORDERS.last(store, 'orderNo')
    for (const row of ORDERS.rows(store, "WHERE state IN ('pending', 'purchased') ORDER BY order_no"))
      this.#live.set(row.orderNo, row)
  }

  nextOrderNo(): number {
    this.#orderNoLast += 1
    return this.#orderNoLast
  }

  /** Says that an order is new or was changed, so that it is saved and told. */
  touch(order: InvestOrder): void {
    this.#changed.set(order.orderNo, order)
    if (isLive(order)) this.#live.set(order.orderNo, order)
    else {
      this.#live.delete(order.orderNo)
      this.#uncheckpointed.set(order.orderNo, order)
    }
  }

  find(orderNo: number): InvestOrder | undefined {
    const known = this.#live.get(orderNo) ?? this.#uncheckpointed.get(orderNo)
    if (known || orderNo > this.#orderNoLast) return known
    return ORDERS.first(this.#store, 'WHERE order_no = ?', orderNo)
  }

  /** Pending and purchased ones, in the order of their acceptance. */
  live(): InvestOrder[] {
    return [...this.#live.values()]
  }

  changed(): readonly InvestOrder[] {
    return [...this.#changed.values()]
  }

  save(log: TurnLog): void {
    for (const order of this.#changed.values()) log.put(investOrder, order)
    this.#changed.clear()
  }

  /** The table holds everything that was saved: ended orders leave memory. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const each of this.#changed.values()) if (!isLive(each)) this.#uncheckpointed.set(each.orderNo, each)
  }
}
