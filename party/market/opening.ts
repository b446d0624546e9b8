// The opening of a session: orders that rested outside trading hours meet each other.

import { HOUSE, type MarketOrder, type MarketState } from './state'
import { ANY_ROUND, type CommandContext, close, partyOf, takeOrRest } from './trading'

/**
 * At the opening: orders that rested outside trading hours may cross. Crossing orders leave the book and re-enter in order of arrival, so
 * each matches the orders before it at the older order's price.
 */
export function meetAtOpening(state: MarketState, context: CommandContext): void {
  const isCrossed = (): boolean => state.book.best('sell') !== 0 && state.book.best('buy') >= state.book.best('sell')
  if (!isCrossed()) return
  // The house's quotes from before the session's end are outdated.
  for (const order of state.ordersOf(HOUSE)) close(state, context, order, 'cancelled')
  if (!isCrossed()) return
  const [bid, ask] = [state.book.best('buy'), state.book.best('sell')]
  const crossing = Array.from(state.book.orders(), ({ id }) => state.order(id))
    .filter(({ side, ticks }) => (side === 'buy' ? ticks >= ask : ticks <= bid))
    .sort((left, right) => left.id - right.id)
  const waiting = crossing.map((order) => ({ ...order }))
  for (const order of crossing) {
    state.book.cancel(order.id)
    state.setLotsLeft(order, 0)
  }
  for (const order of waiting) comeAgain(state, context, order)
}

function comeAgain(state: MarketState, context: CommandContext, order: MarketOrder): void {
  const { ticks, lots, lotsLeft, isPostOnly, selfTrade } = order
  const terms = { lots: lotsLeft, lotsFilled: lots - lotsLeft, budgetTickLots: null, isMarket: false }
  takeOrRest(
    state,
    context,
    { ...partyOf(order), isKnown: true },
    { ticks, ...terms, timeInForce: 'gtc', isPostOnly, selfTrade, from: ANY_ROUND },
  )
}
