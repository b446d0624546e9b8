// Receipt of a quiz event: all bets without their owners, the answer with its evidence, and each payout. Every payout can be recomputed
// from it alone, and so can the name of the receipt that committed to the bets before the answer. A bettor finds the own bets by their keys.

import { type Amount, add, amount, total } from '../money/amount'
import { rate } from '../money/rate'
import type { Hashing } from '../hashing'
import type { Tick } from '../quotes/chain'
import { type CommittedTerms, betsReceipt, oldBetsReceipt } from './commitment'
import { VOID_ANSWER, objectionsEndAt, shareOut } from './rules'

export const QUIZ_RULE = 'quiz-3'
/** Rule of older events, whose bets were committed to without terms. */
export const OLD_QUIZ_RULE = 'quiz-2'

interface QuizReceiptBet {
  /** SHA-256 known to the bet's owner; it reveals nothing of the account. */
  readonly key: string
  readonly option: number
  /** Integer text in the asset's smallest unit. */
  readonly stake: string
  readonly paid: string
  readonly at: number
}

interface Payout {
  /** When it was paid. */
  readonly at: number
  readonly event: number
  readonly closesAt: number
  /** 0 for void. */
  readonly answer: number
  readonly evidence: string
  readonly decidedAt: number
  /** Time of the commitment to the bets, and its receipt name. */
  readonly committedAt: number
  readonly commitment: string
  /** The newest tick before the answer: the log shows that the commitment came before it. None: unknown. */
  readonly ticks: readonly Tick[]
  /** In order of arrival. */
  readonly bets: readonly QuizReceiptBet[]
  readonly fee: string
}

/** Terms equal those that the quiz committed to with the bets. */
export interface QuizReceipt extends Payout, CommittedTerms {
  readonly rule: typeof QUIZ_RULE
}

export interface OldQuizReceipt extends Payout, Pick<CommittedTerms, 'asset' | 'feeRate'> {
  readonly rule: typeof OLD_QUIZ_RULE
  readonly optionCount: number
}

export type AnyQuizReceipt = QuizReceipt | OldQuizReceipt

/** Problems of a receipt, in English; empty when it is correct. */
export function checkQuizReceipt(receipt: AnyQuizReceipt, { sha256 }: Pick<Hashing, 'sha256'>): string[] {
  const { bets, answer, closesAt, decidedAt, committedAt, ticks, at } = receipt
  const optionCount = receipt.rule === QUIZ_RULE ? receipt.options.length : receipt.optionCount
  const problems: string[] = []
  if (answer < VOID_ANSWER || answer > optionCount) problems.push('the answer is none of the options')
  if (committedAt < closesAt) problems.push('the bets were committed to before the closing')
  if (decidedAt < committedAt) problems.push('the answer was entered before the bets were committed to')
  if (ticks.some((tick) => tick.at >= decidedAt)) problems.push('its tick is not from before the answer')
  const committed =
    receipt.rule === QUIZ_RULE
      ? betsReceipt(sha256, { ...receipt, at: committedAt })
      : oldBetsReceipt(sha256, { ...receipt, at: committedAt })
  if (sha256(JSON.stringify(committed)) !== receipt.commitment)
    problems.push(
      receipt.rule === QUIZ_RULE
        ? 'the bets, the fee or the options are not those that were committed to'
        : 'the bets are not those that were committed to',
    )
  if (at < objectionsEndAt({ decidedAt })) problems.push('it was paid while objections were open')
  for (const bet of bets) if (bet.at >= closesAt) problems.push(`bet ${bet.key} came after the closing`)
  const read = bets.map(({ option, stake }) => ({ option, stake: amount(BigInt(stake)) }))
  const expected = shareOut(read, { answer, fee: rate(BigInt(receipt.feeRate)) })
  for (const [index, { key, paid }] of bets.entries()) {
    const shouldPay = (expected[index]?.paid ?? 0n).toString()
    if (paid !== shouldPay) problems.push(`bet ${key} was paid ${paid} and should have been paid ${shouldPay}`)
  }
  const fee = total(expected.map((each) => each.fee))
  if (fee.toString() !== receipt.fee) problems.push(`the fee is ${receipt.fee} and should be ${fee}`)
  const sum = (of: readonly Amount[]) => total(of)
  if (add(sum(expected.map(({ paid }) => paid)), fee) !== sum(read.map(({ stake }) => stake)))
    problems.push('what was paid does not add up to the pool')
  return problems
}
