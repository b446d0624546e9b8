// Execution of an account's commands: the checks that only the Market can make, then trading.ts; orders meet in the book (`submit` of
// fast-book.ts). Synchronous and without storage: time, pair and price band are arguments. Refusals are messages, never exceptions.

import { assertNever } from '#domain/assert'
import type { Pair } from '#domain/catalogue'
import { decodeAmount } from '#domain/money/amount'
import { bookCount, tickLotsForBudget } from '#domain/money/price'
import { type Refusal, refuse } from '#domain/outcome'
import type { MarketRefusal } from '#domain/spot'
import { isActionDue, mayTrade, whyNotInSession } from '#domain/stocks/session'
import type { Side } from '#domain/order'
import type { MarketCommand, MarketReference } from '#party/protocol/market'
import { checkBand, worstPrice } from '#domain/price-band'
import type { Book } from './book'
import type { WaitingOrder } from './facts'
import type { MarketOrder, MarketState } from './state'
import { type CommandContext, type Taker, type Terms, close, partyOf, sayClosed, takeOrRest } from './trading'
import { cancelWaiting, waitOutPause } from './waiting'

type Command<Type extends MarketCommand['type']> = Extract<MarketCommand, { type: Type }>

export function carryOut(state: MarketState, context: CommandContext, account: number, command: MarketCommand): void {
  switch (command.type) {
    case 'submit':
      return submit(state, context, account, command)
    case 'cancel':
      return cancel(state, context, account, command)
    case 'cancel_spot_orders':
      for (const order of state.ordersOf(account)) close(state, context, order, 'cancelled')
      for (const order of state.waiting.all()) if (order.account === account) cancelWaiting(state, context, order)
      return
    case 'amend':
      return amend(state, context, account, command)
    default:
      return assertNever(command)
  }
}

function submit(state: MarketState, context: CommandContext, account: number, command: Command<'submit'>): void {
  const { orderNo, side } = command
  const taker: Taker = { account, orderNo, side, isKnown: false }
  const isTriggered = command.waitsOutPause === true
  const isDelayed = isTriggered && context.pausedUntil !== null
  const refusal = isDelayed ? null : whyNotNow(state, context, command)
  if (refusal) return sayClosed(state, context, taker, 'refused', command.lots, refusal)

  const isMarket = command.kind === 'market'
  const budgetTickLots = isMarket && command.budget !== null ? tickLotsFor(context, command.budget) : null
  if (budgetTickLots === 0) return sayClosed(state, context, taker, 'not_filled', 0)
  const terms: Terms = {
    ticks: isMarket && context.band ? worstPrice(context.band, side, command.ticks) : command.ticks,
    lots: command.lots,
    lotsFilled: 0,
    budgetTickLots,
    isMarket,
    timeInForce: command.timeInForce,
    isPostOnly: command.isPostOnly,
    selfTrade: command.selfTrade,
    from: command.roundAt ?? context.now,
    ...(isTriggered && { isTriggered }),
  }
  if (isDelayed) waitOutPause(state, context, taker, terms)
  else takeOrRest(state, context, taker, terms)
}

/** Refusals before matching, in this order. Post-only and fill-or-kill depend on the book. */
function whyNotNow(
  { book }: MarketState,
  { pair, band, now }: CommandContext,
  command: Command<'submit'>,
): Refusal<MarketRefusal> | null {
  if (!pair?.isTradable) return refuse('market_closed').refusal
  const refused = whyNotInSession(pair.stock, { now, mayRest: command.timeInForce === 'gtc' })
  if (refused) return refused
  // A post-only order that crosses outside trading hours would become the taker at the opening, so it is refused.
  if (command.isPostOnly && !mayTrade(pair.stock, now) && wouldTake(book, command))
    return refuse('post_only_would_take').refusal
  if (!band && (command.kind === 'market' || command.needsIndex)) return refuse('no_reference_price').refusal
  return command.kind === 'limit' ? whyNotAtPrice(pair, band, command.ticks) : null
}

function wouldTake(book: Book, { side, ticks }: { readonly side: Side; readonly ticks: number }): boolean {
  const best = book.best(side === 'buy' ? 'sell' : 'buy')
  return best !== 0 && (side === 'buy' ? best <= ticks : best >= ticks)
}

/** Without an index price no band exists: limit orders then match each other only, at prices that both sides chose. */
function whyNotAtPrice(pair: Pair, band: MarketReference | null, ticks: number): Refusal<MarketRefusal> | null {
  const inBand = band && checkBand(pair, band, ticks)
  return inBand && !inBand.ok ? inBand.refusal : null
}

