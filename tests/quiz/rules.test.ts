// Pool payouts: sums match, and a modified receipt fails its check.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Amount, amount, total } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { betsReceipt } from '#domain/quiz/commitment'
import { QUIZ_RULE, type QuizReceipt, checkQuizReceipt } from '#domain/quiz/receipt'
import { checkBet, countsFor, phaseOf, shareOut, betStatusOf, wouldPay } from '#domain/quiz/rules'
import { HASHING } from '../kit/hashing'

const FEE = rate(2_000_000n)
const TERMS = {
  id: 1,
  optionCount: 3,
  asset: { id: 3, code: 'USDT', scale: 6 },
  fee: FEE,
  stakeMin: amount(1_000_000n),
  stakeMax: amount(100_000_000n),
  opensAt: 100,
  closesAt: 200,
}
const bets = (...list: readonly (readonly [option: number, stake: bigint])[]) =>
  list.map(([option, stake]) => ({ option, stake: amount(stake) }))

describe('a pool', () => {
  test('gives who is right the stake and the others’ stakes less the fee, by stakes', () => {
    const paid = shareOut(bets([1, 100n], [2, 300n], [1, 200n]), { answer: 1, fee: rate(10_000_000n) })
    expect(paid).toEqual([
      { paid: 190n, fee: 10n },
      { paid: 0n, fee: 0n },
      { paid: 380n, fee: 20n },
    ])
  })

  test('gives what rounding leaves over to the largest remainder, of equal ones to the earlier', () => {
    const paid = shareOut(bets([1, 1n], [1, 1n], [1, 1n], [2, 4n]), { answer: 1, fee: rate(0n) })
    expect(paid.map((each) => each.paid)).toEqual([3n, 2n, 2n, 0n])
    const skewed = shareOut(bets([1, 2n], [1, 1n], [2, 1n]), { answer: 1, fee: rate(0n) })
    expect(skewed.map((each) => each.paid)).toEqual([3n, 1n, 0n])
  })

  test.each([
    ['it is void', 0],
    ['nobody is right', 3],
  ])('gives every stake back when %s', (_why, answer) => {
    const paid = shareOut(bets([1, 100n], [2, 300n]), { answer, fee: FEE })
    expect(paid).toEqual([
      { paid: 100n, fee: 0n },
      { paid: 300n, fee: 0n },
    ])
  })

  const someBets = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.bigInt({ min: 1n, max: 10n ** 12n })), {
    minLength: 1,
    maxLength: 60,
  })
  test('adds up, and nobody who is right gets less than the stake', () =>
    fc.assert(
      fc.property(
        someBets,
        fc.integer({ min: 0, max: 3 }),
        fc.bigInt({ min: 0n, max: 20_000_000n }),
        (list, answer, fee) => {
          const own = bets(...list)
          const paid = shareOut(own, { answer, fee: rate(fee) })
          const sum = (values: readonly Amount[]) => total(values)
          expect(sum(paid.flatMap((each) => [each.paid, each.fee]))).toBe(sum(own.map(({ stake }) => stake)))
          for (const [index, { option, stake }] of own.entries())
            if (option === answer) expect((paid[index]?.paid ?? 0n) >= stake).toBe(true)
        },
      ),
    ))

  test('promises what it would pay if nobody else came', () =>
    fc.assert(
      fc.property(
        someBets,
        fc.integer({ min: 1, max: 3 }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (list, option, stake) => {
          const sums = [1, 2, 3].map((each) =>
            total(bets(...list).flatMap((bet) => (bet.option === each ? bet.stake : []))),
          )
          const promised = wouldPay(sums, { option, stake: amount(stake), fee: FEE })
          const paid = shareOut([...bets(...list), { option, stake: amount(stake) }], { answer: option, fee: FEE }).at(
            -1,
          )
          // One unit may come from rounding.
          expect((paid?.paid ?? 0n) - promised <= 1n && (paid?.paid ?? 0n) >= promised).toBe(true)
        },
      ),
    ))
})

