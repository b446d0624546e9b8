// Applications of the user in sales of tokens: those that are not over in memory, all of them saved with the book. It keeps facts; commands,
// the directory and the clock decide what they are.

import { ieoOrder } from '#db/account/ieo'
import { encodeAmount } from '#domain/money/amount'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'
import type { IeoRow } from '#party/protocol/ieo'
import type { AccountBook } from '../book'

type Stored = RowOf<typeof ieoOrder>
/** What an application was made of never changes. */
type Fixed = 'orderNo' | 'projectId' | 'assetId' | 'payAssetId' | 'quantity' | 'held' | 'tick' | 'terms' | 'acceptedAt'

export type IeoOrder = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>

export interface Ieo {
  readonly book: AccountBook
  readonly orders: IeoShelf
}

const ORDERS = tableOf(ieoOrder)
const IS_LIVE = "state IN ('held', 'applied', 'allotted', 'unlocking')"

/** What the ledger holds a payment under, and the tokens after it. */
export const payRef = (orderNo: number): string => `ieo:${orderNo}`
export const lockRef = (orderNo: number): string => `ieo-lock:${orderNo}`

const isLive = ({ state }: IeoOrder): boolean => state !== 'refused' && state !== 'done'

export class IeoShelf {
  static readonly tables = [ieoOrder] as const

  readonly #store: Store
  readonly #live = new Map<number, IeoOrder>()
  readonly #changed = new Map<number, IeoOrder>()
  /** Over since the last checkpoint: the table may not know it yet. */
  readonly #uncheckpointed = new Map<number, IeoOrder>()
  #orderNoLast: number

  constructor(store: Store) {
    this.#store = store
    this.#orderNoLast = ORDERS.last(store, 'orderNo')
    for (const row of ORDERS.rows(store, `WHERE ${IS_LIVE} ORDER BY order_no`)) this.#live.set(row.orderNo, row)
  }

  nextOrderNo(): number {
    this.#orderNoLast += 1
    return this.#orderNoLast
  }

  /** Says that an application is new or was changed, so that it is saved and told. */
  touch(order: IeoOrder): void {
    this.#changed.set(order.orderNo, order)
    if (isLive(order)) this.#live.set(order.orderNo, order)
    else {
      this.#live.delete(order.orderNo)
      this.#uncheckpointed.set(order.orderNo, order)
    }
  }

  find(orderNo: number): IeoOrder | undefined {
    const known = this.#live.get(orderNo) ?? this.#uncheckpointed.get(orderNo)
    if (known || orderNo > this.#orderNoLast) return known
    return ORDERS.first(this.#store, 'WHERE order_no = ?', orderNo)
  }

  /** What came of an application is in the books, by its number at the directory. */
  isSettled(claimNo: number): boolean {
    for (const orders of [this.#live, this.#uncheckpointed])
      for (const order of orders.values()) if (order.claimNo === claimNo) return order.state !== 'applied'
    const known = ORDERS.first(this.#store, 'WHERE claim_no = ?', claimNo)
    return known !== undefined && known.state !== 'applied'
  }

  /** Those that are not over, in the order in which they were made. */
  live(): readonly IeoOrder[] {
    return [...this.#live.values()]
  }

  changed(): readonly IeoOrder[] {
    return [...this.#changed.values()]
  }

  save(log: TurnLog): void {
    for (const order of this.#changed.values()) log.put(ieoOrder, order)
    this.#changed.clear()
  }

  /** The table holds everything that was saved: what is over leaves memory. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const order of this.#changed.values()) if (!isLive(order)) this.#uncheckpointed.set(order.orderNo, order)
  }
}

export const toRow = ({ held, paid, unlocked, ...order }: IeoOrder): IeoRow => ({
  ...order,
  held: encodeAmount(held),
  paid: encodeAmount(paid),
  unlocked: encodeAmount(unlocked),
})
