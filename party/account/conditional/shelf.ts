// Conditional orders of the user: live ones in memory, all of them saved with the book. It keeps facts; commands, ticks and what becomes
// of spot orders decide what they are.

import { trailOf } from '#domain/conditional/receipt'
import { type Pricing, type Triggers, isLiveState } from '#domain/conditional/triggers'
import { conditionalOrder } from '#db/account/conditional'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Stored = RowOf<typeof conditionalOrder>
/** What an order was made of never changes. */
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

const ORDERS = tableOf(conditionalOrder)

/** What a reference of the ledger says of an order. */
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

export class ConditionalShelf {
  static readonly tables = [conditionalOrder] as const

  readonly #store: Store
  readonly #live = new Map<number, Conditional>()
  readonly #changed = new Map<number, Conditional>()
  /** Ended since the last checkpoint: the table may not know them yet. */
  readonly #uncheckpointed = new Map<number, Conditional>()
  #numberLast: number

  constructor(store: Store) {
    this.#store = store
    this.#numberLast = ORDERS.last(store, 'conditionalNo')
    const live = "WHERE state IN ('waiting', 'live', 'firing', 'sent') ORDER BY conditional_no"
    for (const row of ORDERS.rows(store, live)) this.#live.set(row.conditionalNo, row)
  }

  nextNumber(): number {
    this.#numberLast += 1
    return this.#numberLast
  }

  /** Says that an order is new or was changed, so that it is saved and told. */
  touch(order: Conditional): void {
    this.#changed.set(order.conditionalNo, order)
    if (isLiveState(order.state)) this.#live.set(order.conditionalNo, order)
    else {
      this.#live.delete(order.conditionalNo)
      this.#uncheckpointed.set(order.conditionalNo, order)
    }
  }

  find(conditionalNo: number): Conditional | undefined {
    const known = this.#live.get(conditionalNo) ?? this.#uncheckpointed.get(conditionalNo)
    if (known || conditionalNo > this.#numberLast) return known
    return ORDERS.first(this.#store, 'WHERE conditional_no = ?', conditionalNo)
  }

  get isEmpty(): boolean {
    return this.#live.size === 0
  }

  get liveCount(): number {
    return this.#live.size
  }

  /** In the order of their acceptance. */
  live(symbol: string | null = null): Conditional[] {
    return [...this.#live.values()].filter((order) => symbol === null || order.symbol === symbol)
  }

  changed(): readonly Conditional[] {
    return [...this.#changed.values()]
  }

  save(log: TurnLog): void {
    for (const order of this.#changed.values()) log.put(conditionalOrder, order)
    this.#changed.clear()
  }

  /** The table holds everything that was saved: ended orders leave memory. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const order of this.#changed.values())
      if (!isLiveState(order.state)) this.#uncheckpointed.set(order.conditionalNo, order)
  }
}
