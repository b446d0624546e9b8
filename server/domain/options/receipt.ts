// Receipt of an option: its order, entry tick, exit tick and payout. `checkOptionsReceipt` verifies it from its own data alone, by the
// formulas of the settlement. It contains no personal data.

import { amount } from '../money/amount'
import { rate } from '../money/rate'
import type { Tick } from '../quotes/chain'
import { parseSteps } from '../quotes/steps'
import { ENTRY_WITHIN_MS, EXIT_WITHIN_MS, type OptionOutcome, dueAt, outcomeOf, optionPayout } from './settlement'
import type { OptionDirection } from './terms'

export const OPTIONS_RULE = 'options-1'

export interface OptionsReceipt {
  readonly rule: typeof OPTIONS_RULE
  readonly outcome: OptionOutcome | 'void'
  /** Time of the exit tick; for a void order, its deadline. */
  readonly at: number
  /** Entry, then exit. A void order has no exit. */
  readonly ticks: readonly Tick[]
  readonly order: {
    readonly no: number
    readonly symbol: string
    readonly direction: OptionDirection
    readonly seconds: number
    readonly asset: string
    /** Integer text in the asset's smallest unit. */
    readonly stake: string
    readonly fee: string
    /** Integer text in units of 1e-8. */
    readonly ratio: string
    readonly priceDecimals: number
    readonly acceptedAt: number
  }
  /** What came back to the wallet, in the asset's smallest unit. */
  readonly paid: string
}

/** Instants from which the first tick is the entry, and the exit. */
export const firstTicksOfOption = ({ order, ticks: [entry] }: OptionsReceipt): readonly number[] =>
  entry ? [order.acceptedAt + 1, dueAt(entry.at, order.seconds)] : []

/** Problems of a receipt, in English; empty when it is correct. Its ticks' hashes are checked elsewhere. */
export function checkOptionsReceipt({ order, ticks, outcome, at, paid }: OptionsReceipt): string[] {
  const [entry, exit] = ticks
  if (!entry) return ['there is no entry tick']
  const problems: string[] = []
  if (ticks.some(({ symbol }) => symbol !== order.symbol)) problems.push('a tick is of another symbol')
  if (entry.at <= order.acceptedAt || entry.at > order.acceptedAt + ENTRY_WITHIN_MS)
    problems.push('the entry tick is not of the three seconds after the order was accepted')
  const due = dueAt(entry.at, order.seconds)
  const priceOf = (tick: Tick) => parseSteps(tick.price, order.priceDecimals) ?? 0
  const expected = exit ? outcomeOf(order.direction, priceOf(entry), priceOf(exit)) : 'void'
  if (exit && (exit.at < due || exit.at > due + EXIT_WITHIN_MS))
    problems.push('the exit tick is not of the ten seconds from when the order was due')
  if (exit && exit.at !== at) problems.push('the exit tick is not of the time that the receipt says')
  if (!exit && at < due + EXIT_WITHIN_MS) problems.push('a price could still have come')
  if (expected !== outcome) problems.push(`the outcome is "${outcome}" and should be "${expected}"`)
  const numbers = {
    direction: order.direction,
    stake: amount(BigInt(order.stake)),
    fee: amount(BigInt(order.fee)),
    ratio: rate(BigInt(order.ratio)),
  }
  const shouldPay = optionPayout(numbers, expected).toString()
  if (shouldPay !== paid) problems.push(`what was paid is ${paid} and should be ${shouldPay}`)
  return problems
}
