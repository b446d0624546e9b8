// Every kind of receipt, by the rule that it names. The page, the offline script and settlement import the same formulas.

import type { GenericSchema } from 'valibot'
import { CONVERT, CONVERT_RULE, type ConvertReceipt } from './funds/convert-receipt'
import { IEO_PAYMENT, IEO_PAYMENT_RULE, type IeoPaymentReceipt } from './ieo/payment-receipt'
import { LOAN_CALL, LOAN_CALL_RULE, type LoanCallReceipt } from './loan/call-receipt'
import { LOAN_INTEREST, LOAN_INTEREST_RULE, type LoanInterestReceipt } from './loan/interest-receipt'
import { HOUSE_RULE, HOUSE_TRADES, type HouseReceipt } from './house/receipt'
import { MINING, MINING_RULE, type MiningReceipt } from './mining/receipt'
import { STOCK, STOCK_RULE, type StockReceipt } from './stocks/receipt'
import { CONDITIONAL_RULE, type ConditionalReceipt, checkConditionalReceipt } from './conditional/receipt'
import { OPENING, OPENING_RULE, type OpeningReceipt } from './futures/opening-receipt'
import { OVERNIGHT, OVERNIGHT_RULE, type OvernightReceipt } from './futures/overnight-receipt'
import { FUTURES_RULE, type FuturesReceipt, checkFuturesReceipt, firstTickOfClose } from './futures/receipt'
import { GAME_RULE, type GameReceipt, checkGameReceipt } from './game/receipt'
import { IEO_RULE, OLD_IEO_RULE } from './ieo/allotment'
import {
  IEO_CLAIMS,
  IEO_CLAIMS_RULE,
  IEO_LIST,
  IEO_LIST_RULE,
  type IeoClaimsReceipt,
  type IeoListReceipt,
} from './ieo/commitment'
import { IEO, type IeoReceipt, type OldIeoReceipt, checkOldIeoReceipt } from './ieo/receipt'
import { FIXING_RULE, type FixingReceipt, checkFixingReceipt, checkRuns } from './invest/fixing'
import { INVEST_RULE, type InvestReceipt, checkInvestReceipt } from './invest/receipt'
import { LOAN_RULE, type LoanReceipt, checkLoanReceipt } from './loan/receipt'
import { OPTIONS_RULE, type OptionsReceipt, checkOptionsReceipt, firstTicksOfOption } from './options/receipt'
import type { Hashing } from './hashing'
import { BOX_RULE, type BoxReceipt, checkBoxReceipt } from './nft/box'
import {
  OLD_QUIZ_BETS,
  OLD_QUIZ_BETS_RULE,
  type OldQuizBetsReceipt,
  QUIZ_BETS,
  QUIZ_BETS_RULE,
  type QuizBetsReceipt,
} from './quiz/commitment'
import {
  OLD_QUIZ_BET,
  OLD_QUIZ_BET_RULE,
  type OldQuizBetReceipt,
  QUIZ_BET,
  QUIZ_BET_RULE,
  type QuizBetReceipt,
} from './quiz/bet-receipt'
import { OLD_QUIZ_RULE, type OldQuizReceipt, QUIZ_RULE, type QuizReceipt, checkQuizReceipt } from './quiz/receipt'
import { type Tick, tickText } from './quotes/chain'
import { malformedIn } from './published-forms'
import { DAY_MS } from './time'
import type { ReceiptKind } from './receipt-kind'
import { RECEIPT_SHAPES } from './receipt-shapes'

export type Receipt =
  | FuturesReceipt
  | OpeningReceipt
  | OvernightReceipt
  | OptionsReceipt
  | GameReceipt
  | ConditionalReceipt
  | IeoReceipt
  | OldIeoReceipt
  | IeoClaimsReceipt
  | IeoListReceipt
  | QuizReceipt
  | OldQuizReceipt
  | QuizBetsReceipt
  | OldQuizBetsReceipt
  | QuizBetReceipt
  | OldQuizBetReceipt
  | BoxReceipt
  | FixingReceipt
  | InvestReceipt
  | LoanReceipt
  | LoanCallReceipt
  | LoanInterestReceipt
  | ConvertReceipt
  | IeoPaymentReceipt
  | StockReceipt
  | MiningReceipt
  | HouseReceipt
export type ReceiptRule = Receipt['rule']

