// Two events change conditional orders: a tick of their symbol, and a change of the spot order that they are linked to. A trigger cancels the
// linked order first and sends its own only once the Market has confirmed, so the same balance is never spent twice.

import { CONDITIONAL_RULE, type ConditionalReceipt } from '#domain/conditional/receipt'
import { type ConditionalEnd, type TriggerCause, isBetter, reachedBy, sentTicks } from '#domain/conditional/triggers'
import { type Pair, findPair } from '#domain/catalogue'
import { type Amount, ZERO, add, amount, encodeAmount, minimum, subtract } from '#domain/money/amount'
import { type Lots, baseUnitsPerLot, bookCount, lots, lotsToBase } from '#domain/money/price'
import { divideDown } from '#domain/money/rounding'
import type { OrderState } from '#domain/order'
import type { RefusalFacts } from '#domain/outcome'
import type { Tick } from '#domain/quotes/chain'
import { parseSteps } from '#domain/quotes/steps'
import type { WakeMessage } from '#party/protocol/watch'
import type { OrderStatus } from '../capabilities'
import type { Turn } from '../feature'
import { type Conditionals, WALLET } from './state'
import { notify } from './notices'
import { type Conditional, conditionalRef, pricingOf, triggersOf } from './store'

interface TickContext {
  readonly tick: Tick
  readonly priceSteps: number
  readonly now: number
}

export function onTick(conditionals: Conditionals, { symbol, round }: WakeMessage, { now }: Turn): void {
  conditionals.dirtySymbols.add(symbol)
  const tick = round.ticks.find((each) => each.symbol === symbol)
  // Triggers of a symbol are decided only by a tick of that symbol in this round.
  if (!tick || tick.at !== round.at) return
  for (const order of conditionals.orders.live(symbol)) {
    const priceSteps = parseSteps(tick.price, order.priceDecimals)
    if (order.state !== 'live' || order.since === null || tick.at <= order.since || priceSteps === null) continue
    triggerIfReached(conditionals, order, { tick, priceSteps, now })
  }
}

/** Triggers an order whose price the tick reaches; a trailing stop notes a better price. */
function triggerIfReached(conditionals: Conditionals, order: Conditional, context: TickContext): void {
  const { tick, priceSteps } = context
  const cause = reachedBy(triggersOf(order), priceSteps)
  if (cause !== null) return triggerOrder(conditionals, order, cause, context)
  const isBest = triggersOf(order).trail !== null && isBetter(order.side, order.bestSteps, priceSteps)
  if (order.isSeen && !isBest) return
  Object.assign(order, { isSeen: true }, isBest && { bestTick: tick, bestSteps: priceSteps })
  conditionals.orders.touch(order)
}

function triggerOrder(
  conditionals: Conditionals,
  order: Conditional,
  cause: TriggerCause,
  { tick, priceSteps, now }: TickContext,
): void {
  const { receipts, orders } = conditionals.account.capabilities
  const receiptId = receipts.issue(receiptOf(order, { cause, tick, priceSteps }), now)
  Object.assign(order, { state: 'firing', cause, firedSteps: priceSteps, firedAt: tick.at, receiptId })
  conditionals.orders.touch(order)
  const linked = order.linkedNo === null ? undefined : orders.find(order.linkedNo)
  if (linked && isActive(linked.state)) orders.cancelForAccount(linked.orderNo)
  else send(conditionals, order, now)
}

const isActive = (state: OrderState): boolean => state === 'pending' || state === 'open'

function receiptOf(
  order: Conditional,
  { cause, tick, priceSteps }: Omit<TickContext, 'now'> & { readonly cause: TriggerCause },
): ConditionalReceipt {
  return {
    rule: CONDITIONAL_RULE,
    cause,
    at: tick.at,
    ticks: order.bestTick ? [tick, order.bestTick] : [tick],
    order: {
      no: order.conditionalNo,
      symbol: order.symbol,
      side: order.side,
      kind: order.kind,
      stopSteps: order.stopSteps,
      profitSteps: order.profitSteps,
      trailSteps: order.trailSteps,
      trailRate: order.trailRate === null ? null : order.trailRate.toString(),
      limitTicks: order.limitTicks,
      worstTicks: order.worstTicks,
      priceDecimals: order.priceDecimals,
      tickSteps: order.tickSteps,
      priceBand: order.priceBand.toString(),
      since: order.since ?? order.acceptedAt,
    },
    sentTicks: sentTicks(pricingOf(order), priceSteps),
  }
}

/** Releases the whole hold, then places an ordinary order, which makes its own hold in the same turn. */
function send(conditionals: Conditionals, order: Conditional, now: number): void {
  const { symbol, side, limitTicks, budget, firedSteps, firedAt } = order
  giveBack(conditionals, order, now)
  const placed = conditionals.account.capabilities.orders.send(
    {
      symbol,
      clientOrderId: null,
      side,
      kind: limitTicks === null ? 'market' : 'limit',
      ticks: sentTicks(pricingOf(order), firedSteps ?? 0),
      lots: order.lots,
      budget: budget === null ? null : encodeAmount(budget),
      timeInForce: limitTicks === null ? 'ioc' : 'gtc',
      isPostOnly: false,
      selfTrade: 'cancel_newest',
    },
    now,
    firedAt ?? undefined,
  )
  if (!placed.ok) return endRefused(conditionals, order, { ...placed.refusal, at: now })
  Object.assign(order, { state: 'sent', orderNo: placed.value })
  conditionals.orders.touch(order)
  notify(conditionals, order, 'conditional_triggered', now)
}

