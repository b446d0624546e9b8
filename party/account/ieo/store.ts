// Store of the user's token sale applications: unfinished ones in memory, all saved with the account. It stores state only; commands, the
// directory and the clock change it.

import { ieoOrder } from '#db/account/ieo'
import { encodeAmount } from '#domain/money/amount'
import { CachedRows } from '#party/lib/cached-rows'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { IeoRow } from '#party/protocol/ieo'
import type { AccountState } from '../state'

type Stored = RowOf<typeof ieoOrder>
/** Immutable columns of an application. */
type Fixed = 'orderNo' | 'projectId' | 'assetId' | 'payAssetId' | 'quantity' | 'held' | 'tick' | 'terms' | 'acceptedAt'

export type IeoOrder = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>

export interface Ieo {
  readonly account: AccountState
  readonly orders: IeoStore
}

/** Ledger references of the payment's hold, and of the locked tokens. */
export const payRef = (orderNo: number): string => `ieo:${orderNo}`
export const lockRef = (orderNo: number): string => `ieo-lock:${orderNo}`

const isLive = ({ state }: IeoOrder): boolean => state !== 'refused' && state !== 'done'

export class IeoStore extends CachedRows<typeof ieoOrder, IeoOrder> {
  static readonly tables = [ieoOrder] as const
  readonly #store: Store

  constructor(store: Store) {
    const cached = "WHERE state IN ('held', 'applied', 'allotted', 'unlocking') ORDER BY order_no"
    super(store, { schema: ieoOrder, number: 'orderNo', cached, isCached: isLive })
    this.#store = store
  }

  /** Whether the application of a directory claim number is settled. */
  isSettled(claimNo: number): boolean {
    const known =
      this.recent().find((order) => order.claimNo === claimNo) ??
      tableOf(ieoOrder).first(this.#store, 'WHERE claim_no = ?', claimNo)
    return known !== undefined && known.state !== 'applied'
  }
}

export const toRow = ({ held, paid, unlocked, ...order }: IeoOrder): IeoRow => ({
  ...order,
  held: encodeAmount(held),
  paid: encodeAmount(paid),
  unlocked: encodeAmount(unlocked),
})
