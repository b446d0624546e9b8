// Receipt of an event's bets, issued as the event closes and before an answer: a root over all of them, so that none can be added afterwards.

import * as v from 'valibot'
import { leafText, rootOf } from '../merkle'
import { count, hash, orNull } from '../published-forms'
import type { Digest } from '../quotes/chain'
import type { ReceiptKind } from '../receipt-kind'

export const QUIZ_BETS_RULE = 'quiz-bets-1'

const SHAPE = v.strictObject({
  rule: v.literal(QUIZ_BETS_RULE),
  ...{ at: count, event: count, closesAt: count, bets: count, root: orNull(hash) },
})
export type QuizBetsReceipt = v.InferOutput<typeof SHAPE>

export const QUIZ_BETS: ReceiptKind<QuizBetsReceipt> = { shape: SHAPE, check: checkBets }

interface CommittedBet {
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
  root: rootOf(
    digest,
    bets.map((bet) => digest(leafText([QUIZ_BETS_RULE, event, bet.key, bet.option, bet.stake, bet.at].join('|')))),
  ),
})

function checkBets({ at, closesAt, bets, root }: QuizBetsReceipt): string[] {
  const problems: string[] = []
  if (at < closesAt) problems.push('the event was not closed')
  if ((bets === 0) !== (root === null)) problems.push('a root is of at least one bet')
  return problems
}
