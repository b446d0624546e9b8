// Receipts of the bets of an event, and of one of them: a tree over all, written out by hand, and the way to its root.

import { describe, expect, test } from 'vitest'
import { malformedIn } from '#domain/published-forms'
import {
  type AnyBetReceipt,
  OLD_QUIZ_BET,
  OLD_QUIZ_BET_RULE,
  QUIZ_BET,
  QUIZ_BET_RULE,
  betReceipt,
  betReceiptName,
} from '#domain/quiz/bet-receipt'
import {
  type AnyBetsReceipt,
  OLD_QUIZ_BETS,
  OLD_QUIZ_BETS_RULE,
  QUIZ_BETS,
  QUIZ_BETS_RULE,
  betsReceipt,
  checkBets,
  oldBetsReceipt,
} from '#domain/quiz/commitment'
import { OLD_QUIZ_RULE, type OldQuizReceipt, QUIZ_RULE, checkQuizReceipt } from '#domain/quiz/receipt'
import { QUIZ_WALLET } from '#domain/quiz/rules'
import { HASHING } from '../kit/hashing'

const { sha256 } = HASHING
const BETS = [
  { key: 'one', option: 1, stake: '100', at: 197 },
  { key: 'two', option: 2, stake: '300', at: 198 },
  { key: 'three', option: 2, stake: '50', at: 199 },
]
const TERMS = { asset: 'USDT', feeRate: '2000000', question: 'Who?', options: ['a', 'b'] }
const EVENT = { at: 200, event: 9, closesAt: 200 }

/** Leaves of the three bets, and the node over the first two; the third has no neighbour. */
const treeOf = (rule: string) => {
  const leaves = ['one|1|100|197', 'two|2|300|198', 'three|2|50|199'].map((bet) => sha256(`\u0000${rule}|9|${bet}`))
  const [one = '', two = '', three = ''] = leaves
  const pair = sha256(`\u0001${one}${two}`)
  return { one, three, pair, root: sha256(`\u0001${pair}${three}`) }
}
const NEW = betsReceipt(sha256, { ...EVENT, ...TERMS, bets: BETS })
const OLD = oldBetsReceipt(sha256, { ...EVENT, bets: BETS })
const wrong = (receipt: AnyBetsReceipt, differs: object) => checkBets({ ...receipt, ...differs })

describe('the receipt of all bets', () => {
  test('has the root over them, with the terms; an older one has the bets alone', () => {
    expect(NEW).toEqual({ rule: 'quiz-bets-2', ...EVENT, ...TERMS, bets: 3, root: treeOf('quiz-bets-2').root })
    expect(OLD).toEqual({ rule: 'quiz-bets-1', ...EVENT, bets: 3, root: treeOf('quiz-bets-1').root })
    expect([NEW.rule, OLD.rule]).toEqual([QUIZ_BETS_RULE, OLD_QUIZ_BETS_RULE])
    expect([QUIZ_BETS.check(NEW, HASHING), OLD_QUIZ_BETS.check(OLD, HASHING)]).toEqual([[], []])
    expect([malformedIn(QUIZ_BETS.shape, NEW), malformedIn(OLD_QUIZ_BETS.shape, OLD)]).toEqual([[], []])
  })

  test('has no root without a bet, and one with a bet', () => {
    const none = betsReceipt(sha256, { ...EVENT, ...TERMS, bets: [] })
    expect([none.root, checkBets(none)]).toEqual([null, []])
    const said = ['a root is of at least one bet']
    expect([wrong(NEW, { bets: 0 }), wrong(NEW, { root: null })]).toEqual([said, said])
  })

  test('is of a closed event with two options', () => {
    expect(wrong(NEW, { at: 199 })).toEqual(['the event was not closed'])
    expect(wrong(NEW, { options: ['a'] })).toEqual(['it has too few options'])
  })
})

