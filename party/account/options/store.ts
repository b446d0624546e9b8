// Store of the user's options: running ones in memory, all saved with the account. It stores state only; commands and ticks change it.

import { type Amount, ZERO, add, decodeAmount, subtract } from '#domain/money/amount'
import { optionOrder } from '#db/account/options'
import { CachedRows } from '#party/lib/cached-rows'
import type { Store } from '#party/lib/store'
import type { RowOf } from '#party/lib/table'

type Stored = RowOf<typeof optionOrder>
/** Immutable columns of an order. */
type Fixed = 'orderNo' | 'symbol' | 'assetId' | 'direction' | 'seconds' | 'stake' | 'fee' | 'terms' | 'acceptedAt'

export type Option = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>

/** Ledger reference of an order. */
export const optionRef = (orderNo: number): string => `option:${orderNo}`

const isLive = ({ state }: Option): boolean => state === 'pending' || state === 'open'

/** Pnl of a settled order. */
export const resultOf = ({ stake, fee, paid }: Pick<Option, 'stake' | 'fee' | 'paid'>): Amount =>
  paid === null ? ZERO : subtract(decodeAmount(paid), add(stake, fee))

export class OptionStore extends CachedRows<typeof optionOrder, Option> {
  static readonly tables = [optionOrder] as const

  constructor(store: Store) {
    const cached = "WHERE state IN ('pending', 'open') ORDER BY order_no"
    super(store, { schema: optionOrder, number: 'orderNo', cached, isCached: isLive })
  }

  /** Pending and running orders, in order of acceptance. */
  override live(symbol: string | null = null): Option[] {
    return super.live().filter((order) => symbol === null || order.symbol === symbol)
  }
}
