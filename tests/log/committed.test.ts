// The log shows whether bets of the quiz were committed to before the answer: whoever adds a winning bet afterwards is refuted.

import { describe, expect, test } from 'vitest'
import { checkCommitted } from '#domain/log/committed'
import { checkProof } from '#domain/log/proof'
import { betsReceipt } from '#domain/quiz/commitment'
import { QUIZ_RULE, type QuizReceipt } from '#domain/quiz/receipt'
import { shareOut } from '#domain/quiz/rules'
import { amount, total } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { checkReceipt } from '#domain/receipt'
import { HASHING } from '../kit/hashing'
import { sha256, verifySignature } from './crypto'
import { KEY, feed, logOf } from './logged-option'

const CHECKS = { sha256, digest: HASHING.sha256, verify: verifySignature, key: KEY.key }
const ROUNDS = feed(120)
const [FIRST] = ROUNDS
const CLOSED = FIRST?.at ?? 0

/** Bets of two people on the second option, and one of the operator on the first, which is the answer. */
function settled(stakes: readonly (readonly [option: number, stake: bigint])[]): QuizReceipt {
  const bets = stakes.map(([option, stake], index) => ({ option, stake: amount(stake), key: `k${index}` }))
  const paid = shareOut(bets, { answer: 1, fee: rate(2_000_000n) })
  const said = bets.map(({ key, option, stake }) => ({ key, option, stake: stake.toString(), at: CLOSED - 1 }))
  const committed = betsReceipt(HASHING.sha256, { at: CLOSED, event: 1, closesAt: CLOSED, bets: said })
  const decidedAt = CLOSED + 100_000
  const [tick] = ROUNDS.findLast(({ at }) => at < decidedAt)?.ticks ?? []
  return {
    ...{ rule: QUIZ_RULE, at: decidedAt + 86_400_000, event: 1, asset: 'USDT', optionCount: 2, closesAt: CLOSED },
    ...{ feeRate: '2000000', answer: 1, evidence: 'seen', decidedAt, committedAt: CLOSED },
    commitment: HASHING.sha256(JSON.stringify(committed)),
    ticks: tick ? [tick] : [],
    bets: said.map((bet, index) => ({ ...bet, paid: (paid[index]?.paid ?? 0n).toString() })),
    fee: total(paid.map(({ fee }) => fee)).toString(),
  }
}
const HONEST = settled([
  [2, 100n],
  [2, 300n],
  [1, 50n],
])
const FORGED = settled([
  [2, 100n],
  [2, 300n],
  [1, 50n],
  [1, 400n],
])

describe('bets of an event', () => {
  const judge = (receipt: QuizReceipt, isBefore: boolean) => {
    const name = receipt.commitment
    const { body, proof, otherProof } = logOf(ROUNDS, receipt, KEY, { name, isBefore })
    expect(checkReceipt(receipt, HASHING)).toEqual([])
    expect(checkProof(CHECKS, body, receipt, proof).problems).toEqual([])
    return checkCommitted(CHECKS, { own: proof, name, proof: otherProof, consistencies: [] })
  }

  test('that were committed to as it closed are proven to be from before the answer', () => {
    expect(judge(HONEST, true)).toEqual({ kind: 'before', leaf: 1 })
  })

  test('to which a winning one was added are refuted: their commitment stands after the answer in the log', () => {
    expect(judge(FORGED, false)).toEqual({ kind: 'after', leaf: 3 })
  })

  test('to which one was added under the commitment of the others are wrong by themselves', () => {
    const { commitment } = HONEST
    expect(checkReceipt({ ...FORGED, commitment }, HASHING)).toEqual(['the bets are not those that were committed to'])
  })

  test('are not proven by the proof of another receipt, of another log, or without a tick', () => {
    const name = HONEST.commitment
    const { proof, otherProof } = logOf(ROUNDS, HONEST, KEY, { name, isBefore: true })
    const unproven = { kind: 'unproven', needed: null }
    const check = (differs: object) =>
      checkCommitted(CHECKS, { own: proof, name, proof: otherProof, consistencies: [], ...differs })
    expect(check({ proof })).toEqual(unproven)
    expect(check({ own: { ...proof, ticks: [] } })).toEqual(unproven)
    const longer = logOf(feed(50), HONEST, KEY, { name, isBefore: true })
    expect(check({ proof: longer.otherProof })).toMatchObject({ kind: 'unproven', needed: [5, 6] })
  })
})
