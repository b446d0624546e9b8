// Receipt of one bet: its place among the bets that were committed to as the event closed, for its owner to check before an answer is entered.

import * as v from 'valibot'
import { pathOf, rootFromPath } from '../merkle'
import { count, hash, listOf, name, units } from '../published-forms'
import type { Digest } from '../quotes/chain'
import type { Hashing } from '../hashing'
import type { ReceiptKind } from '../receipt-kind'
import { type CommittedBet, QUIZ_BETS_SHAPE, type QuizBetsReceipt, betEntry, betLeaves, checkBets } from './commitment'

export const QUIZ_BET_RULE = 'quiz-bet-1'

const SHAPE = v.strictObject({
  rule: v.literal(QUIZ_BET_RULE),
  ...{ bets: QUIZ_BETS_SHAPE, key: name, option: count, stake: units, at: count, index: count, path: listOf(hash, 64) },
})
export type QuizBetReceipt = v.InferOutput<typeof SHAPE>

export const QUIZ_BET: ReceiptKind<QuizBetReceipt> = { shape: SHAPE, check: checkBet }

/** Name of a bet's receipt: its key is known to its owner, until the payout shows all of them. */
export const betReceiptName = (event: number, key: string): string => `quiz-bet-${event}-${key}`

/** Receipt of the bet with a key, by the committed bets in order of arrival; null for another key. */
export function betReceipt(
  digest: Digest,
  {
    receipt,
    bets,
    key,
  }: { readonly receipt: QuizBetsReceipt; readonly bets: readonly CommittedBet[]; readonly key: string },
): QuizBetReceipt | null {
  const index = bets.findIndex((bet) => bet.key === key)
  const bet = bets[index]
  if (!bet) return null
  const { option, stake, at } = bet
  const path = pathOf(digest, betLeaves(digest, receipt.event, bets), index)
  return { rule: QUIZ_BET_RULE, bets: receipt, key, option, stake, at, index, path }
}

function checkBet(receipt: QuizBetReceipt, { sha256 }: Pick<Hashing, 'sha256'>): string[] {
  const { bets, at, index, path } = receipt
  const problems = checkBets(bets)
  if (at >= bets.closesAt) problems.push('the bet came after the closing')
  const entry = betEntry(bets.event, receipt)
  if (bets.root === null || rootFromPath(sha256, { index, size: bets.bets, path, entry }) !== bets.root)
    problems.push('the bet is not one of the committed ones')
  return problems
}