describe('the receipt of one bet', () => {
  const of = (receipt: AnyBetsReceipt, key: string) => betReceipt(sha256, { receipt, bets: BETS, key })
  const problems = (receipt: AnyBetReceipt | null, differs: object = {}) =>
    QUIZ_BET.check({ ...receipt, ...differs } as never, HASHING)

  test('has its place and the way to the root, from below', () => {
    const { one, three, pair } = treeOf('quiz-bets-2')
    expect(of(NEW, 'two')).toEqual({ rule: 'quiz-bet-2', bets: NEW, ...BETS[1], index: 1, path: [one, three] })
    expect(of(NEW, 'three')).toEqual({ rule: 'quiz-bet-2', bets: NEW, ...BETS[2], index: 2, path: [pair] })
    expect(of(NEW, 'four')).toBeNull()
    const old = treeOf('quiz-bets-1')
    expect(of(OLD, 'two')).toEqual({ rule: 'quiz-bet-1', bets: OLD, ...BETS[1], index: 1, path: [old.one, old.three] })
    expect([QUIZ_BET_RULE, OLD_QUIZ_BET_RULE]).toEqual(['quiz-bet-2', 'quiz-bet-1'])
    expect(betReceiptName(9, 'two')).toBe('quiz-bet-9-two')
  })

  test('is right for each of them', () => {
    for (const { key } of BETS) {
      expect([malformedIn(QUIZ_BET.shape, of(NEW, key)), problems(of(NEW, key))]).toEqual([[], []])
      expect(malformedIn(OLD_QUIZ_BET.shape, of(OLD, key))).toEqual([])
      expect(OLD_QUIZ_BET.check(of(OLD, key) as never, HASHING)).toEqual([])
    }
  })

  test('is wrong with anything else in the leaf, or on the way', () => {
    const two = of(NEW, 'two')
    const said = ['the bet is not one of the committed ones']
    for (const differs of [{ key: 'too' }, { option: 1 }, { stake: '301' }, { at: 197 }, { index: 0 }, { path: [] }])
      expect(problems(two, differs)).toEqual(said)
    // The event itself would come first, as of the receipt of all.
    expect(problems(two, { bets: { ...NEW, at: 199 } })).toEqual(['the event was not closed'])
    expect(problems(two, { bets: { ...NEW, root: null } })).toEqual(['a root is of at least one bet', ...said])
    expect(problems(two, { bets: { ...NEW, root: null }, path: [] })).toEqual([
      ...['a root is of at least one bet', ...said],
    ])
  })

  test('is wrong from the closing on, and on an option that the event has not', () => {
    const changed = (differs: Partial<(typeof BETS)[number]>) => {
      const bets = BETS.map((bet) => (bet.key === 'two' ? { ...bet, ...differs } : bet))
      const receipt = betsReceipt(sha256, { ...EVENT, ...TERMS, bets })
      return problems(betReceipt(sha256, { receipt, bets, key: 'two' }))
    }
    expect(changed({ at: 200 })).toEqual(['the bet came after the closing'])
    expect(changed({ option: 1 })).toEqual([])
    const none = ['the bet is on none of the options']
    expect([changed({ option: 0 }), changed({ option: 3 })]).toEqual([none, none])
    // Older ones do not say how many options there were.
    const bets = BETS.map((bet) => ({ ...bet, option: 7 }))
    const receipt = oldBetsReceipt(sha256, { ...EVENT, bets })
    expect(problems(betReceipt(sha256, { receipt, bets, key: 'two' }))).toEqual([])
  })
})

test('a payout of an older event names its bets without terms', () => {
  const bets = [
    { key: 'one', option: 1, stake: '100', paid: '394', at: 199 },
    { key: 'two', option: 2, stake: '300', paid: '0', at: 199 },
  ]
  const [one, two] = ['one|1|100|199', 'two|2|300|199'].map((bet) => sha256(`\u0000quiz-bets-1|9|${bet}`))
  const root = sha256(`\u0001${one}${two}`)
  // 100 right, 300 wrong, 2 % of these as the fee: 394 and 6.
  const paid: OldQuizReceipt = {
    ...{ rule: OLD_QUIZ_RULE, at: 86_400_200, event: 9, closesAt: 200, asset: 'USDT', feeRate: '2000000' },
    ...{ optionCount: 2, answer: 1, evidence: 'e', decidedAt: 200, committedAt: 200, ticks: [], bets, fee: '6' },
    commitment: sha256(JSON.stringify({ rule: 'quiz-bets-1', at: 200, event: 9, closesAt: 200, bets: 2, root })),
  }
  expect([OLD_QUIZ_RULE, QUIZ_RULE]).toEqual(['quiz-2', 'quiz-3'])
  expect(checkQuizReceipt(paid, HASHING)).toEqual([])
  expect(checkQuizReceipt({ ...paid, event: 8 }, HASHING)).toEqual(['the bets are not those that were committed to'])
  const back = bets.map((bet) => ({ ...bet, paid: bet.stake }))
  expect(checkQuizReceipt({ ...paid, answer: 3, bets: back, fee: '0' }, HASHING)).toEqual([
    'the answer is none of the options',
  ])
})

test('stakes come from the spot wallet', () => expect(QUIZ_WALLET).toBe('change'))
