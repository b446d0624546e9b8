// Common parts of all products' orders: sides, kinds, time in force, states.

import type { MarginWallet } from './catalogue'

export type Side = 'buy' | 'sell'
export type OrderKind = 'limit' | 'market'
/** gtc rests until cancelled; ioc cancels the unfilled remainder at once; fok fills completely at once or not at all. */
export type TimeInForce = 'gtc' | 'ioc' | 'fok'
/** Order to cancel when both sides of a match belong to one account. */
export type SelfTradePrevention = 'cancel_newest' | 'cancel_oldest' | 'cancel_both'
/** `pending` until the Market has accepted the order. */
export type OrderState = 'pending' | 'open' | 'filled' | 'cancelled' | 'rejected'

/** True until the Market has decided: the order rests, or, for an order that can't rest, has its final fills. */
export const isUndecided = (order: { readonly state: OrderState; readonly timeInForce: TimeInForce }): boolean =>
  order.state === 'pending' || (order.state === 'open' && order.timeInForce !== 'gtc')

/**
 * Filters of order lists. closed: filled, cancelled or rejected; cancelled includes rejected. taken: all except rejected; called_off:
 * cancelled without rejected.
 */
export const ORDER_STAGES = ['open', 'closed', 'filled', 'cancelled', 'taken', 'called_off'] as const
export type OrderStage = (typeof ORDER_STAGES)[number]
/** Why an order left the book, or never entered it. */
export type CloseReason = 'filled' | 'cancelled' | 'not_filled' | 'self_trade' | 'refused'

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
