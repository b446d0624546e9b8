// How options are decided and paid, and that a receipt which was touched is found out.

import { describe, expect, test } from 'vitest'
import { amount, parseAmount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { OPTIONS_RULE, type OptionsReceipt, checkOptionsReceipt } from '#domain/options/receipt'
import { outcomeOf, optionPayout } from '#domain/options/settlement'
import { checkStake, stakeChips } from '#domain/options/terms'
import { GENESIS_HASH, tickText } from '#domain/quotes/chain'
import { checkReceipt } from '#domain/receipt'
import { addReceipts } from '#services/options-terms'
import { HASHING } from '../kit/hashing'

const USDT = { id: 3, code: 'USDT', scale: 6 }
const DURATION = { seconds: 30, ratio: rate(85_000_000n), min: amount(5_000_000n), max: amount(1_000_000_000n) }

test.each([
  ['rise', 600_000, 600_001, 'won'],
  ['rise', 600_000, 599_999, 'lost'],
  ['fall', 600_000, 599_999, 'won'],
  ['fall', 600_000, 600_001, 'lost'],
  ['rise', 600_000, 600_000, 'even'],
  ['fall', 600_000, 600_000, 'even'],
] as const)('a %s from %i to %i is %s', (direction, entry, exit, outcome) =>
  expect(outcomeOf(direction, entry, exit)).toBe(outcome),
)

test('a win pays stake and ratio rounded down, a loss nothing, and without a decision all that was taken comes back', () => {
  const order = { direction: 'rise', stake: amount(10_010_001n), fee: amount(7n), ratio: rate(85_000_000n) } as const
  expect(optionPayout(order, 'won')).toBe(18_518_501n)
  expect(optionPayout(order, 'lost')).toBe(0n)
  expect(optionPayout(order, 'even')).toBe(10_010_008n)
  expect(optionPayout(order, 'void')).toBe(10_010_008n)
})

describe('a stake', () => {
  const stake = (text: string, seconds = 30) => {
    const parsed = parseAmount(USDT, text)
    if (!parsed.ok) throw new Error(text)
    const checked = checkStake({ durations: [DURATION], stake: USDT }, { seconds, stake: parsed.value })
    return checked.ok ? 'taken' : checked.refusal
  }

  test.each(['5', '5.01', '1000'])('of %s is taken', (text) => expect(stake(text)).toBe('taken'))
  test.each([
    ['4.99', 30, 'options_stake_out_of_bounds', { min: '5', max: '1000', asset: 'USDT' }],
    ['1000.01', 30, 'options_stake_out_of_bounds', { min: '5', max: '1000', asset: 'USDT' }],
    ['5.001', 30, 'options_stake_decimals', { decimals: '2' }],
    ['5', 31, 'options_duration_not_offered', { offered: '30' }],
  ])('of %s for %i seconds is refused as %s', (text, seconds, code, facts) =>
    expect(stake(text, seconds)).toEqual({ code, facts }),
  )

  test('is offered in whole amounts within the bounds', () =>
    expect(stakeChips({ ...DURATION, max: amount(100_000_000n) }, USDT)).toEqual([10, 50, 100]))
})

const AT = Date.UTC(2026, 10, 21, 12)
const tick = (at: number, price: string) => {
  const unsealed = { symbol: 'BTC-USDT', seq: at, at, price, source: 'test', previousHash: GENESIS_HASH }
  return { ...unsealed, hash: HASHING.sha256(tickText(unsealed)) }
}
const RECEIPT: OptionsReceipt = {
  rule: OPTIONS_RULE,
  outcome: 'won',
  at: AT + 31_000,
  ticks: [tick(AT + 1_000, '60000.0'), tick(AT + 31_000, '60000.1')],
  order: {
    no: 1,
    symbol: 'BTC-USDT',
    direction: 'rise',
    seconds: 30,
    asset: 'USDT',
    stake: '10000000',
    fee: '0',
    ratio: '85000000',
    priceDecimals: 1,
    acceptedAt: AT,
  },
  paid: '18500000',
}

describe('a receipt', () => {
  test('of what happened is right', () => expect(checkReceipt(RECEIPT, HASHING)).toEqual([]))

  test.each<[string, Partial<OptionsReceipt>]>([
    ['another outcome', { outcome: 'lost' }],
    ['more paid', { paid: '18500001' }],
    ['an exit before it was due', { ticks: [tick(AT + 1_000, '60000.0'), tick(AT + 30_999, '60000.1')] }],
    ['an exit too late', { ticks: [tick(AT + 1_000, '60000.0'), tick(AT + 41_001, '60000.1')] }],
    ['an entry that was there before', { ticks: [tick(AT, '60000.0'), tick(AT + 31_000, '60000.1')] }],
    ['an entry too late', { ticks: [tick(AT + 3_001, '60000.0'), tick(AT + 34_000, '60000.1')] }],
    ['a price that is not of its hash', { ticks: RECEIPT.ticks.map((each) => ({ ...each, source: 'another' })) }],
    ['no exit', { ticks: [tick(AT + 1_000, '60000.0')] }],
    ['a rule that nobody knows', { rule: 'options-9' as typeof OPTIONS_RULE }],
  ])('with %s is wrong', (_what, differs) => expect(checkReceipt({ ...RECEIPT, ...differs }, HASHING)).not.toEqual([]))

  test('of a void order says when the time for a price was over', () => {
    const nothing: OptionsReceipt = {
      ...RECEIPT,
      outcome: 'void',
      at: AT + 41_000,
      ticks: RECEIPT.ticks.slice(0, 1),
      paid: '10000000',
    }
    expect(checkOptionsReceipt(nothing)).toEqual([])
    expect(checkOptionsReceipt({ ...nothing, at: AT + 40_999 })).not.toEqual([])
  })
})

test('receipts add up by day, symbol and duration; ties and void ones are counted apart', () => {
  const lost: OptionsReceipt = { ...RECEIPT, outcome: 'lost', paid: '0' }
  const days = addReceipts([], [RECEIPT, lost, { ...RECEIPT, outcome: 'even', paid: '10000000' }])
  const row = {
    day: '2026-11-21',
    symbol: 'BTC-USDT',
    seconds: 30,
    decided: 2,
    staked: 20_000_000n,
    paid: 18_500_000n,
    onTime: 3,
  }
  expect(days).toEqual([{ ...row, evens: 1, voids: 0 }])
  const later = addReceipts(days, [{ ...RECEIPT, outcome: 'void', paid: '10000000' }])
  expect(later).toEqual([{ ...row, evens: 1, voids: 1, onTime: 4 }])
})
