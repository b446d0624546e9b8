// Every kind of receipt, by the rule that it names. The page, the offline script and settlement import the same formulas.

import type { GenericSchema } from 'valibot'
import { CONDITIONAL_RULE, type ConditionalReceipt, checkConditionalReceipt } from './conditional/receipt'
import { FUTURES_RULE, type FuturesReceipt, checkFuturesReceipt } from './futures/receipt'
import { GAME_RULE, type GameReceipt, checkGameReceipt } from './game/receipt'
import { IEO_RULE } from './ieo/allocation'
import { type IeoReceipt, checkIeoReceipt } from './ieo/receipt'
import { FIXING_RULE, type FixingReceipt, checkFixingReceipt, checkRuns } from './invest/fixing'
import { INVEST_RULE, type InvestReceipt, checkInvestReceipt } from './invest/receipt'
import { LOAN_RULE, type LoanReceipt, checkLoanReceipt } from './loan/receipt'
import { OPTIONS_RULE, type OptionsReceipt, checkOptionsReceipt } from './options/receipt'
import type { Hashing } from './hashing'
import { BOX_RULE, type BoxReceipt, checkBoxReceipt } from './nft/box'
import { QUIZ_RULE, type QuizReceipt, checkQuizReceipt } from './quiz/receipt'
import { type Tick, tickText } from './quotes/chain'
import { malformedIn } from './published-forms'
import { RECEIPT_SHAPES } from './receipt-shapes'

export type Receipt =
  | FuturesReceipt
  | OptionsReceipt
  | GameReceipt
  | ConditionalReceipt
  | IeoReceipt
  | QuizReceipt
  | BoxReceipt
  | FixingReceipt
  | InvestReceipt
  | LoanReceipt
export type ReceiptRule = Receipt['rule']

const CHECKS: {
  readonly [Rule in ReceiptRule]: (receipt: Extract<Receipt, { rule: Rule }>, hashing: Hashing) => readonly string[]
} = {
  [FUTURES_RULE]: checkFuturesReceipt,
  [OPTIONS_RULE]: checkOptionsReceipt,
  [FIXING_RULE]: (receipt, { sha256 }) => [...checkFixingReceipt(receipt), ...checkRuns(receipt, sha256)],
  [INVEST_RULE]: checkInvestReceipt,
  [GAME_RULE]: checkGameReceipt,
  [CONDITIONAL_RULE]: checkConditionalReceipt,
  [IEO_RULE]: checkIeoReceipt,
  [QUIZ_RULE]: checkQuizReceipt,
  [BOX_RULE]: checkBoxReceipt,
  [LOAN_RULE]: checkLoanReceipt,
}

const SHAPES: { readonly [Rule in ReceiptRule]: GenericSchema<unknown, Extract<Receipt, { rule: Rule }>> } =
  RECEIPT_SHAPES

/** Problems of a receipt; empty when it is correct. */
export function checkReceipt(receipt: Receipt, hashing: Hashing): readonly string[] {
  if (!Object.hasOwn(SHAPES, receipt.rule)) return [`it is of the rule "${receipt.rule}", which is not known here`]
  const malformed = malformedIn(SHAPES[receipt.rule], receipt)
  if (malformed.length > 0) return malformed
  const check = CHECKS[receipt.rule] as (receipt: Receipt, hashing: Hashing) => readonly string[]
  return [...wrongTicks('ticks' in receipt ? receipt.ticks : [], hashing), ...check(receipt, hashing)]
}

const wrongTicks = (ticks: readonly Tick[], { sha256 }: Hashing): readonly string[] =>
  ticks
    .filter((tick) => sha256(tickText(tick)) !== tick.hash)
    .map(({ symbol, seq }) => `tick ${seq} of ${symbol} does not have the hash that it says`)
