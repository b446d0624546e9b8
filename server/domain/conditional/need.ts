// Hold for the order that a trigger sends, estimated at its acceptance. The ticket displays it, the Account holds it.

import type { Pair } from '../catalogue'
import { type Amount, maximum } from '../money/amount'
import { type Lots, type Ticks, ticks } from '../money/price'
import type { Side } from '../order'
import { bandAround } from '../price-band'
import { type OrderTerms, holdFor } from '../spot'
import { type Pricing, sentTicks, ticksOf } from './triggers'

export interface NeedInput {
  readonly side: Side
  /** Trigger price in ticks. */
  readonly trigger: number
  readonly limitTicks: number | null
  readonly lots: Lots
  readonly budget: Amount | null
}

export interface Need {
  /** Terms of the order at its trigger price. */
  readonly terms: OrderTerms
  /** Worst price that a market buy's hold is computed with. */
  readonly worstTicks: Ticks | null
}

/**
 * Needs of a waiting order: its terms at the trigger, and for a market buy by lots the worst price in the pair's band around the trigger,
 * which determines the hold. `trigger` and `limitTicks` in ticks, `budget` in units of the quote.
 */
export function needOf(pair: Pair, { side, trigger, limitTicks, lots, budget }: NeedInput): Need {
  const { priceBand } = pair.filters
  const isPriced = side === 'buy' && limitTicks === null && budget === null
  const worst = isPriced ? bandAround(pair, ticksOf(trigger, pair.tickSteps)).highTicks : null
  const pricing: Pricing = { side, limitTicks, worstTicks: worst, tickSteps: pair.tickSteps, priceBand }
  const terms: OrderTerms = {
    side,
    kind: limitTicks === null ? 'market' : 'limit',
    ticks: ticks(sentTicks(pricing, trigger)),
    lots,
    budget,
    timeInForce: limitTicks === null ? 'ioc' : 'gtc',
    isPostOnly: false,
    selfTrade: 'cancel_newest',
  }
  return { terms, worstTicks: worst === null ? null : ticks(worst) }
}

/** The limit beside a stop, which rests in the book. */
export const legTerms = (side: Side, legTicks: number, lots: Lots): OrderTerms => ({
  side,
  kind: 'limit',
  ticks: ticks(legTicks),
  lots,
  budget: null,
  timeInForce: 'gtc',
  isPostOnly: false,
  selfTrade: 'cancel_newest',
})

/** Total hold: the larger of both orders, where a limit order accompanies a stop. */
export function heldFor(pair: Pair, need: Need, leg: OrderTerms | null): { assetId: number; amount: Amount } {
  const { assetId, amount } = holdFor(pair, need.terms)
  return { assetId, amount: leg ? maximum(amount, holdFor(pair, leg).amount) : amount }
}
