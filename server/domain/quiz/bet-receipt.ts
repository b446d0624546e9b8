// Receipt of one bet: its place among the bets that were committed to as the event closed, for its owner to check before an answer is entered.

import * as v from 'valibot'
import { pathOf, rootFromPath } from '../merkle'
import { count, hash, listOf, name, units } from '../published-forms'
import type { Digest } from '../quotes/chain'
import type { Hashing } from '../hashing'
import type { ReceiptKind } from '../receipt-kind'
import {
  type AnyBetsReceipt,
  type CommittedBet,
  OLD_QUIZ_BETS_SHAPE,
  QUIZ_BETS_RULE,
  QUIZ_BETS_SHAPE,
  betEntry,
  betLeaves,
  checkBets,
} from './commitment'

export const QUIZ_BET_RULE = 'quiz-bet-2'
/** Rule of older receipts, whose bets were committed to without terms. */
export const OLD_QUIZ_BET_RULE = 'quiz-bet-1'

const BET = { key: name, option: count, stake: units, at: count, index: count, path: listOf(hash, 64) }
const SHAPE = v.strictObject({ rule: v.literal(QUIZ_BET_RULE), bets: QUIZ_BETS_SHAPE, ...BET })
const OLD_SHAPE = v.strictObject({ rule: v.literal(OLD_QUIZ_BET_RULE), bets: OLD_QUIZ_BETS_SHAPE, ...BET })
export type QuizBetReceipt = v.InferOutput<typeof SHAPE>
export type OldQuizBetReceipt = v.InferOutput<typeof OLD_SHAPE>
export type AnyBetReceipt = QuizBetReceipt | OldQuizBetReceipt

export const QUIZ_BET: ReceiptKind<QuizBetReceipt> = { shape: SHAPE, check: checkBet }
export const OLD_QUIZ_BET: ReceiptKind<OldQuizBetReceipt> = { shape: OLD_SHAPE, check: checkBet }

/** Name of a bet's receipt: its key is known to its owner, until the payout shows all of them. */
export const betReceiptName = (event: number, key: string): string => `quiz-bet-${event}-${key}`

/** Receipt of the bet with a key, by the committed bets in order of arrival; null for another key. */
export function betReceipt(
  digest: Digest,
  {
    receipt,
    bets,
    key,
  }: { readonly receipt: AnyBetsReceipt; readonly bets: readonly CommittedBet[]; readonly key: string },
): AnyBetReceipt | null {
  const index = bets.findIndex((bet) => bet.key === key)
  const bet = bets[index]
  if (!bet) return null
  const { option, stake, at } = bet
  const place = { key, option, stake, at, index, path: pathOf(digest, betLeaves(digest, receipt, bets), index) }
  return receipt.rule === QUIZ_BETS_RULE
    ? { rule: QUIZ_BET_RULE, bets: receipt, ...place }
    : { rule: OLD_QUIZ_BET_RULE, bets: receipt, ...place }
}

function checkBet(receipt: AnyBetReceipt, { sha256 }: Pick<Hashing, 'sha256'>): string[] {
  const { bets, at, option, index, path } = receipt
  const problems = checkBets(bets)
  if (at >= bets.closesAt) problems.push('the bet came after the closing')
  if (bets.rule === QUIZ_BETS_RULE && (option < 1 || option > bets.options.length))
    problems.push('the bet is on none of the options')
  const entry = betEntry(bets, receipt)
  if (bets.root === null || rootFromPath(sha256, { index, size: bets.bets, path, entry }) !== bets.root)
    problems.push('the bet is not one of the committed ones')
  return problems
}
