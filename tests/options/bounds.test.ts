// Options where a bound is met exactly, and what a receipt says that is wrong.

import { describe, expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { OPTIONS_RULE, type OptionsReceipt, checkOptionsReceipt, firstTicksOfOption } from '#domain/options/receipt'
import { ENTRY_WITHIN_MS, EXIT_WITHIN_MS, dueAt, optionFee, profitOf } from '#domain/options/settlement'
import { OPTIONS_WALLET, checkStake, stakeChips } from '#domain/options/terms'

const AT = 1_800_000_000_000
const tick = (at: number, price: string, symbol = 'BTC-USDT') => ({
  ...{ symbol, seq: 1, at, price, source: 'test', previousHash: '', hash: '' },
})
/** Accepted at AT, entered a second later at 60,000.0, due 30 seconds after that; a rise of a step pays 10 and 8.5. */
const WON: OptionsReceipt = {
  ...{ rule: OPTIONS_RULE, outcome: 'won', at: AT + 31_000, paid: '18500000' },
  ticks: [tick(AT + 1_000, '60000.0'), tick(AT + 31_000, '60000.1')],
  order: {
    ...{ no: 1, symbol: 'BTC-USDT', direction: 'rise', seconds: 30, asset: 'USDT', stake: '10000000' },
    ...{ fee: '100', ratio: '85000000', priceDecimals: 1, acceptedAt: AT },
  },
}
const problems = (differs: Partial<OptionsReceipt>) => checkOptionsReceipt({ ...WON, ...differs })
const through = (entryAt: number, exitAt: number) =>
  problems({ at: exitAt, ticks: [tick(entryAt, '60000.0'), tick(exitAt, '60000.1')] })

const ENTRY = 'the entry tick is not of the three seconds after the order was accepted'
const EXIT = 'the exit tick is not of the ten seconds from when the order was due'

describe('a receipt', () => {
  test('begins after the order was accepted, three seconds later at the latest', () => {
    expect([ENTRY_WITHIN_MS, EXIT_WITHIN_MS, dueAt(AT, 30)]).toEqual([3_000, 10_000, AT + 30_000])
    expect(through(AT + 1, AT + 30_001)).toEqual([])
    expect(through(AT, AT + 30_000)).toEqual([ENTRY])
    expect(through(AT + 3_000, AT + 33_000)).toEqual([])
    expect(through(AT + 3_001, AT + 33_001)).toEqual([ENTRY])
  })

  test('ends when the order is due, ten seconds later at the latest', () => {
    expect(through(AT + 1_000, AT + 31_000)).toEqual([])
    expect(through(AT + 1_000, AT + 30_999)).toEqual([EXIT])
    expect(through(AT + 1_000, AT + 41_000)).toEqual([])
    expect(through(AT + 1_000, AT + 41_001)).toEqual([EXIT])
    expect(problems({ at: AT + 31_001 })).toEqual(['the exit tick is not of the time that the receipt says'])
  })

  test('is void once no price can come any more, and gives stake and fee back', () => {
    const ticks = WON.ticks.slice(0, 1)
    const nothing = { outcome: 'void', ticks, paid: '10000100' } as const
    expect(problems({ ...nothing, at: AT + 41_000 })).toEqual([])
    expect(problems({ ...nothing, at: AT + 40_999 })).toEqual(['a price could still have come'])
    expect(problems({ ...nothing, at: AT + 41_000, paid: '10000000' })).toEqual([
      'what was paid is 10000000 and should be 10000100',
    ])
    // With an exit it is decided.
    expect(problems({ outcome: 'void' })).toEqual(['the outcome is "void" and should be "won"'])
  })

  test('has ticks of its symbol, and an entry', () => {
    expect(problems({ ticks: [] })).toEqual(['there is no entry tick'])
    const [entry, exit] = [tick(AT + 1_000, '60000.0'), tick(AT + 31_000, '60000.1', 'ETH-USDT')]
    expect(problems({ ticks: [entry, exit] })).toEqual(['a tick is of another symbol'])
  })

  test('says who won, and what was paid', () => {
    expect(problems({})).toEqual([])
    expect(problems({ outcome: 'lost', paid: '0' })).toEqual([
      'the outcome is "lost" and should be "won"',
      'what was paid is 0 and should be 18500000',
    ])
    const even = [tick(AT + 1_000, '60000.0'), tick(AT + 31_000, '60000.0')]
    expect(problems({ ticks: even, outcome: 'even', paid: '10000100' })).toEqual([])
    const fallen = [tick(AT + 1_000, '60000.0'), tick(AT + 31_000, '59999.9')]
    expect(problems({ ticks: fallen, outcome: 'lost', paid: '0' })).toEqual([])
    const fall = { ...WON.order, direction: 'fall' } as const
    expect(problems({ ticks: fallen, order: fall })).toEqual([])
  })
})

test('the log proves which tick was first after the order was accepted, and which from when it was due', () => {
  // Entered a second after AT, so due 31 seconds after it.
  expect(firstTicksOfOption(WON)).toEqual([AT + 1, AT + 31_000])
  expect(firstTicksOfOption({ ...WON, ticks: [] })).toEqual([])
})

test('stakes and payouts have a wallet of their own', () => expect(OPTIONS_WALLET).toBe('micro'))

test('a profit is rounded down, and a fee up', () => {
  // 0.85 and 0.00123 of 10.000001.
  expect(profitOf({ stake: amount(10_000_001n), ratio: rate(85_000_000n) })).toBe(8_500_000n)
  expect(optionFee(amount(10_000_001n), rate(123_000n))).toBe(12_301n)
})

describe('a stake', () => {
  const USDT = { id: 3, code: 'USDT', scale: 6 }
  const durations = [30, 60].map((seconds) => ({
    ...{ seconds, ratio: rate(85_000_000n), min: amount(10_000_000n), max: amount(500_000_000n) },
  }))
  const check = (stake: bigint, seconds = 60, asset = USDT) => {
    const checked = checkStake({ durations, stake: asset }, { seconds, stake: amount(stake) })
    return checked.ok ? checked.value.seconds : checked.refusal
  }

  test('is between the least and the most of its duration, both included, with two decimals', () => {
    expect([check(10_000_000n), check(500_000_000n), check(10_010_000n, 30)]).toEqual([60, 60, 30])
    const outside = { code: 'options_stake_out_of_bounds', facts: { min: '10', max: '500', asset: 'USDT' } }
    expect([check(9_990_000n), check(500_010_000n)]).toEqual([outside, outside])
    expect(check(10_001_000n)).toEqual({ code: 'options_stake_decimals', facts: { decimals: '2' } })
    expect(check(10_000_000n, 45)).toEqual({ code: 'options_duration_not_offered', facts: { offered: '30, 60' } })
  })

  test('of an asset with two decimals or fewer may have all of them', () => {
    expect(check(10_000_001n, 60, { ...USDT, scale: 2 })).toBe(60)
    expect(check(10_000_001n, 60, { ...USDT, scale: 0 })).toBe(60)
    expect(check(10_000_001n, 60, { ...USDT, scale: 3 })).toMatchObject({ code: 'options_stake_decimals' })
  })

  test('is offered in amounts from the least to the most', () => {
    const [duration] = durations
    if (!duration) throw new Error('there is one')
    expect(stakeChips(duration, USDT)).toEqual([10, 50, 100, 500])
    expect(stakeChips({ ...duration, min: amount(10_000_001n), max: amount(499_999_999n) }, USDT)).toEqual([50, 100])
    expect(stakeChips({ ...duration, max: amount(10n ** 12n) }, USDT)).toEqual([10, 50, 100, 500, 1_000])
  })
})
