// An order before it is placed, as rooms and the Worker pass it on.

import type { MarginWallet } from './catalogue'
import type { OrderKind, SelfTradePrevention, Side, TimeInForce } from './order'

/** An order as the Worker asks for it, already on the pair's grid. */
export interface NewOrder {
  readonly symbol: string
  readonly clientOrderId: string | null
  readonly side: Side
  readonly kind: OrderKind
  /** The limit, or the worst price of a market order; 0 when a market order found no reference price to derive it from. */
  readonly ticks: number
  readonly lots: number
  readonly budget: string | null
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly selfTrade: SelfTradePrevention
  /** Absent: the pair's own. */
  readonly wallet?: MarginWallet | undefined
  /** An agent's: refused while there is no index price. Its limits count a sale by the price band. */
  readonly needsIndex?: true | undefined
  /** Key of the agent that asks for it. */
  readonly agent?: string | undefined
}
