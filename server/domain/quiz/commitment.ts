// Receipt of an event's bets, issued as the event closes and before an answer: a root over all of them, so that none can be added afterwards,
// with the fee and the options, so that neither changes. The first version had bets alone.

import * as v from 'valibot'
import { leafText, rootOf } from '../merkle'
import { count, hash, listOf, name, orNull, text, units } from '../published-forms'
import type { Digest } from '../quotes/chain'
import type { ReceiptKind } from '../receipt-kind'
import { OPTIONS_MAX, OPTIONS_MIN } from './rules'

export const QUIZ_BETS_RULE = 'quiz-bets-2'
export const OLD_QUIZ_BETS_RULE = 'quiz-bets-1'

/** Question and options are the English ones. */
export const COMMITTED_TERMS = { asset: name, feeRate: units, question: text, options: listOf(text, OPTIONS_MAX) }

export const QUIZ_BETS_SHAPE = v.strictObject({
  rule: v.literal(QUIZ_BETS_RULE),
  ...{ at: count, event: count, closesAt: count, ...COMMITTED_TERMS, bets: count, root: orNull(hash) },
})
export const OLD_QUIZ_BETS_SHAPE = v.strictObject({
  rule: v.literal(OLD_QUIZ_BETS_RULE),
  ...{ at: count, event: count, closesAt: count, bets: count, root: orNull(hash) },
})
export type QuizBetsReceipt = v.InferOutput<typeof QUIZ_BETS_SHAPE>
export type OldQuizBetsReceipt = v.InferOutput<typeof OLD_QUIZ_BETS_SHAPE>
export type AnyBetsReceipt = QuizBetsReceipt | OldQuizBetsReceipt

export const QUIZ_BETS: ReceiptKind<QuizBetsReceipt> = { shape: QUIZ_BETS_SHAPE, check: checkBets }
export const OLD_QUIZ_BETS: ReceiptKind<OldQuizBetsReceipt> = { shape: OLD_QUIZ_BETS_SHAPE, check: checkBets }

export interface CommittedBet {
  readonly key: string
  readonly option: number
  readonly stake: string
  readonly at: number
}

export interface CommittedTerms {
  /** Code of the stakes' asset. */
  readonly asset: string
  /** Rate on stakes of wrong options, integer text in units of 1e-8. */
  readonly feeRate: string
  readonly question: string
  readonly options: readonly string[]
}

interface CommittedBets {
  readonly at: number
  readonly event: number
  readonly closesAt: number
  /** In order of arrival. */
  readonly bets: readonly CommittedBet[]
}

/** No salt: equal terms and bets give equal text, so equal receipt names. */
export const betsReceipt = (
  digest: Digest,
  { at, event, closesAt, bets, asset, feeRate, question, options }: CommittedBets & CommittedTerms,
): QuizBetsReceipt => ({
  ...{ rule: QUIZ_BETS_RULE, at, event, closesAt, asset, feeRate, question, options, bets: bets.length },
  root: rootOf(digest, betLeaves(digest, { rule: QUIZ_BETS_RULE, event }, bets)),
})

export const oldBetsReceipt = (digest: Digest, { at, event, closesAt, bets }: CommittedBets): OldQuizBetsReceipt => ({
  ...{ rule: OLD_QUIZ_BETS_RULE, at, event, closesAt, bets: bets.length },
  root: rootOf(digest, betLeaves(digest, { rule: OLD_QUIZ_BETS_RULE, event }, bets)),
})

type Committed = Pick<AnyBetsReceipt, 'rule' | 'event'>

export const betLeaves = (digest: Digest, committed: Committed, bets: readonly CommittedBet[]): string[] =>
  bets.map((bet) => digest(leafText(betEntry(committed, bet))))

/** Text of a bet, as hashed by the Merkle tree. */
export const betEntry = ({ rule, event }: Committed, { key, option, stake, at }: CommittedBet): string =>
  [rule, event, key, option, stake, at].join('|')

export function checkBets(receipt: AnyBetsReceipt): string[] {
  const { at, closesAt, bets, root } = receipt
  const problems: string[] = []
  if (receipt.rule === QUIZ_BETS_RULE && receipt.options.length < OPTIONS_MIN) problems.push('it has too few options')
  if (at < closesAt) problems.push('the event was not closed')
  if ((bets === 0) !== (root === null)) problems.push('a root is of at least one bet')
  return problems
}
