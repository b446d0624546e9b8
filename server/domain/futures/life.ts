// The life of a contract order: pending until a tick opens it, open until all its lots are closed.

/** `cancelled`: never opened; its whole hold was released. */
export type FuturesState = 'pending' | 'open' | 'closed' | 'cancelled'

/** Final states. */
export const FUTURES_ENDS = ['closed', 'cancelled'] as const
export type FuturesEnd = (typeof FUTURES_ENDS)[number]

/** Open, with some of its lots closed already. */
export const isPartlyClosed = (position: {
  readonly state: FuturesState
  readonly lots: number
  readonly lotsOrdered: number
}): boolean => position.state === 'open' && position.lots < position.lotsOrdered

/** Holder that alone may close the position: copy trading. */
export type PositionHolder = 'copy'

/** Cause of a close or cancellation. */
export type CloseCause =
  | 'user'
  | 'take_profit'
  | 'stop_loss'
  | 'liquidation'
  /** Closed with a profit to cover a loss of the same wallet. */
  | 'cover'
  | 'cancelled'
  /** The first tick was worse than the worst price that its user takes. */
  | 'price_moved'
  /** The required margin at the tick's price exceeded the available amount. */
  | 'margin_short'
  /** House exposure on this side has reached its cap. */
  | 'exposure_full'
  /** Its user paused, or locked himself out, while it waited for its price. */
  | 'own_pause'
