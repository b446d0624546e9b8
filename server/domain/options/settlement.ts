// Settlement of an option. Entry is the first tick strictly after acceptance; exit is the first tick at or after the entry plus the
// duration. The two prices alone decide.

import { type Amount, ZERO, add } from '../money/amount'
import { type Rate, applyRateDown, applyRateUp } from '../money/rate'
import type { OptionDirection } from './terms'

/** An order without an entry tick within this time after acceptance is cancelled. */
export const ENTRY_WITHIN_MS = 3_000
/** An order without an exit tick within this time after its due time is void. */
export const EXIT_WITHIN_MS = 10_000

/** `called_off`: it never began. `void`: it began, and no price came in time to end it. */
export type OptionState = 'pending' | 'open' | 'settled' | 'void' | 'called_off'
export type OptionOutcome = 'won' | 'lost' | 'even'
/** Why an order never began. */
export type RejectCause = 'no_price' | 'exposure_full'

export interface OptionNumbers {
  readonly direction: OptionDirection
  readonly stake: Amount
  readonly fee: Amount
  readonly ratio: Rate
}

export const dueAt = (entryAt: number, seconds: number): number => entryAt + seconds * 1_000

/** Rounded down, in favour of the paying house. */
export const profitOf = ({ stake, ratio }: Pick<OptionNumbers, 'stake' | 'ratio'>): Amount =>
  applyRateDown(stake, ratio)

export const optionFee = (stake: Amount, fee: Rate): Amount => applyRateUp(stake, fee)

export function outcomeOf(direction: OptionDirection, entrySteps: number, exitSteps: number): OptionOutcome {
  if (exitSteps === entrySteps) return 'even'
  return exitSteps > entrySteps === (direction === 'rise') ? 'won' : 'lost'
}

/** Payout of an option to the wallet: stake and profit for a win; stake and fee for a tie or a void order. */
export function optionPayout(order: OptionNumbers, outcome: OptionOutcome | 'void'): Amount {
  if (outcome === 'lost') return ZERO
  return outcome === 'won' ? add(order.stake, profitOf(order)) : add(order.stake, order.fee)
}
