// The quiz where a bound is met exactly, remainders, and what a receipt says that is wrong.

import { describe, expect, test } from 'vitest'
import { ZERO, amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { betsReceipt } from '#domain/quiz/commitment'
import { QUIZ_RULE, type QuizReceipt, checkQuizReceipt } from '#domain/quiz/receipt'
import { checkBet, countsFor, phaseOf, shareOut, betStatusOf, wouldPay } from '#domain/quiz/rules'
import { HASHING } from '../kit/hashing'

const TERMS = {
  ...{ id: 1, optionCount: 3, asset: { id: 3, code: 'USDT', scale: 6 }, fee: rate(2_000_000n) },
  ...{ stakeMin: amount(1_000_000n), stakeMax: amount(100_000_000n), opensAt: 100, closesAt: 200 },
}

describe('what rounding leaves over', () => {
  /** Stakes on the right option, and one of `lost` on another; what each gets. */
  const paid = (lost: bigint, ...stakes: bigint[]) =>
    shareOut([...stakes.map((stake) => ({ option: 1, stake: amount(stake) })), { option: 2, stake: amount(lost) }], {
      answer: 1,
      fee: rate(0n),
    }).map((each) => each.paid)

  test('goes to the largest remainder, wherever it stands', () => {
    // 2 by 2 and 1 of 3: 1 1/3 and 2/3.
    expect(paid(2n, 2n, 1n)).toEqual([3n, 2n, 0n])
    expect(paid(2n, 1n, 2n)).toEqual([2n, 3n, 0n])
  })

  test('of several units goes to several, the largest first', () => {
    // 3 by 1, 1 and 2 of 4: 3/4, 3/4 and 1 2/4.
    expect(paid(3n, 1n, 1n, 2n)).toEqual([2n, 2n, 3n, 0n])
    expect(paid(3n, 2n, 1n, 1n)).toEqual([3n, 2n, 2n, 0n])
  })

  test('of equal remainders goes to the earlier', () => {
    // 2 by 2, 1 and 1 of 4: 1, 2/4 and 2/4.
    expect(paid(2n, 2n, 1n, 1n)).toEqual([3n, 2n, 1n, 0n])
    expect(paid(2n, 1n, 2n, 1n)).toEqual([2n, 3n, 1n, 0n])
  })
})

test('a promise counts the stake in the pool, and is nothing for nothing', () => {
  const sums = [amount(100n), amount(300n)]
  // 300 less 2 % are 294: a half of it, with 100 beside 100, and the stake.
  expect(wouldPay(sums, { option: 1, stake: amount(100n), fee: rate(2_000_000n) })).toBe(247n)
  // All of it where nobody else is.
  expect(wouldPay(sums, { option: 3, stake: amount(100n), fee: rate(0n) })).toBe(500n)
  expect(wouldPay([ZERO, amount(300n)], { option: 1, stake: ZERO, fee: rate(0n) })).toBe(0n)
})

describe('a bet', () => {
  const check = (option: number, stake: bigint, asset = TERMS.asset) => {
    const checked = checkBet({ ...TERMS, asset }, { option, stake: amount(stake) })
    return checked.ok ? 'ok' : checked.refusal.code
  }

  test('is on the first to the last option, from the least to the most', () => {
    expect([check(1, 1_000_000n), check(3, 100_000_000n)]).toEqual(['ok', 'ok'])
    expect([check(0, 1_000_000n), check(4, 1_000_000n), check(1.5, 1_000_000n)]).toEqual([
      ...['quiz_option_unknown', 'quiz_option_unknown', 'quiz_option_unknown'],
    ])
    expect([check(1, 990_000n), check(1, 100_010_000n)]).toEqual([
      ...['quiz_stake_out_of_bounds', 'quiz_stake_out_of_bounds'],
    ])
  })

  test('has two decimals, or as many as its asset', () => {
    expect([check(1, 1_010_000n), check(1, 1_001_000n)]).toEqual(['ok', 'quiz_stake_decimals'])
    expect([
      check(1, 1_000_001n, { ...TERMS.asset, scale: 2 }),
      check(1, 1_000_001n, { ...TERMS.asset, scale: 0 }),
    ]).toEqual([...['ok', 'ok']])
  })
})

test('an event opens and closes at its instants', () => {
  const answer = { answer: 1, evidence: 'e', decidedAt: 200, settledAt: null }
  expect([99, 100, 199, 200].map((now) => phaseOf(TERMS, null, now))).toEqual([
    ...['not_started', 'guessing', 'guessing', 'over'],
  ])
  expect([countsFor(TERMS, answer), countsFor(TERMS, { ...answer, decidedAt: 199 }), countsFor(TERMS, null)]).toEqual([
    ...[answer, null, null],
  ])
})

test('a bet that waits for its payout is right, or not paid yet', () => {
  const bet = { state: 'in', option: 2 } as const
  expect([betStatusOf(bet, 'settled', 2), betStatusOf(bet, 'settled', 1)]).toEqual(['guessed_right', 'unsettled'])
})

describe('a receipt', () => {
  const BETS = [
    { key: 'one', option: 1, stake: '100', paid: '394', at: 199 },
    { key: 'two', option: 2, stake: '300', paid: '0', at: 199 },
  ]
  const COMMITTED = { asset: 'USDT', feeRate: '2000000', question: 'Who?', options: ['a', 'b', 'c'] }
  /** 100 right, 300 wrong, 2 % of these as the fee: 394 and 6. */
  const nameOf = (bets: QuizReceipt['bets']) =>
    HASHING.sha256(
      JSON.stringify(betsReceipt(HASHING.sha256, { ...COMMITTED, at: 200, event: 1, closesAt: 200, bets })),
    )
  const RECEIPT: QuizReceipt = {
    ...{ rule: QUIZ_RULE, at: 86_400_200, event: 1, closesAt: 200, ...COMMITTED },
    ...{ answer: 1, evidence: 'e', decidedAt: 200, fee: '6', committedAt: 200, ticks: [], bets: BETS },
    commitment: nameOf(BETS),
  }
  const check = (differs: Partial<QuizReceipt>) => checkQuizReceipt({ ...RECEIPT, ...differs }, HASHING)
  const back = RECEIPT.bets.map((bet) => ({ ...bet, paid: bet.stake }))

  test('is right as its bets were paid, or given back', () => {
    expect(check({})).toEqual([])
    expect(check({ answer: 0, bets: back, fee: '0' })).toEqual([])
    // Nobody was right.
    expect(check({ answer: 3, bets: back, fee: '0' })).toEqual([])
  })

  test('has an answer that is one of the options, of a time after the closing, and paid when no objection can come', () => {
    const none = ['the answer is none of the options']
    expect(check({ answer: 4, bets: back, fee: '0' })).toEqual(none)
    expect(check({ answer: -1, bets: back, fee: '0' })).toEqual(none)
    expect(check({ decidedAt: 199 })).toEqual(['the answer was entered before the bets were committed to'])
    expect(check({ at: 86_400_199 })).toEqual(['it was paid while objections were open'])
    const late = RECEIPT.bets.map((bet) => ({ ...bet, at: 200 }))
    expect(check({ bets: late, commitment: nameOf(late) })).toEqual([
      ...['bet one came after the closing', 'bet two came after the closing'],
    ])
  })

  test('has the bets that were committed to before the answer, after the closing', () => {
    const other = ['the bets, the fee or the options are not those that were committed to']
    const added = { key: 'three', option: 1, stake: '100', paid: '247', at: 198 }
    expect(check({ bets: [...RECEIPT.bets, added] })).toEqual(expect.arrayContaining(other))
    expect(check({ bets: BETS.toReversed() })).toEqual(other)
    expect(check({ event: 2 })).toEqual(other)
    expect(check({ committedAt: 199 })).toEqual(['the bets were committed to before the closing', ...other])
    const tick = { symbol: 'BTC-USDT', seq: 1, at: 200, price: '1', source: 's', previousHash: '', hash: '' }
    expect(check({ ticks: [tick] })).toEqual(['its tick is not from before the answer'])
    expect(check({ ticks: [{ ...tick, at: 199 }] })).toEqual([])
  })

  test('says what should have been paid', () => {
    const bets = RECEIPT.bets.map((bet) => ({ ...bet, paid: '1' }))
    expect(check({ bets })).toEqual([
      'bet one was paid 1 and should have been paid 394',
      'bet two was paid 1 and should have been paid 0',
    ])
    expect(check({ fee: '7' })).toEqual(['the fee is 7 and should be 6'])
  })
})
