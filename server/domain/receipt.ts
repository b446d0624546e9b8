// Every kind of receipt, by the rule that it names. The page, the offline script and settlement import the same formulas.

import { FUTURES_RULE, type FuturesReceipt, checkFuturesReceipt } from './futures/receipt'
import { OPTIONS_RULE, type OptionsReceipt, checkOptionsReceipt } from './options/receipt'
import type { Tick } from './quotes/chain'

export type Receipt = FuturesReceipt | OptionsReceipt

/** The ticks that a receipt stands on, whose hashes are to be checked too. */
export const ticksOf = (receipt: Receipt): readonly Tick[] => receipt.ticks

/** What does not hold of a receipt; nothing when it is right. */
export function checkReceipt(receipt: Receipt): string[] {
  switch (receipt.rule) {
    case FUTURES_RULE:
      return checkFuturesReceipt(receipt)
    case OPTIONS_RULE:
      return checkOptionsReceipt(receipt)
    default:
      return [`it is of the rule "${(receipt as { rule: string }).rule}", which is not known here`]
  }
}
