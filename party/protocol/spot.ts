// Words of an Account room about spot orders. Prices are ticks and quantities lots; amounts canonical integer text.

import type { MarginWallet } from '#domain/catalogue'
import type { OrderKind, SelfTradePrevention, Side, TimeInForce } from '#domain/order'

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
}

/** An order's name: its number or the client's own id. */
export type OrderName = { readonly orderNo: number } | { readonly clientOrderId: string }

/** The most orders in one `place_spot_orders`. */
export const ORDERS_PER_COMMAND_MAX = 50
