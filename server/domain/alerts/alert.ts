// Alerts: what each kind waits for, and the prices that reach it. Prices are steps of the symbol.

import { bookCount } from '../money/price'
import { type Rate, RATE_ONE, formatPercentTrimmed, rate } from '../money/rate'
import { divideDown, divideUp } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'
import { HOUR_MS } from '../time'

/**
 * `price`: the price reaches a target. `move`: the price moves by a percentage within a span, up or down. `fill`: a spot order is filled,
 * partly or completely. `liquidation`: the price of a contract comes within a percentage of its liquidation.
 */
export const ALERT_KINDS = ['price', 'move', 'fill', 'liquidation'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** `told`: reached, and its owner has the message. `void`: its order or position ended first. */
export const ALERT_STATES = ['open', 'told', 'removed', 'void'] as const
export type AlertState = (typeof ALERT_STATES)[number]

/** From which side the price comes to the target. */
export type AlertDirection = 'rise' | 'fall'

/** Spans of a move, in hours. */
export const SPAN_HOURS = [1, 4, 24] as const
export type SpanHours = (typeof SPAN_HOURS)[number]

const RATE_MIN = rate(100_000n)
const RATE_MAX = rate(50_000_000n)
const RATE_BOUNDS = { min: `${formatPercentTrimmed(RATE_MIN)}%`, max: `${formatPercentTrimmed(RATE_MAX)}%` }

/** Percentages of moves and distances: from a tenth of a percent to half of the price. */
export const checkAlertRate = (value: Rate): Outcome<Rate, 'alert_rate_out_of_bounds'> =>
  value >= RATE_MIN && value <= RATE_MAX ? done(value) : refuse('alert_rate_out_of_bounds', RATE_BOUNDS)

export const directionTo = (targetSteps: number, reference: number): AlertDirection =>
  targetSteps >= reference ? 'rise' : 'fall'

/** A price at or below `low`, or at or above `high`, reaches the alert. */
interface Edges {
  readonly low: number | null
  readonly high: number | null
}

const NO_EDGES: Edges = { low: null, high: null }

/** Whether a price reaches the price alert. */
export const isReached = ({ low, high }: Edges, priceSteps: number): boolean =>
  (low !== null && priceSteps <= low) || (high !== null && priceSteps >= high)

const targetEdges = (targetSteps: number, direction: AlertDirection): Edges =>
  direction === 'rise' ? { low: null, high: targetSteps } : { low: targetSteps, high: null }

/** The price at the start of the span, changed by the rate. */
const moveEdges = (startSteps: number, by: Rate): Edges => ({
  low: bookCount(divideDown(BigInt(startSteps) * (RATE_ONE - by), RATE_ONE)),
  high: bookCount(divideUp(BigInt(startSteps) * (RATE_ONE + by), RATE_ONE)),
})

/** Liquidation price of an open position, and its side of the current price. */
export interface LiquidationAt {
  readonly priceSteps: number
  readonly side: 'below' | 'above'
}

/** Distance as a fraction of the current price. */
const distanceEdges = ({ priceSteps, side }: LiquidationAt, by: Rate): Edges =>
  side === 'below'
    ? { low: bookCount(divideDown(BigInt(priceSteps) * RATE_ONE, RATE_ONE - by)), high: null }
    : { low: null, high: bookCount(divideUp(BigInt(priceSteps) * RATE_ONE, RATE_ONE + by)) }

export interface AlertTerms {
  readonly kind: AlertKind
  readonly direction: AlertDirection | null
  readonly targetSteps: number | null
  readonly rate: Rate | null
  readonly hours: SpanHours | null
  /** First price of the running span. */
  readonly startSteps: number | null
  readonly startAt: number | null
}

/** Without edges no price reaches it. */
export function edgesOf(
  { direction, targetSteps, rate: by, startSteps }: AlertTerms,
  liquidation: LiquidationAt | null,
): Edges {
  if (targetSteps !== null && direction !== null) return targetEdges(targetSteps, direction)
  if (by === null) return NO_EDGES
  if (startSteps !== null) return moveEdges(startSteps, by)
  return liquidation ? distanceEdges(liquidation, by) : NO_EDGES
}

/** The first price from this instant on ends one span and starts the next. */
export const spanEnd = ({ startAt, hours }: Pick<AlertTerms, 'startAt' | 'hours'>): number | null =>
  startAt === null || hours === null ? null : startAt + hours * HOUR_MS
