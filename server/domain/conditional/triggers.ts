// Triggers of conditional orders, and the orders that they send. Prices count 10^-decimals of the pair. A stop is on the losing side of the
// price, a take-profit on the winning side: below and above for a sell order.

import { type Rate, RATE_ONE, formatPercentTrimmed, rate } from '../money/rate'
import { bookCount } from '../money/price'
import { divideDown, divideUp } from '../money/rounding'
import type { Side } from '../order'
import { type Outcome, done, refuse } from '../outcome'
import { bandAround } from '../price-band'
import { formatSteps } from '../quotes/steps'

/** `oco`: a resting limit order and a stop; one execution cancels the other. `attached`: exit of an entry order, for its filled size. */
export const CONDITIONAL_KINDS = ['stop', 'take_profit', 'trailing', 'oco', 'attached'] as const
export type ConditionalKind = (typeof CONDITIONAL_KINDS)[number]
/** The trigger that the price reached. */
export type TriggerCause = 'stop' | 'take_profit' | 'trailing'

/**
 * `waiting`: nothing of the entry is filled. `firing`: reached, and what rests in the book is being taken back. `sent`: on its way to the
 * Market. The others are ends.
 */
export const CONDITIONAL_STATES = ['waiting', 'live', 'firing', 'sent', 'triggered', 'refused', 'cancelled'] as const
export type ConditionalState = (typeof CONDITIONAL_STATES)[number]
/** Why an order ended without a trigger: by its user, because the limit beside it was filled or taken back, or its entry was never filled. */
export type ConditionalEnd = 'user' | 'leg_filled' | 'leg_cancelled' | 'entry_ended'

export const isLiveState = (state: ConditionalState): boolean =>
  state === 'waiting' || state === 'live' || state === 'firing' || state === 'sent'

/** Distance of a trailing stop from the best price: a count of price steps, or a fraction. */
export type Trail = { readonly priceSteps: number; readonly rate?: undefined } | { readonly rate: Rate }

export interface Triggers {
  /** Side of the order to send. */
  readonly side: Side
  readonly stopSteps: number | null
  readonly profitSteps: number | null
  readonly trail: Trail | null
  /** The best price since the order counts: the highest for a sale. Null before the first. */
  readonly bestSteps: number | null
}

/** A trailing stop stays between a tenth of a percent and half of the price behind. */
const TRAIL_RATE_MIN = rate(100_000n)
const TRAIL_RATE_MAX = rate(50_000_000n)
export const TRAIL_RATE_BOUNDS = {
  min: `${formatPercentTrimmed(TRAIL_RATE_MIN)}%`,
  max: `${formatPercentTrimmed(TRAIL_RATE_MAX)}%`,
}

/** Steps between the best price and the trigger, a fraction of a step rounded up. */
export const trailDistance = (trail: Trail, bestSteps: number): number =>
  trail.rate === undefined ? trail.priceSteps : bookCount(divideUp(BigInt(bestSteps) * trail.rate, RATE_ONE))

/** Where a trailing stop triggers now; null before its first price. */
export function trailTrigger({ side, trail, bestSteps }: Triggers): number | null {
  if (!trail || bestSteps === null) return null
  const distance = trailDistance(trail, bestSteps)
  return side === 'sell' ? bestSteps - distance : bestSteps + distance
}

/** Whether the second price is better for a trailing stop: higher for a sell, lower for a buy. */
export const isBetter = (side: Side, than: number | null, priceSteps: number): boolean =>
  than === null || (side === 'sell' ? priceSteps > than : priceSteps < than)

/** Which trigger a price reaches; null when none. A stop and a take-profit lie apart, so it is never both. */
export function reachedBy(triggers: Triggers, priceSteps: number): TriggerCause | null {
  const { side, stopSteps, profitSteps } = triggers
  const isAgainst = (edge: number) => (side === 'sell' ? priceSteps <= edge : priceSteps >= edge)
  const isInFavour = (edge: number) => (side === 'sell' ? priceSteps >= edge : priceSteps <= edge)
  if (stopSteps !== null && isAgainst(stopSteps)) return 'stop'
  if (profitSteps !== null && isInFavour(profitSteps)) return 'take_profit'
  const trailing = trailTrigger(triggers)
  return trailing !== null && isAgainst(trailing) ? 'trailing' : null
}

