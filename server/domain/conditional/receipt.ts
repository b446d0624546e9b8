// Receipt of a trigger: its terms and start, the triggering tick, and the sent order's price. `checkConditionalReceipt` verifies it from
// its own data alone, by the same formulas. It contains no personal data.

import { rate } from '../money/rate'
import type { Side } from '../order'
import type { Tick } from '../quotes/chain'
import { parseSteps } from '../quotes/steps'
import {
  type ConditionalKind,
  type Trail,
  type TriggerCause,
  type Triggers,
  isBetter,
  reachedBy,
  sentTicks,
} from './triggers'

export const CONDITIONAL_RULE = 'conditional-1'

export interface ConditionalReceipt {
  readonly rule: typeof CONDITIONAL_RULE
  readonly cause: TriggerCause
  /** Time of the tick that triggered. */
  readonly at: number
  /** The triggering tick; for a trailing stop also the best tick before it. */
  readonly ticks: readonly Tick[]
  /** Prices count the price's decimals, or ticks of the pair's orders where the name says so; rates as integer text in units of 1e-8. */
  readonly order: {
    readonly no: number
    readonly symbol: string
    readonly side: Side
    readonly kind: ConditionalKind
    readonly stopSteps: number | null
    readonly profitSteps: number | null
    readonly trailSteps: number | null
    readonly trailRate: string | null
    readonly limitTicks: number | null
    readonly worstTicks: number | null
    readonly priceDecimals: number
    readonly tickSteps: number
    readonly priceBand: string
    /** Ticks after this instant count. */
    readonly since: number
  }
  /** Price of the sent order: its limit, or the worst price of a market order. */
  readonly sentTicks: number
}

export const trailOf = (row: { readonly trailSteps: number | null; readonly trailRate: bigint | null }): Trail | null =>
  row.trailRate !== null
    ? { rate: rate(row.trailRate) }
    : row.trailSteps !== null
      ? { priceSteps: row.trailSteps }
      : null

/** Problems of a receipt, in English; empty when it is correct. The ticks' hashes are checked elsewhere. */
export function checkConditionalReceipt(receipt: ConditionalReceipt): string[] {
  const { order, ticks, cause, at } = receipt
  const [tick, best] = ticks
  if (!tick) return ['there is no tick']
  const problems: string[] = []
  const stepsOf = ({ price }: Tick) => parseSteps(price, order.priceDecimals) ?? 0
  const trailRate = order.trailRate === null ? null : BigInt(order.trailRate)
  const trail = trailOf({ trailSteps: order.trailSteps, trailRate })
  if (ticks.some(({ symbol }) => symbol !== order.symbol)) problems.push('a tick is of another symbol')
  if (tick.at !== at) problems.push('the tick is not of the time that the receipt says')
  if (ticks.some((each) => each.at <= order.since)) problems.push('a tick is not after the order began to count')
  if (best && best.at >= tick.at) problems.push('the best tick is not before the one that triggered')
  if ((trail !== null) !== (best !== undefined)) problems.push('a trailing stop has a best tick, and nothing else has')
  const triggers: Triggers = { ...order, trail, bestSteps: best ? stepsOf(best) : null }
  if (best && isBetter(order.side, stepsOf(best), stepsOf(tick))) problems.push('the best tick is not the best')
  if (reachedBy(triggers, stepsOf(tick)) !== cause) problems.push(`the price did not reach what "${cause}" waits for`)
  const expected = sentTicks({ ...order, priceBand: rate(BigInt(order.priceBand)) }, stepsOf(tick))
  if (expected !== receipt.sentTicks)
    problems.push(`the order was sent at ${receipt.sentTicks} and should have been at ${expected}`)
  return problems
}