test.each([
  [{ option: 4, stake: 1_000_000n }, 'quiz_option_unknown', { max: '3' }],
  [{ option: 0, stake: 1_000_000n }, 'quiz_option_unknown', { max: '3' }],
  [{ option: 1, stake: 1_000_001n }, 'quiz_stake_decimals', { decimals: '2' }],
  [{ option: 1, stake: 990_000n }, 'quiz_stake_out_of_bounds', { min: '1', max: '100', asset: 'USDT' }],
  [{ option: 1, stake: 100_010_000n }, 'quiz_stake_out_of_bounds', { min: '1', max: '100', asset: 'USDT' }],
])('a bet of %o is refused as %s', ({ option, stake }, code, facts) =>
  expect(checkBet(TERMS, { option, stake: amount(stake) })).toEqual({ ok: false, refusal: { code, facts } }),
)

test('an event goes from not started to settled, and an answer before the closing does not count', () => {
  const answer = { answer: 1, evidence: 'e', decidedAt: 200, settledAt: null }
  expect(phaseOf(TERMS, null, 99)).toBe('not_started')
  expect(phaseOf(TERMS, null, 199)).toBe('guessing')
  expect(phaseOf(TERMS, null, 200)).toBe('over')
  expect(phaseOf(TERMS, { ...answer, decidedAt: 199 }, 201)).toBe('over')
  expect(countsFor(TERMS, { ...answer, decidedAt: 199 })).toBeNull()
  expect(phaseOf(TERMS, answer, 201)).toBe('unsettled')
  expect(phaseOf(TERMS, { ...answer, settledAt: 300 }, 301)).toBe('settled')
})

test.each([
  ['in', 'guessing', 'guessing'],
  ['in', 'over', 'over'],
  ['in', 'unsettled', 'unsettled'],
  ['in', 'settled', 'guessed_right'],
  ['won', 'settled', 'bonus_paid'],
  ['lost', 'settled', 'missed'],
  ['void', 'settled', 'void'],
  ['refused', 'over', 'refused'],
  ['in', 'not_started', 'not_started'],
] as const)('a bet that is "%s" while its event is "%s" is told as "%s"', (state, phase, standing) =>
  expect(betStatusOf({ state, option: 1 }, phase, 1)).toBe(standing),
)

const COMMITTED = { asset: 'USDT', feeRate: FEE.toString(), question: 'Who?', options: ['a', 'b', 'c'] }

describe('a receipt', () => {
  const own = bets([1, 100n], [2, 300n], [1, 200n])
  const paid = shareOut(own, { answer: 1, fee: FEE })
  const asBet = ({ option, stake }: (typeof own)[number], index: number) => ({
    ...{ key: `k${index}`, option, stake: stake.toString(), at: 150 },
  })
  const receipt: QuizReceipt = {
    rule: QUIZ_RULE,
    at: 200 + 86_400_000,
    event: 1,
    ...COMMITTED,
    closesAt: 200,
    answer: 1,
    evidence: 'the prices of that day',
    decidedAt: 200,
    committedAt: 200,
    commitment: HASHING.sha256(
      JSON.stringify(
        betsReceipt(HASHING.sha256, { ...COMMITTED, at: 200, event: 1, closesAt: 200, bets: own.map(asBet) }),
      ),
    ),
    ticks: [],
    bets: own.map(({ option, stake }, index) => ({
      key: `k${index}`,
      option,
      stake: stake.toString(),
      paid: (paid[index]?.paid ?? 0n).toString(),
      at: 150,
    })),
    fee: total(paid.map((each) => each.fee)).toString(),
  }
  test('of what was paid is right', () => expect(checkQuizReceipt(receipt, HASHING)).toEqual([]))
  test.each<[string, Partial<QuizReceipt>]>([
    ['another answer', { answer: 2 }],
    ['a bet left out', { bets: receipt.bets.slice(1) }],
    ['a bet after the closing', { bets: receipt.bets.map((bet) => ({ ...bet, at: 200 })) }],
    ['another fee', { fee: '0' }],
    ['another rate of the fee', { feeRate: '0' }],
    ['another option', { options: ['a', 'b', 'd'] }],
    ['an option more', { options: ['a', 'b', 'c', 'd'] }],
    ['another question', { question: 'What?' }],
    ['another asset', { asset: 'BTC' }],
    ['a payment within the time for objections', { at: 200 + 86_399_999 }],
    ['an answer before the closing', { decidedAt: 199 }],
  ])('with %s is wrong', (_what, differs) =>
    expect(checkQuizReceipt({ ...receipt, ...differs }, HASHING)).not.toEqual([]),
  )
})
