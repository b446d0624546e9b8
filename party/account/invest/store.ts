// Store of the user's investments: running ones in memory, all saved with the account. It stores state only; commands and fixings change it.

import { investOrder } from '#db/account/invest'
import { CachedRows } from '#party/lib/cached-rows'
import type { Store } from '#party/lib/store'
import type { RowOf } from '#party/lib/table'

type Stored = RowOf<typeof investOrder>
/** Immutable columns of an order. */
type Fixed = 'orderNo' | 'seriesId' | 'series' | 'shares' | 'assetId' | 'amount' | 'acceptedAt' | 'maturesAt'

export type InvestOrder = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>

/** Ledger reference of an order. */
export const investRef = (orderNo: number): string => `invest:${orderNo}`

const isLive = ({ state }: InvestOrder): boolean => state === 'pending' || state === 'purchased'

export class InvestStore extends CachedRows<typeof investOrder, InvestOrder> {
  static readonly tables = [investOrder] as const

  constructor(store: Store) {
    const cached = "WHERE state IN ('pending', 'purchased') ORDER BY order_no"
    super(store, { schema: investOrder, number: 'orderNo', cached, isCached: isLive })
  }
}
