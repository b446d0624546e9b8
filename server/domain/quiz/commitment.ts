// Receipt of an event's bets, issued as the event closes and before an answer: a root over all of them, so that none can be added afterwards.

import * as v from 'valibot'
import { leafText, rootOf } from '../merkle'
import { count, hash, orNull } from '../published-forms'
import type { Digest } from '../quotes/chain'
import type { ReceiptKind } from '../receipt-kind'

export const QUIZ_BETS_RULE = 'quiz-bets-1'

export const QUIZ_BETS_SHAPE = v.strictObject({
  rule: v.literal(QUIZ_BETS_RULE),
  ...{ at: count, event: count, closesAt: count, bets: count, root: orNull(hash) },
})
export type QuizBetsReceipt = v.InferOutput<typeof QUIZ_BETS_SHAPE>

export const QUIZ_BETS: ReceiptKind<QuizBetsReceipt> = { shape: QUIZ_BETS_SHAPE, check: checkBets }

export interface CommittedBet {
  readonly key: string
  readonly option: number
  readonly stake: string
  readonly at: number
}

interface CommittedEvent {
  readonly at: number
  readonly event: number
  readonly closesAt: number
  /** In order of arrival. */
  readonly bets: readonly CommittedBet[]
}

/** No salt: equal bets give equal text, so equal receipt names. */
export const betsReceipt = (digest: Digest, { at, event, closesAt, bets }: CommittedEvent): QuizBetsReceipt => ({
  ...{ rule: QUIZ_BETS_RULE, at, event, closesAt, bets: bets.length },
  root: rootOf(digest, betLeaves(digest, event, bets)),
})

export const betLeaves = (digest: Digest, event: number, bets: readonly CommittedBet[]): string[] =>
  bets.map((bet) => digest(leafText(betEntry(event, bet))))

/** Text of a bet, as hashed by the Merkle tree. */
export const betEntry = (event: number, { key, option, stake, at }: CommittedBet): string =>
  [QUIZ_BETS_RULE, event, key, option, stake, at].join('|')

export function checkBets({ at, closesAt, bets, root }: QuizBetsReceipt): string[] {
  const problems: string[] = []
  if (at < closesAt) problems.push('the event was not closed')
  if ((bets === 0) !== (root === null)) problems.push('a root is of at least one bet')
  return problems
}
