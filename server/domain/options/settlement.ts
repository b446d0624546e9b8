// How an option is decided. Entry is the first tick strictly after the order was accepted; exit is the first tick at or after the entry
// plus the duration. Between the two prices stands the outcome; nothing else does.

import { type Amount, ZERO, add } from '../money/amount'
import { type Rate, applyRateDown, applyRateUp } from '../money/rate'
import type { OptionDirection } from './terms'

/** An order whose entry tick is later than this after its acceptance never was. */
export const ENTRY_WITHIN_MS = 3_000
/** An order whose exit tick is later than this after it was due is void. */
export const EXIT_WITHIN_MS = 10_000

/** `called_off`: it never began. `void`: it began, and no price came in time to end it. */
export type OptionState = 'pending' | 'open' | 'settled' | 'void' | 'called_off'
export type OptionOutcome = 'won' | 'lost' | 'even'
/** Why an order never began. */
export type CallOffCause = 'no_price' | 'exposure_full'

export interface OptionNumbers {
  readonly direction: OptionDirection
  readonly stake: Amount
  readonly fee: Amount
  readonly ratio: Rate
}

export const dueAt = (entryAt: number, seconds: number): number => entryAt + seconds * 1_000

/** Fraction dropped, in favour of whoever pays it. */
export const profitOf = ({ stake, ratio }: Pick<OptionNumbers, 'stake' | 'ratio'>): Amount =>
  applyRateDown(stake, ratio)

export const optionFee = (stake: Amount, fee: Rate): Amount => applyRateUp(stake, fee)

export function outcomeOf(direction: OptionDirection, entrySteps: number, exitSteps: number): OptionOutcome {
  if (exitSteps === entrySteps) return 'even'
  return exitSteps > entrySteps === (direction === 'rise') ? 'won' : 'lost'
}

/** What comes back to the wallet: with a win the stake and what it won, without a decision everything that was taken. */
export function paidBack(order: OptionNumbers, outcome: OptionOutcome | 'void'): Amount {
  if (outcome === 'lost') return ZERO
  return outcome === 'won' ? add(order.stake, profitOf(order)) : add(order.stake, order.fee)
}
