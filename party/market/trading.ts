// Life of one order in the book and the messages to both sides: trade, rest, end. Used by commands and by the house. Synchronous and
// without storage; admission was checked before.

import { assert } from '#domain/assert'
import type { Pair } from '#domain/catalogue'
import { lots as toLots, ticks as toTicks } from '#domain/money/price'
import type { Refusal } from '#domain/outcome'
import type { CloseReason, SelfTradePrevention, Side } from '#domain/order'
import { type MarketRefusal, fillAmounts } from '#domain/spot'
import type { Tick } from '#domain/quotes/chain'
import { mayTrade } from '#domain/stocks/session'
import type { MarketReference } from '#party/protocol/market'
import type { BookListener, BookOrder } from './book'
import type { WaitingOrder } from './facts'
import { HOUSE, type MarketOrder, type MarketState } from './state'

/** Inputs for judging a command. `pair` is null when delisted; `band` is null without an index price. */
export interface CommandContext {
  readonly pair: Pair | null
  readonly band: MarketReference | null
  /** Publication time of the round behind the house's quotes; null without an index price. */
  readonly roundAt: number | null
  /** End of the price breaker's pause; null without one. */
  readonly pausedUntil: number | null
  /** USDT price of the quote asset, sent with each fill; absent where the quote is USDT. */
  readonly quotePrice?: string | null
  /** The house's quotes follow this tick. Absent in a Market without a feed. */
  readonly tick?: Tick | null
  readonly now: number
}

/** Order and owner of one trade side. */
export interface Party {
  readonly account: number
  readonly orderNo: number
  readonly side: Side
}

/** `isKnown`: its account knows that the order was accepted. */
export interface Taker extends Party {
  readonly isKnown: boolean
}

export interface Terms {
  readonly ticks: number
  /** Lots left to trade. */
  readonly lots: number
  /** Lots traded before an amendment. */
  readonly lotsFilled: number
  readonly budgetTickLots: number | null
  readonly isMarket: boolean
  readonly timeInForce: BookOrder['timeInForce']
  readonly isPostOnly: boolean
  readonly selfTrade: SelfTradePrevention
  /** The house fills it at a round of this instant or later. */
  readonly from: number
  readonly isTriggered?: true
}

/** Orders that never match the house, and the house's own orders. */
export const ANY_ROUND = 0

/**
 * Submits an order to the book and sends both sides their messages. Outside trading hours it rests without matching. Where it would meet
 * the house before its round is published, its remainder waits for that round.
 */
export function takeOrRest(state: MarketState, context: CommandContext, taker: Taker, terms: Terms): void {
  const id = state.nextOrderId()
  if (!mayTrade(context.pair?.stock, context.now)) return restUnmatched(state, context, { id, taker, terms })
  const stopsAtHouse = context.roundAt === null || context.roundAt < terms.from
  const order: BookOrder = { id, owner: taker.account, side: taker.side, ...terms, stopsAtHouse }
  const teller = new TradeTeller(state, context, { taker, from: terms.from })
  const { end, lotsLeft } = state.book.submit(order, teller)
  if (end === 'house_met') return state.waiting.put(waitingOrder({ taker, terms }, teller, lotsLeft))
  if (end === 'post_only_would_take' || end === 'fill_or_kill_unfilled')
    return sayClosed(state, context, taker, 'refused', lotsLeft, { code: end, facts: {} })
  teller.sayAccepted()
  if (end === 'rested') state.rest(restingOrder({ id, taker, terms }, lotsLeft))
  else sayClosed(state, context, taker, end, lotsLeft)
}

interface Placed {
  readonly id: number
  readonly taker: Taker
  readonly terms: Terms
}

export function waitingOrder(
  { taker, terms }: Omit<Placed, 'id'>,
  { hasAccepted, lotsTraded, tickLotsTraded }: Pick<TradeTeller, 'hasAccepted' | 'lotsTraded' | 'tickLotsTraded'>,
  lotsLeft: number,
): WaitingOrder {
  const { account, orderNo, side } = taker
  const { ticks, lotsFilled, budgetTickLots, isMarket, timeInForce, selfTrade, from, isTriggered } = terms
  return {
    ...{ account, orderNo, side, isKnown: hasAccepted, ticks, isMarket, timeInForce, selfTrade, from },
    ...(isTriggered && { isTriggered }),
    lots: lotsLeft,
    lotsFilled: lotsFilled + lotsTraded,
    budgetTickLots: budgetTickLots === null ? null : budgetTickLots - tickLotsTraded,
  }
}

const restingOrder = ({ id, taker, terms }: Placed, lotsLeft: number): MarketOrder => ({
  id,
  account: taker.account,
  orderNo: taker.account === HOUSE ? id : taker.orderNo,
  side: taker.side,
  ticks: terms.ticks,
  lots: terms.lots + terms.lotsFilled,
  lotsLeft,
  isPostOnly: terms.isPostOnly,
  selfTrade: terms.selfTrade,
})

function restUnmatched(state: MarketState, context: CommandContext, placed: Placed): void {
  const { taker, terms } = placed
  if (!taker.isKnown) state.say(taker.account, context.now, { type: 'accepted', orderNo: taker.orderNo })
  const order = restingOrder(placed, terms.lots)
  state.book.restore({ ...order, owner: order.account })
  state.rest(order)
}

