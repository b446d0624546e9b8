// Common parts of all products' orders: sides, kinds, time in force, states.

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