function giveBack({ account }: Conditionals, order: Conditional, now: number): void {
  account.ledger.release(conditionalRef(order.conditionalNo), order.held, 'conditional_release', now)
  order.held = ZERO
}

interface Refused {
  readonly code: string
  readonly facts: RefusalFacts
  readonly at: number
  /** The command's pending answer reports it, so no message is sent. */
  readonly isAnswered?: boolean
}

function endRefused(conditionals: Conditionals, order: Conditional, { code, facts, at, isAnswered }: Refused): void {
  giveBack(conditionals, order, at)
  Object.assign(order, { state: 'refused', refusal: code, refusalFacts: facts, endedAt: at })
  conditionals.orders.touch(order)
  conditionals.dirtySymbols.add(order.symbol)
  if (!isAnswered) notify(conditionals, order, 'conditional_refused', at)
}

/** Ends an order without sending one; its whole hold is released. */
export function endUnsent(conditionals: Conditionals, order: Conditional, end: ConditionalEnd, at: number): void {
  giveBack(conditionals, order, at)
  Object.assign(order, { state: 'cancelled', end, endedAt: at })
  conditionals.orders.touch(order)
  conditionals.dirtySymbols.add(order.symbol)
}

export function orderChanged(conditionals: Conditionals, status: OrderStatus, at: number): void {
  if (conditionals.orders.isEmpty) return
  for (const order of conditionals.orders.live(status.symbol)) {
    if (order.orderNo === status.orderNo) followSent(conditionals, order, status, at)
    else if (order.linkedNo !== status.orderNo || order.state === 'sent') continue
    else if (order.kind === 'oco') followLeg(conditionals, order, status, at)
    else followEntry(conditionals, order, status, at)
  }
}

/** A limit order counts as triggered once it rests in the book; a market order only once it has filled. */
function followSent(conditionals: Conditionals, order: Conditional, status: OrderStatus, at: number): void {
  const { state, refusal, refusalFacts, lotsFilled } = status
  if (state === 'pending' || (state === 'open' && order.limitTicks === null)) return
  if (refusal !== null) return endRefused(conditionals, order, { code: refusal, facts: refusalFacts ?? {}, at })
  if (state !== 'open' && lotsFilled === 0 && order.limitTicks === null)
    return endRefused(conditionals, order, { code: 'conditional_not_filled', facts: {}, at })
  Object.assign(order, { state: 'triggered', endedAt: at })
  conditionals.orders.touch(order)
}

/** The limit leg of an OCO. Filled, or cancelled by its owner, it ends the stop; cancelled by the stop, its unfilled lots go to the stop's order. */
function followLeg(conditionals: Conditionals, order: Conditional, status: OrderStatus, at: number): void {
  if (isActive(status.state)) return
  if (status.refusal !== null) return refuseWithLinked(conditionals, order, status, at)
  const left = lots(status.lots - status.lotsFilled)
  if (order.state === 'firing' && left > 0) {
    order.lots = left
    send(conditionals, order, at)
  } else endUnsent(conditionals, order, left === 0 ? 'leg_filled' : 'leg_cancelled', at)
}

/** An attached exit becomes live with the first fill of its entry; its size follows the entry's fills. */
function followEntry(conditionals: Conditionals, order: Conditional, status: OrderStatus, at: number): void {
  grow(conditionals, order, status, at)
  if (isActive(status.state)) return
  if (order.state === 'firing') return send(conditionals, order, at)
  if (order.state !== 'waiting') return
  if (status.refusal !== null) refuseWithLinked(conditionals, order, status, at)
  else endUnsent(conditionals, order, 'entry_ended', at)
}

const refuseWithLinked = (conditionals: Conditionals, order: Conditional, status: OrderStatus, at: number): void =>
  endRefused(conditionals, order, {
    code: status.refusal ?? 'market_closed',
    facts: status.refusalFacts ?? {},
    at,
    isAnswered: true,
  })

function grow(conditionals: Conditionals, order: Conditional, status: OrderStatus, at: number): void {
  const { account } = conditionals
  const pair = findPair(account.catalogue, order.symbol)
  if (!pair) return
  const ref = conditionalRef(order.conditionalNo)
  const { assetId, held } = order
  // A remainder below one lot was never held, so its owner may have spent it meanwhile.
  const most = add(held, account.ledger.available(WALLET, assetId))
  const size = broughtBy(pair, status, most)
  const more = subtract(size.value, held)
  if (more <= 0n) return
  account.ledger.hold({ ref, wallet: WALLET, assetId, amount: more }, 'conditional_hold', at)
  Object.assign(order, { held: size.value, lots: size.lots, budget: size.budget })
  if (order.state === 'waiting') Object.assign(order, { state: 'live', since: at })
  conditionals.orders.touch(order)
  conditionals.dirtySymbols.add(order.symbol)
}

interface Size {
  readonly lots: Lots
  readonly budget: Amount | null
  readonly value: Amount
}

/** Proceeds of the entry after fees: whole lots of base for the exit to sell, or the quote for it to spend. */
function broughtBy(pair: Pair, { side, lotsFilled, quoteFilled, fee }: OrderStatus, most: Amount): Size {
  if (side === 'sell') {
    const budget = minimum(subtract(quoteFilled, fee), most)
    return { lots: lots(0), budget, value: budget }
  }
  const base = minimum(subtract(lotsToBase(pair, lotsFilled), fee), most)
  const whole = lots(bookCount(divideDown(base > 0n ? base : amount(0n), baseUnitsPerLot(pair))))
  return { lots: whole, budget: null, value: lotsToBase(pair, whole) }
}
