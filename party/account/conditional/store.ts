// Store of the user's conditional orders: live ones in memory, all of them saved with the account. It stores state only; commands, ticks and
// spot order outcomes change it.

import { trailOf } from '#domain/conditional/receipt'
import { type Pricing, type Triggers, isLiveState } from '#domain/conditional/triggers'
import { conditionalOrder } from '#db/account/conditional'
import { CachedRows } from '#party/lib/cached-rows'
import type { Store } from '#party/lib/store'
import type { RowOf } from '#party/lib/table'

type Stored = RowOf<typeof conditionalOrder>
/** Immutable columns of an order. */
type Fixed =
  | 'conditionalNo'
  | 'symbol'
  | 'side'
  | 'kind'
  | 'stopSteps'
  | 'profitSteps'
  | 'trailSteps'
  | 'trailRate'
  | 'limitTicks'
  | 'worstTicks'
  | 'assetId'
  | 'linkedNo'
  | 'legTicks'
  | 'priceDecimals'
  | 'tickSteps'
  | 'priceBand'
  | 'acceptedAt'

export type Conditional = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>

/** Ledger reference of a conditional order. */
export const conditionalRef = (conditionalNo: number): string => `conditional:${conditionalNo}`

export const triggersOf = ({ side, stopSteps, profitSteps, bestSteps, ...order }: Conditional): Triggers => ({
  side,
  stopSteps,
  profitSteps,
  bestSteps,
  trail: trailOf(order),
})

export const pricingOf = ({ side, limitTicks, worstTicks, tickSteps, priceBand }: Conditional): Pricing => ({
  side,
  limitTicks,
  worstTicks,
  tickSteps,
  priceBand,
})

export class ConditionalStore extends CachedRows<typeof conditionalOrder, Conditional> {
  static readonly tables = [conditionalOrder] as const

  constructor(store: Store) {
    const cached = "WHERE state IN ('waiting', 'live', 'firing', 'sent') ORDER BY conditional_no"
    const isCached = ({ state }: Conditional) => isLiveState(state)
    super(store, { schema: conditionalOrder, number: 'conditionalNo', cached, isCached })
  }

  get isEmpty(): boolean {
    return this.liveCount === 0
  }

  /** In order of acceptance. */
  override live(symbol: string | null = null): Conditional[] {
    return super.live().filter((order) => symbol === null || order.symbol === symbol)
  }
}
