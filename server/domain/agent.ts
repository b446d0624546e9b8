// Limits of an agent that trades: most per order and most per day of UTC, in USDT, and which orders its owner approves first. Pure.

import type { Pair } from './catalogue'
import { type Amount, ZERO, amount, decodeAmount, encodeAmount, formatTrimmed } from './money/amount'
import { divideUp } from './money/rounding'
import { notionalUp } from './money/price'
import { RATE_ONE } from './money/rate'
import { type Outcome, done, refuse } from './outcome'
import type { OrderTerms } from './spot'
import { DAY_MS, MINUTE_MS } from './time'

const USDT = { scale: 6, code: 'USDT' }

/** In USDT's smallest unit, as integer text. */
export interface AgentLimits {
  readonly orderMax: string
  readonly dayMax: string
  /** The owner approves each order that counts more than this; "0": each order. Absent: none. */
  readonly askAbove?: string
  /** A larger loss on a day of UTC ends its trading for that day. Absent: none does. */
  readonly lossMax?: string
}

/** An order that the owner has not answered within this time ends. */
export const APPROVAL_LIFE_MS = 15 * MINUTE_MS
/** Requests of all agents of an account that wait at the same time. */
export const APPROVALS_WAITING_MAX = 5

export const REQUEST_STATES = ['waiting', 'approved', 'refused', 'expired', 'ended'] as const
/** `ended`: the permission of its agent was removed first. */
export type RequestState = (typeof REQUEST_STATES)[number]

/** No turn writes down that the time of a request is over. */
export const requestStateAt = (
  { state, expiresAt }: { readonly state: RequestState; readonly expiresAt: number },
  now: number,
): RequestState => (state === 'waiting' && expiresAt <= now ? 'expired' : state)

/** Whether the owner approves orders of these values first. */
export function asksOwner({ askAbove }: AgentLimits, values: readonly Amount[]): boolean {
  return askAbove !== undefined && values.some((value) => value > decodeAmount(askAbove))
}

/** What was counted on a day of UTC. */
export interface AgentSpent {
  readonly day: number
  readonly amount: string
  /** Its loss of the day was too large. */
  readonly isLost?: true
}

/**
 * What an order counts; null for a pair without USDT. A purchase counts what it may cost at most. A sale counts at the highest index price at which
 * its own price is within the band: a low price would hide what is sold.
 */
export function agentValue(
  pair: Pair,
  { side, ticks, lots, budget }: Pick<OrderTerms, 'side' | 'ticks' | 'lots' | 'budget'>,
): Amount | null {
  const { priceBand } = pair.filters
  if (pair.quote.code !== USDT.code || pair.quote.scale !== USDT.scale || priceBand >= RATE_ONE) return null
  if (budget !== null) return budget
  const atPrice = notionalUp(pair, ticks, lots)
  return side === 'buy' ? atPrice : amount(divideUp(atPrice * RATE_ONE, RATE_ONE - priceBand))
}

/** Counters after these orders, or one refusal for all. */
export function countAgentOrders(
  { orderMax, dayMax }: AgentLimits,
  spent: AgentSpent | null,
  values: readonly Amount[],
  now: number,
): Outcome<AgentSpent, 'agent_order_above_max' | 'agent_day_above_max'> {
  const [most, mostOfDay] = [decodeAmount(orderMax), decodeAmount(dayMax)]
  if (values.some((value) => value > most)) return refuse('agent_order_above_max', { max: formatTrimmed(USDT, most) })
  const day = now - (now % DAY_MS)
  const before = spent?.day === day ? decodeAmount(spent.amount) : ZERO
  const after = amount(values.reduce((sum, value) => sum + value, before as bigint))
  if (after > mostOfDay) return refuse('agent_day_above_max', { left: formatTrimmed(USDT, amount(mostOfDay - before)) })
  return done({ ...(spent?.day === day && spent), day, amount: encodeAmount(after) })
}

/** After the orders were refused by a later rule. */
export const uncountAgentOrders = (spent: AgentSpent, value: Amount): AgentSpent => ({
  ...spent,
  amount: encodeAmount(amount(decodeAmount(spent.amount) - value)),
})
