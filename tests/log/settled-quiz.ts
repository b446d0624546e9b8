// A settled event of the quiz: the bets of two people and of the operator, and the same with a winning bet added.

import { amount, total } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { betsReceipt } from '#domain/quiz/commitment'
import { QUIZ_RULE, type QuizReceipt } from '#domain/quiz/receipt'
import { shareOut } from '#domain/quiz/rules'
import { HASHING } from '../kit/hashing'
import { feed } from './logged-option'

export const ROUNDS = feed(120)
const [FIRST] = ROUNDS
const CLOSED = FIRST?.at ?? 0

const TERMS = { asset: 'USDT', feeRate: '2000000', question: 'Who wins?', options: ['The café', 'Nobody'] }

/** Bets of two people on the second option, and one of the operator on the first, which is the answer. */
function settled(stakes: readonly (readonly [option: number, stake: bigint])[]): QuizReceipt {
  const bets = stakes.map(([option, stake], index) => ({ option, stake: amount(stake), key: `k${index}` }))
  const paid = shareOut(bets, { answer: 1, fee: rate(2_000_000n) })
  const said = bets.map(({ key, option, stake }) => ({ key, option, stake: stake.toString(), at: CLOSED - 1 }))
  const committed = betsReceipt(HASHING.sha256, { ...TERMS, at: CLOSED, event: 1, closesAt: CLOSED, bets: said })
  const decidedAt = CLOSED + 100_000
  const [tick] = ROUNDS.findLast(({ at }) => at < decidedAt)?.ticks ?? []
  return {
    ...{ rule: QUIZ_RULE, at: decidedAt + 86_400_000, event: 1, ...TERMS, closesAt: CLOSED },
    ...{ answer: 1, evidence: 'seen', decidedAt, committedAt: CLOSED },
    commitment: HASHING.sha256(JSON.stringify(committed)),
    ticks: tick ? [tick] : [],
    bets: said.map((bet, index) => ({ ...bet, paid: (paid[index]?.paid ?? 0n).toString() })),
    fee: total(paid.map(({ fee }) => fee)).toString(),
  }
}
export const HONEST = settled([
  [2, 100n],
  [2, 300n],
  [1, 50n],
])
/** The operator's second bet is a late one. */
export const FORGED = settled([
  [2, 100n],
  [2, 300n],
  [1, 50n],
  [1, 400n],
])