function cancel(
  state: MarketState,
  context: CommandContext,
  account: number,
  { seq, orderNo }: Command<'cancel'>,
): void {
  const order = state.findOrder(account, orderNo)
  if (order) return close(state, context, order, 'cancelled')
  const waiting = state.waiting.find(account, orderNo)
  if (waiting) return cancelWaiting(state, context, waiting)
  state.say(account, context.now, { type: 'refused', orderNo, commandSeq: seq, refusal: 'order_not_open', facts: {} })
}

/** At the same price with a smaller quantity the order keeps its place. Any other change moves it to the back of the queue. */
function amend(state: MarketState, context: CommandContext, account: number, command: Command<'amend'>): void {
  const { orderNo, ticks, lots } = command
  const waiting = state.waiting.find(account, orderNo)
  if (waiting) return amendWaiting(state, context, waiting, command)
  const order = state.findOrder(account, orderNo)
  const lotsFilled = order ? order.lots - order.lotsLeft : 0
  const refusal = whyNotAmend(state, context, order, { ticks, lots, lotsFilled })
  if (!order || refusal)
    return sayRefused(state, context, account, { command, refusal: refusal ?? refuse('order_not_open').refusal })

  state.say(account, context.now, { type: 'amended', orderNo, ticks, lots })
  if (ticks === order.ticks && lots <= order.lots) {
    state.book.resize(order.id, lots - lotsFilled)
    state.shrink(order, lots, lots - lotsFilled)
    return
  }
  state.book.cancel(order.id)
  state.setLotsLeft(order, 0)
  takeOrRest(
    state,
    context,
    { ...partyOf(order), isKnown: true },
    {
      ticks,
      lots: lots - lotsFilled,
      lotsFilled,
      budgetTickLots: null,
      isMarket: false,
      timeInForce: 'gtc',
      isPostOnly: order.isPostOnly,
      selfTrade: order.selfTrade,
      from: context.now,
    },
  )
}

/** An amended price waits for a round after the amendment. */
function amendWaiting(
  state: MarketState,
  context: CommandContext,
  order: WaitingOrder,
  command: Command<'amend'>,
): void {
  const { account, orderNo, lotsFilled } = order
  const { ticks, lots } = command
  const before = { ...order, lots: order.lots + lotsFilled, isPostOnly: false }
  const refusal =
    order.isMarket || order.timeInForce !== 'gtc'
      ? refuse('order_not_open').refusal
      : whyNotAmend(state, context, before, { ticks, lots, lotsFilled })
  if (refusal) return sayRefused(state, context, account, { command, refusal })
  if (!order.isKnown) state.say(account, context.now, { type: 'accepted', orderNo })
  state.say(account, context.now, { type: 'amended', orderNo, ticks, lots })
  state.waiting.put({ ...order, isKnown: true, ticks, lots: lots - lotsFilled, from: context.now })
}

function sayRefused(
  state: MarketState,
  { now }: CommandContext,
  account: number,
  { command, refusal }: { readonly command: Command<'amend'>; readonly refusal: Refusal<MarketRefusal> },
): void {
  const { orderNo, seq } = command
  const { code, facts } = refusal
  state.say(account, now, { type: 'refused', orderNo, commandSeq: seq, refusal: code, facts })
}

/** Judged before the order leaves its place, so that a refused amendment changes nothing. */
function whyNotAmend(
  { book }: MarketState,
  { pair, band, now }: CommandContext,
  order: Pick<MarketOrder, 'side' | 'ticks' | 'lots' | 'isPostOnly'> | undefined,
  { ticks, lots, lotsFilled }: { readonly ticks: number; readonly lots: number; readonly lotsFilled: number },
): Refusal<MarketRefusal> | null {
  if (!order) return refuse('order_not_open').refusal
  if (pair?.stock && isActionDue(pair.stock, now)) return refuse('stock_action_due').refusal
  if (lots <= lotsFilled) return refuse('amend_below_filled').refusal
  if (ticks === order.ticks && lots <= order.lots) return null
  if (!pair?.isTradable) return refuse('market_closed').refusal
  const outOfBand = whyNotAtPrice(pair, band, ticks)
  if (outOfBand) return outOfBand
  return order.isPostOnly && wouldTake(book, { side: order.side, ticks })
    ? refuse('post_only_would_take').refusal
    : null
}

/** A budget in ticks × lots. The rest of a unit stays with its owner. */
const tickLotsFor = ({ pair }: CommandContext, budget: string): number =>
  pair ? bookCount(tickLotsForBudget(pair, decodeAmount(budget))) : 0