interface Traded {
  readonly tradeNo: number
  readonly ticks: number
  readonly lots: number
  readonly isOfHouse: boolean
}

/** Listens to the book and sends messages to both sides. Trades of the house are booked for it. */
class TradeTeller implements BookListener {
  readonly #state: MarketState
  readonly #context: CommandContext
  readonly #taker: Taker
  readonly #from: number
  lotsTraded = 0
  tickLotsTraded = 0
  #hasAccepted: boolean

  constructor(
    state: MarketState,
    context: CommandContext,
    { taker, from }: { readonly taker: Taker; readonly from: number },
  ) {
    this.#state = state
    this.#context = context
    this.#taker = taker
    this.#from = from
    this.#hasAccepted = taker.isKnown
  }

  get hasAccepted(): boolean {
    return this.#hasAccepted
  }

  /** Sent once, before any other message of the order; never for an order that the book refuses. */
  sayAccepted(): void {
    if (this.#hasAccepted) return
    this.#hasAccepted = true
    this.#state.say(this.#taker.account, this.#context.now, { type: 'accepted', orderNo: this.#taker.orderNo })
  }

  trade(makerId: number, _takerId: number, ticks: number, lots: number, makerLotsLeft: number): void {
    const [state, context, taker] = [this.#state, this.#context, this.#taker]
    this.sayAccepted()
    this.lotsTraded += lots
    this.tickLotsTraded += ticks * lots
    const maker = state.order(makerId)
    const tradeNo = state.nextTradeNo()
    state.addTrade({ tradeNo, at: context.now, ticks, lots, side: taker.side })
    const isOfHouse = taker.account === HOUSE || maker.account === HOUSE
    this.#sendFill(taker, 'taker', { tradeNo, ticks, lots, isOfHouse })
    this.#sendFill(maker, 'maker', { tradeNo, ticks, lots, isOfHouse })
    state.setLotsLeft(maker, makerLotsLeft)
    if (makerLotsLeft === 0) sayClosed(state, context, maker, 'filled', 0)
  }

  selfTradeCancelled(orderId: number, lotsLeft: number): void {
    this.sayAccepted()
    const order = this.#state.order(orderId)
    this.#state.setLotsLeft(order, 0)
    sayClosed(this.#state, this.#context, order, 'self_trade', lotsLeft)
  }

  #sendFill(party: Party, role: 'maker' | 'taker', { isOfHouse, ...trade }: Traded): void {
    const [state, context] = [this.#state, this.#context]
    const { pair } = context
    assert(pair !== null, 'nothing trades in a pair that is not listed')
    const { account, orderNo, side } = party
    const fill = { side, price: toTicks(trade.ticks), quantity: toLots(trade.lots) }
    // The rate of the trading fee; the Account lowers the fee by discounts and pays it to the house (party/account/promotion/trading-fee.ts).
    const { paid, received, fee } = fillAmounts(pair, fill, role === 'maker' ? pair.makerFee : pair.takerFee)
    if (account === HOUSE) {
      const [base, quote] = side === 'buy' ? [received, paid] : [paid, received]
      state.houseFills.add({ tradeNo: trade.tradeNo, side, base, quote })
      const { tradeNo: no, ticks, lots } = trade
      state.houseRounds.add({ no, side, ticks, lots, from: role === 'taker' ? null : this.#from }, context.now)
    } else {
      const payload = { ...trade, fee: fee.toString(), ...(isOfHouse && { isOfHouse }) }
      const filled = { type: 'filled' as const, orderNo, side, role, ...payload }
      const { quotePrice } = context
      state.say(account, context.now, quotePrice ? { ...filled, quotePrice } : filled)
    }
  }
}

export const partyOf = ({ account, orderNo, side }: MarketOrder): Party => ({ account, orderNo, side })

/** Cancels a resting order with a message to its account; the house gets none. */
export function close(state: MarketState, context: CommandContext, order: MarketOrder, reason: 'cancelled'): void {
  const lotsLeft = state.book.cancel(order.id)
  state.setLotsLeft(order, 0)
  sayClosed(state, context, order, reason, lotsLeft)
}

export function sayClosed(
  state: MarketState,
  context: CommandContext,
  { account, orderNo }: Party,
  reason: CloseReason,
  lotsLeft: number,
  refusal?: Refusal<MarketRefusal>,
): void {
  if (account === HOUSE) return
  state.say(account, context.now, {
    type: 'closed',
    orderNo,
    reason,
    refusal: refusal?.code ?? null,
    facts: refusal?.facts ?? {},
    lotsLeft,
  })
}

/** Submits the house's own order: a quote that must not take, or an order that takes crossed user orders. */
export function submitForHouse(
  state: MarketState,
  context: CommandContext,
  order: { readonly side: Side; readonly ticks: number; readonly lots: number; readonly as: 'quote' | 'taking' },
): void {
  const isQuote = order.as === 'quote'
  takeOrRest(
    state,
    context,
    { account: HOUSE, orderNo: 0, side: order.side, isKnown: true },
    {
      ticks: order.ticks,
      lots: order.lots,
      lotsFilled: 0,
      budgetTickLots: null,
      isMarket: false,
      timeInForce: isQuote ? 'gtc' : 'ioc',
      isPostOnly: isQuote,
      selfTrade: 'cancel_oldest',
      from: ANY_ROUND,
    },
  )
}