/** Between these prices no trigger fires and no trailing stop moves. */
export function edgesOf(triggers: Triggers): { readonly low: number | null; readonly high: number | null } {
  const { side, profitSteps, bestSteps } = triggers
  const against = triggers.stopSteps ?? trailTrigger(triggers)
  const better = triggers.trail && bestSteps !== null ? bestSteps + (side === 'sell' ? 1 : -1) : null
  const inFavour = profitSteps ?? better
  return side === 'sell' ? { low: against, high: inFavour } : { low: inFavour, high: against }
}

export type EntryRefusal = 'conditional_entry_past_stop_loss' | 'conditional_entry_past_take_profit'

/** Refuses an entry price at which its own stop-loss or take-profit would fire at once; the refusal names that exit's price. */
export function checkEntryPrice(
  exits: Triggers & Pick<SidesInput, 'priceDecimals'>,
  entrySteps: number,
): Outcome<null, EntryRefusal> {
  const { stopSteps, profitSteps, priceDecimals } = exits
  const reached = reachedBy(exits, entrySteps)
  const priceOf = (priceSteps: number | null) => ({ price: formatSteps(priceSteps ?? entrySteps, priceDecimals) })
  if (reached === 'stop') return refuse('conditional_entry_past_stop_loss', priceOf(stopSteps))
  if (reached === 'take_profit') return refuse('conditional_entry_past_take_profit', priceOf(profitSteps))
  return done(null)
}

export type SideRefusal = 'conditional_above_price' | 'conditional_below_price'

export interface SidesInput {
  readonly side: Side
  readonly stopSteps: number | null
  /** A take-profit, or the limit beside a stop. */
  readonly profitSteps: number | null
  /** Current price; with an entry order, the entry's price. */
  readonly reference: number
  readonly priceDecimals: number
}

/** Refuses triggers that would fire at once; the refusal names the price and the side where the trigger belongs. */
export function checkSides({
  side,
  stopSteps,
  profitSteps,
  reference,
  priceDecimals,
}: SidesInput): Outcome<null, SideRefusal> {
  const facts = { price: formatSteps(reference, priceDecimals) }
  const [below, above] = side === 'sell' ? [stopSteps, profitSteps] : [profitSteps, stopSteps]
  if (below !== null && below >= reference) return refuse('conditional_below_price', facts)
  if (above !== null && above <= reference) return refuse('conditional_above_price', facts)
  return done(null)
}

/** Checks a trailing distance against its bounds at the current price. */
export function checkTrail(
  trail: Trail,
  { reference, priceDecimals }: Pick<SidesInput, 'reference' | 'priceDecimals'>,
): Outcome<null, 'conditional_trail_out_of_bounds'> {
  const isFraction = trail.rate !== undefined
  const most = divideDown(BigInt(reference) * TRAIL_RATE_MAX, RATE_ONE)
  const isWithin = isFraction
    ? trail.rate >= TRAIL_RATE_MIN && trail.rate <= TRAIL_RATE_MAX
    : trail.priceSteps >= 1 && BigInt(trail.priceSteps) <= most
  if (isWithin) return done(null)
  if (isFraction) return refuse('conditional_trail_out_of_bounds', TRAIL_RATE_BOUNDS)
  return refuse('conditional_trail_out_of_bounds', {
    min: formatSteps(1, priceDecimals),
    max: formatSteps(bookCount(most), priceDecimals),
  })
}

/** Price inputs of the order to send. */
export interface Pricing {
  readonly side: Side
  /** A limit order is sent at this price; a market order when null. */
  readonly limitTicks: number | null
  /** Worst price of the hold made at acceptance; null when the hold doesn't depend on a price. */
  readonly worstTicks: number | null
  readonly tickSteps: number
  readonly priceBand: Rate
}

/**
 * Price of the sent order: its limit, or the worst price of a market order. The latter is the edge of the pair's price band around the
 * trigger price, and never worse than the price of the hold.
 */
export function sentTicks({ side, limitTicks, worstTicks, tickSteps, priceBand }: Pricing, priceSteps: number): number {
  if (limitTicks !== null) return limitTicks
  const { lowTicks, highTicks } = bandAround({ filters: { priceBand } }, ticksOf(priceSteps, tickSteps))
  if (side === 'sell') return lowTicks
  return worstTicks === null ? highTicks : Math.min(highTicks, worstTicks)
}

/** On the grid of orders, a fraction of a tick dropped. */
export const ticksOf = (priceSteps: number, tickSteps: number): number =>
  bookCount(divideDown(BigInt(priceSteps), BigInt(tickSteps)))
