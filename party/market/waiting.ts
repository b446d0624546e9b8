// Orders that would meet the house wait for the first round at or after their acceptance, so no trade with the house uses an already public
// price. They are in no book: they match user orders before waiting, and again once the round is published. An order sent by a trigger
// also waits while the price breaker pauses the market: a stop protects best what it was placed for when prices move fast.

import type { Refusal } from '#domain/outcome'
import { worstPrice } from '#domain/price-band'
import type { MarketRefusal } from '#domain/spot'
import { refuse } from '#domain/outcome'
import { whyNotInSession } from '#domain/stocks/session'
import type { WaitingOrder } from './facts'
import type { MarketState } from './state'
import { type CommandContext, type Taker, type Terms, sayClosed, takeOrRest, waitingOrder } from './trading'

/** Runs after the house has quoted by the round; waiting orders continue in order of arrival. */
export function carryOnWaiting(state: MarketState, context: CommandContext): void {
  for (const waiting of state.waiting.all()) {
    if (context.pausedUntil !== null && waiting.isTriggered) {
      if (waiting.from < context.pausedUntil) state.waiting.put({ ...waiting, from: context.pausedUntil })
      continue
    }
    const order = withoutPause(state, context, waiting)
    const refusal = whyNotGoOn(context, order)
    if (!refusal && isRoundMissing(context, order)) continue
    state.waiting.remove(order)
    if (refusal) end(state, context, order, refusal)
    else resumeOrder(state, context, order)
  }
}

/** A restart of the room ends a pause: the order then waits for the next round, not for the end that the pause had. */
function withoutPause(state: MarketState, { now }: CommandContext, order: WaitingOrder): WaitingOrder {
  if (!order.isTriggered || order.from <= now) return order
  const freed = { ...order, from: now }
  state.waiting.put(freed)
  return freed
}

export function cancelWaiting(state: MarketState, context: CommandContext, order: WaitingOrder): void {
  state.waiting.remove(order)
  sayClosed(state, context, order, 'cancelled', order.lots)
}

/** Its account sees it among its open orders and can cancel it. */
export function waitOutPause(state: MarketState, context: CommandContext, taker: Taker, terms: Terms): void {
  state.say(taker.account, context.now, { type: 'accepted', orderNo: taker.orderNo })
  const order = waitingOrder({ taker, terms }, { hasAccepted: true, lotsTraded: 0, tickLotsTraded: 0 }, terms.lots)
  state.waiting.put({ ...order, from: context.pausedUntil ?? context.now })
}

/** Without a price the house is out of the book, and no round is awaited. */
const isRoundMissing = ({ roundAt }: CommandContext, { from }: WaitingOrder): boolean =>
  roundAt !== null && roundAt < from

function whyNotGoOn(
  { pair, band, now }: CommandContext,
  { isMarket, timeInForce }: WaitingOrder,
): Refusal<MarketRefusal> | null {
  if (!pair?.isTradable) return refuse('market_closed').refusal
  const refused = whyNotInSession(pair.stock, { now, mayRest: timeInForce === 'gtc' })
  if (refused) return refused
  return isMarket && !band ? refuse('no_reference_price').refusal : null
}

/** A partly filled order can't be refused: its remainder is cancelled. */
function end(state: MarketState, context: CommandContext, order: WaitingOrder, refusal: Refusal<MarketRefusal>): void {
  if (order.lotsFilled > 0) sayClosed(state, context, order, 'cancelled', order.lots)
  else sayClosed(state, context, order, 'refused', order.lots, refusal)
}

function resumeOrder(state: MarketState, context: CommandContext, order: WaitingOrder): void {
  const { band } = context
  const ticks = order.isMarket && band ? worstPrice(band, order.side, order.ticks) : order.ticks
  takeOrRest(state, context, order, { ...order, ticks, isPostOnly: false })
}
