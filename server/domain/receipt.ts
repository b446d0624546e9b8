// Every kind of receipt, by the rule that it names. The page, the offline script and settlement import the same formulas.

import { FUTURES_RULE, type FuturesReceipt, checkFuturesReceipt } from './futures/receipt'
import { OPTIONS_RULE, type OptionsReceipt, checkOptionsReceipt } from './options/receipt'
import { type Digest, type Tick, tickText } from './quotes/chain'

export type Receipt = FuturesReceipt | OptionsReceipt
export type ReceiptRule = Receipt['rule']

/** Hash functions come from outside: the Worker, a browser and Node each have their own. Results are lower-case hex. */
export interface Hashing {
  readonly sha256: Digest
  /** HMAC-SHA-256; key and text as UTF-8. */
  readonly hmac: (key: string, text: string) => string
}

const CHECKS: {
  readonly [Rule in ReceiptRule]: (receipt: Extract<Receipt, { rule: Rule }>, hashing: Hashing) => readonly string[]
} = {
  [FUTURES_RULE]: checkFuturesReceipt,
  [OPTIONS_RULE]: checkOptionsReceipt,
}

/** What does not hold of a receipt; nothing when it is right. */
export function checkReceipt(receipt: Receipt, hashing: Hashing): readonly string[] {
  if (!Object.hasOwn(CHECKS, receipt.rule)) return [`it is of the rule "${receipt.rule}", which is not known here`]
  const check = CHECKS[receipt.rule] as (receipt: Receipt, hashing: Hashing) => readonly string[]
  return [...wrongTicks('ticks' in receipt ? receipt.ticks : [], hashing), ...check(receipt, hashing)]
}

const wrongTicks = (ticks: readonly Tick[], { sha256 }: Hashing): readonly string[] =>
  ticks
    .filter((tick) => sha256(tickText(tick)) !== tick.hash)
    .map(({ symbol, seq }) => `tick ${seq} of ${symbol} does not have the hash that it says`)
