// What every product's orders have in common: sides, kinds, how long they stay, where they stand. What one product adds is its own.

export type Side = 'buy' | 'sell'
export type OrderKind = 'limit' | 'market'
/** gtc rests until cancelled; ioc drops what does not fill at once; fok fills whole at once or not at all. */
export type TimeInForce = 'gtc' | 'ioc' | 'fok'
/** Which order goes when both sides of a match are one account's. */
export type SelfTradePrevention = 'cancel_newest' | 'cancel_oldest' | 'cancel_both'
/** `pending` until the Market has said that it has the order. */
export type OrderState = 'pending' | 'open' | 'filled' | 'cancelled' | 'rejected'

/** True until its Market has said what became of an order: that it rests, or, of one that may not rest, what it has filled. */
export const isUndecided = (order: { readonly state: OrderState; readonly timeInForce: TimeInForce }): boolean =>
  order.state === 'pending' || (order.state === 'open' && order.timeInForce !== 'gtc')

/**
 * Where an order stands, as lists of orders ask for it. Closed is filled, cancelled or rejected; cancelled takes in rejected. Taken is every one
 * that was not rejected, called off is cancelled without rejected.
 */
export const ORDER_STAGES = ['open', 'closed', 'filled', 'cancelled', 'taken', 'called_off'] as const
export type OrderStage = (typeof ORDER_STAGES)[number]
/** Why an order left the book, or never entered it. */
export type CloseReason = 'filled' | 'cancelled' | 'not_filled' | 'self_trade' | 'refused'