const KINDS: { readonly [Rule in ReceiptRule]: ReceiptKind<Extract<Receipt, { rule: Rule }>> } = {
  [FUTURES_RULE]: {
    shape: RECEIPT_SHAPES[FUTURES_RULE],
    check: checkFuturesReceipt,
    firstFrom: firstTickOfClose,
  },
  [OPENING_RULE]: OPENING,
  [OVERNIGHT_RULE]: OVERNIGHT,
  [OPTIONS_RULE]: { shape: RECEIPT_SHAPES[OPTIONS_RULE], check: checkOptionsReceipt, firstFrom: firstTicksOfOption },
  [FIXING_RULE]: {
    shape: RECEIPT_SHAPES[FIXING_RULE],
    check: (receipt, { sha256 }) => [...checkFixingReceipt(receipt), ...checkRuns(receipt, sha256)],
  },
  [INVEST_RULE]: { shape: RECEIPT_SHAPES[INVEST_RULE], check: checkInvestReceipt },
  [GAME_RULE]: { shape: RECEIPT_SHAPES[GAME_RULE], check: checkGameReceipt },
  [CONDITIONAL_RULE]: { shape: RECEIPT_SHAPES[CONDITIONAL_RULE], check: checkConditionalReceipt },
  [IEO_RULE]: IEO,
  [OLD_IEO_RULE]: { shape: RECEIPT_SHAPES[OLD_IEO_RULE], check: checkOldIeoReceipt },
  [IEO_CLAIMS_RULE]: IEO_CLAIMS,
  [IEO_LIST_RULE]: IEO_LIST,
  [QUIZ_RULE]: { shape: RECEIPT_SHAPES[QUIZ_RULE], check: checkQuizReceipt },
  [OLD_QUIZ_RULE]: { shape: RECEIPT_SHAPES[OLD_QUIZ_RULE], check: checkQuizReceipt },
  [QUIZ_BETS_RULE]: QUIZ_BETS,
  [OLD_QUIZ_BETS_RULE]: OLD_QUIZ_BETS,
  [QUIZ_BET_RULE]: QUIZ_BET,
  [OLD_QUIZ_BET_RULE]: OLD_QUIZ_BET,
  [BOX_RULE]: { shape: RECEIPT_SHAPES[BOX_RULE], check: checkBoxReceipt },
  [LOAN_RULE]: { shape: RECEIPT_SHAPES[LOAN_RULE], check: checkLoanReceipt },
  [LOAN_CALL_RULE]: LOAN_CALL,
  [LOAN_INTEREST_RULE]: LOAN_INTEREST,
  [CONVERT_RULE]: CONVERT,
  [IEO_PAYMENT_RULE]: IEO_PAYMENT,
  [STOCK_RULE]: STOCK,
  [MINING_RULE]: MINING,
  [HOUSE_RULE]: HOUSE_TRADES,
}

/** Charges of every night and day: an open position or loan has one each, without end. The site keeps them for `CHARGES_RETENTION_MS`. */
export const CHARGE_RULES = [OVERNIGHT_RULE, LOAN_INTEREST_RULE] as const satisfies readonly ReceiptRule[]
export const CHARGES_RETENTION_MS = 400 * DAY_MS

// A receipt is checked by the kind of its own rule, hence the cast.
const kindOf = ({ rule }: Pick<Receipt, 'rule'>) => KINDS[rule] as ReceiptKind<Receipt>

export const RECEIPT_SHAPES_BY_RULE = Object.fromEntries(
  Object.entries(KINDS).map(([rule, { shape }]) => [rule, shape]),
) as Readonly<Record<ReceiptRule, GenericSchema>>

/** For each tick of a receipt the instant from which the first tick counts; undefined where a price decides when. */
export const firstTicksOf = (receipt: Receipt): readonly (number | undefined)[] =>
  kindOf(receipt).firstFrom?.(receipt) ?? []

/** Problems of a receipt; empty when it is correct. */
export function checkReceipt(receipt: Receipt, hashing: Hashing): readonly string[] {
  if (!Object.hasOwn(KINDS, receipt.rule)) return [`it is of the rule "${receipt.rule}", which is not known here`]
  const { shape, check } = kindOf(receipt)
  const malformed = malformedIn(shape, receipt)
  if (malformed.length > 0) return malformed
  try {
    return [...wrongTicks(ticksOf(receipt), hashing), ...check(receipt, hashing)]
  } catch {
    // Sites never write inputs that the formulas can't compute, such as a tick size of zero.
    return ['its formulas have no result']
  }
}

/** The receipt named in the log: for an allotment or a bet, the receipt of its list; otherwise itself. */
export function loggedPart(receipt: Receipt): Receipt {
  if (receipt.rule === IEO_RULE) return receipt.list
  return receipt.rule === QUIZ_BET_RULE || receipt.rule === OLD_QUIZ_BET_RULE ? receipt.bets : receipt
}

export function ticksOf(receipt: Receipt): readonly Tick[] {
  const logged = loggedPart(receipt)
  return 'ticks' in logged ? logged.ticks : []
}

/** Name of the receipt that committed to a receipt's inputs before its tick; null for rules without one. */
export const commitmentOf = (receipt: Receipt): string | null => ('commitment' in receipt ? receipt.commitment : null)

const wrongTicks = (ticks: readonly Tick[], { sha256 }: Hashing): readonly string[] =>
  ticks
    .filter((tick) => sha256(tickText(tick)) !== tick.hash)
    .map(({ symbol, seq }) => `tick ${seq} of ${symbol} does not have the hash that it says`)
