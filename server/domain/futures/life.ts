// The life of a contract order: pending until a tick opens it, open until all its lots are closed.

/** `cancelled`: it never opened, and all that it held is free again. */
export type FuturesState = 'pending' | 'open' | 'closed' | 'cancelled'

/** The states in which one ends. */
export const FUTURES_ENDS = ['closed', 'cancelled'] as const
export type FuturesEnd = (typeof FUTURES_ENDS)[number]

/** Open, with some of its lots closed already. */
export const isPartlyClosed = (position: {
  readonly state: FuturesState
  readonly lots: number
  readonly lotsOrdered: number
}): boolean => position.state === 'open' && position.lots < position.lotsOrdered

/** Who closes a position when not its owner: it is a copy of somebody's trade. */
export type PositionHolder = 'copy'

/** What closed it or called it off. */
export type CloseCause =
  | 'user'
  | 'take_profit'
  | 'stop_loss'
  | 'liquidation'
  /** Closed with a profit so that a loss of the same wallet is paid. */
  | 'cover'
  | 'cancelled'
  /** The first tick was worse than the worst price that its user takes. */
  | 'price_moved'
  /** At the price of the tick its margin was more than there was. */
  | 'margin_short'
  /** The house takes no more on this side. */
  | 'exposure_full'
  /** Its user paused, or locked himself out, while it waited for its price. */
  | 'own_pause'
