// Investments where a bound is met exactly, and what a receipt says that is wrong.

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type FixingReceipt, checkFixingReceipt, checkRuns, fixingOf } from '#domain/invest/fixing'
import { INVEST_RULE, type InvestReceipt, checkInvestReceipt } from '#domain/invest/receipt'
import {
  FIXING_MS,
  INVEST_SOURCE,
  INVEST_WALLET,
  type Series,
  checkPurchase,
  daysUntil,
  investedAsset,
  isFixingNear,
  isFurther,
  seriesName,
  shareSize,
  strikePrice,
} from '#domain/invest/series'
import { breakEven, investPayout } from '#domain/invest/settlement'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { type Tick, chainTick } from '#domain/quotes/chain'

const DAY = 86_400_000
/** Eight in the morning of 30 December 2026, UTC. */
const MATURES = Date.UTC(2026, 11, 30, 8)
const BTC = { id: 1, code: 'BTC', scale: 8, logo: '' }
const USDT = { id: 3, code: 'USDT', scale: 6, logo: '' }
const SERIES: Series = {
  ...{ id: 1, symbol: 'BTC-USDT', kind: 'call', base: BTC, quote: USDT, priceDecimals: 1, strike: 700_000 },
  ...{
    apr: rate(36_500_000n),
    opensAt: MATURES - 8 * DAY,
    maturesAt: MATURES,
    shares: 1_000,
    userMax: 100,
    isOpen: true,
  },
}

test('an investment goes from the spot wallet to that of earnings, and its receipt is of the first rule', () => {
  expect([INVEST_SOURCE, INVEST_WALLET, INVEST_RULE]).toEqual(['change', 'earn', 'invest-1'])
})

describe('a series', () => {
  const buy = (now: number, shares: number) => {
    const checked = checkPurchase(SERIES, { shares, now })
    return checked.ok ? checked.value : checked.refusal
  }

  test('is sold from its opening until a day before it matures, both in whole shares', () => {
    // A share is 0.1 BTC; from 22 to 30 December are 8 days.
    expect(buy(MATURES - 8 * DAY, 1)).toEqual({ amount: 10_000_000n, days: 8 })
    expect(buy(MATURES - 8 * DAY - 1, 1)).toEqual({ code: 'invest_paused', facts: {} })
    expect(buy(MATURES - DAY - 1, 100)).toEqual({ amount: 1_000_000_000n, days: 1 })
    expect(buy(MATURES - DAY, 1)).toEqual({ code: 'invest_closed', facts: {} })
    const outside = { code: 'invest_shares_out_of_bounds', facts: { min: '1', max: '100' } }
    expect([0, 101, 1.5].map((shares) => buy(MATURES - 2 * DAY, shares))).toEqual([outside, outside, outside])
  })

  test('counts whole days of the calendar in UTC', () => {
    const midnight = Date.UTC(2026, 11, 25)
    expect([daysUntil(MATURES, midnight), daysUntil(MATURES, midnight - 1)]).toEqual([5, 6])
  })

  test('is settled in the half hour before eight, and its ticks are wanted a minute earlier', () => {
    expect(FIXING_MS).toBe(1_800_000)
    const at = (hour: number, minute: number, ms = 0) => isFixingNear(Date.UTC(2026, 11, 30, hour, minute) + ms)
    expect([at(7, 29), at(7, 29, -1), at(8, 0, -1), at(8, 0)]).toEqual([true, false, true, false])
    expect([at(7, 45), at(20, 0), at(0, 0)]).toEqual([true, false, false])
  })

  test('invests the coin as a call, dollars as a put', () => {
    expect([investedAsset(SERIES), investedAsset({ ...SERIES, kind: 'put' })]).toEqual([BTC, USDT])
    // 0.1 BTC at 70,000.5.
    expect(shareSize({ ...SERIES, kind: 'put', strike: 700_005 })).toBe(7_000_050_000n)
    expect(shareSize({ ...SERIES, base: { ...BTC, scale: 18 } })).toBe(10n ** 17n)
  })

  test('has a name of each month', () => {
    const name = (day: string, strike = 700_000, priceDecimals = 1) =>
      seriesName({ ...SERIES, day, strike, priceDecimals })
    const months = Array.from({ length: 12 }, (_, month) => name(`2031-${String(month + 1).padStart(2, '0')}-05`))
    expect(months.map((each) => each.slice(6, 9)).join(' ')).toBe('JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC')
    expect(months[0]).toBe('BTC-05JAN31-70000-C')
    expect(name('2031-05-05', 700_050, 2)).toBe('BTC-05MAY31-7000.50-C')
    expect(name('2031-05-05', 700_000, 2)).toBe('BTC-05MAY31-7000-C')
    expect(name('2031-05-05', 70_000, 0)).toBe('BTC-05MAY31-70000-C')
  })

  test('knows which of two prices is further from the index', () => {
    expect([isFurther('call', 2, 1), isFurther('call', 1, 1), isFurther('call', 1, 2)]).toEqual([true, false, false])
    expect([isFurther('put', 1, 2), isFurther('put', 1, 1), isFurther('put', 2, 1)]).toEqual([true, false, false])
  })

  test('has a price of at least one unit of its rounding', () => {
    // Half of 100 at one decimal: 50.0.
    const laid = (steps: number) =>
      strikePrice({ kind: 'call', distance: rate(0n), roundTo: 100 }, { priceSteps: steps, priceDecimals: 1 })
    expect([laid(500), laid(499)]).toEqual([1_000, null])
  })
})

describe('what is paid', () => {
  const scales = { baseScale: 8, quoteScale: 6, priceDecimals: 1, days: 365, apr: rate(10_000_000n), strike: 600_000 }

  test('grows by a tenth in a year at 10 %', () => {
    const call = { ...scales, kind: 'call', amount: amount(100_000_000n) } as const
    expect([investPayout(call, 'coin'), investPayout(call, 'quote')]).toEqual([110_000_000n, 66_000_000_000n])
    const put = { ...scales, kind: 'put', amount: amount(6_000_000_000n) } as const
    // 6,000 dollars at 60,000 are 0.1 BTC.
    expect([investPayout(put, 'coin'), investPayout(put, 'quote')]).toEqual([11_000_000n, 6_600_000_000n])
  })

  test('breaks even where keeping is worth as much, to the nearest step', () => {
    // 60,000 by 1.1 and over 1.1, 54,545.45.
    expect([breakEven({ ...scales, kind: 'call' }), breakEven({ ...scales, kind: 'put' })]).toEqual([660_000, 545_455])
    // 1.1 of 5 steps are 5.5: up.
    expect(breakEven({ ...scales, kind: 'call', strike: 5 })).toBe(6)
    expect(breakEven({ ...scales, kind: 'call', strike: 4 })).toBe(4)
  })
})

describe('the receipt of an order', () => {
  const receipt: InvestReceipt = {
    ...{ rule: 'invest-1', outcome: 'quote', at: MATURES, ticks: [], paid: '70490000000' },
    fixing: { steps: 700_000, receiptId: 'f' },
    order: {
      ...{ no: 1, series: 's', symbol: 'BTC-USDT', kind: 'call', base: 'BTC', quote: 'USDT', amount: '100000000' },
      ...{ strike: 700_000, apr: '36500000', days: 7, baseScale: 8, quoteScale: 6, priceDecimals: 1 },
    },
  }

  test('says the side, and what was paid', () => {
    const check = (differs: Partial<InvestReceipt>) => checkInvestReceipt({ ...receipt, ...differs })
    expect(check({})).toEqual([])
    expect(check({ outcome: 'coin' })).toEqual(['the outcome is "coin" and should be "quote"'])
    expect(check({ paid: '1' })).toEqual(['what was paid is 1 and should be 70490000000'])
    expect(check({ fixing: null })).toEqual([
      'the outcome is "quote" and should be "void"',
      'what was paid is 70490000000 and should be 100000000',
    ])
    // 7 days at 36.5 % are 0.7 % of a bitcoin.
    expect(check({ fixing: { steps: 699_999, receiptId: 'f' }, outcome: 'coin', paid: '100700000' })).toEqual([])
  })
})

describe('the receipt of a fixing', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const FROM = MATURES - 1_800_000
  const ticks: Tick[] = []
  for (const [second, price, source] of [
    [0, '60000.0', 'one'],
    [1, '60000.2', 'one'],
    [5, '60000.4', 'two'],
    [1_799, '60000.6', 'two'],
  ] as const)
    ticks.push(chainTick(ticks.at(-1), { symbol: 'BTC-USDT', at: FROM + second * 1_000, price, source }, sha256))
  const fixed = (from: readonly Tick[]): FixingReceipt => {
    const fixing = fixingOf({ symbol: 'BTC-USDT', at: MATURES, priceDecimals: 1 }, from)
    if (!fixing) throw new Error('there are ticks')
    return fixing.receipt
  }
  const receipt = fixed(ticks)
  const check = (differs: Partial<FixingReceipt>) => checkFixingReceipt({ ...receipt, ...differs })

  test('has the mean of its ticks, and a run for each source', () => {
    // 0, 2, 4 and 6 tenths: 0.3 on the mean.
    expect(fixed(ticks)).toMatchObject({
      ...{ rule: 'fixing-1', symbol: 'BTC-USDT', from: FROM, at: MATURES, priceDecimals: 1 },
      ...{ count: 4, sum: '2400012', price: '60000.3', ticks: [ticks[0], ticks[3]] },
    })
    expect(fixed(ticks).runs).toEqual([
      {
        ...{ seq: 1, previousHash: '0'.repeat(64), source: 'one', hash: ticks[1]?.hash },
        prices: [
          [0, '60000.0'],
          [1, '60000.2'],
        ],
      },
      {
        ...{ seq: 3, previousHash: ticks[1]?.hash, source: 'two', hash: ticks[3]?.hash },
        prices: [
          [5, '60000.4'],
          [1_799, '60000.6'],
        ],
      },
    ])
    expect(check({})).toEqual([])
    expect(checkRuns(receipt, sha256)).toEqual([])
  })

  test('begins another run where the chain or its numbers do not go on', () => {
    const [first, second] = ticks as [Tick, Tick]
    const lengths = (differs: Partial<Tick>) =>
      fixed([first, { ...second, ...differs }]).runs.map(({ prices }) => prices.length)
    expect(lengths({})).toEqual([2])
    expect([lengths({ previousHash: 'another' }), lengths({ seq: 3 }), lengths({ source: 'two' })]).toEqual([
      ...[
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ])
  })

  test('says the window, the number, the sum and the mean', () => {
    expect(check({ at: MATURES + 1_000 })).toEqual(['the window is not of the last thirty minutes'])
    expect(check({ count: 5 })).toEqual(['there are 4 ticks, not 5'])
    expect(check({ sum: '2400013' })).toEqual(['the sum is 2400013 and should be 2400012'])
    expect(check({ price: '60000.4' })).toEqual(['the price is 60000.4 and should be 60000.3'])
    expect(check({ runs: [], ticks: [], sum: '0', count: 0, price: '' })).toEqual([
      'there are 0 ticks, not 0',
      'the ticks at the ends are not those of the runs',
    ])
  })

  test('has ticks in the order of time, inside the window', () => {
    const of = (...seconds: number[]) => {
      const prices = seconds.map((second) => [second, '1.0'] as const)
      const run = { seq: 1, previousHash: 'before', source: 'one', hash: 'end', prices }
      const ends = seconds.flatMap((second, index) =>
        index === 0 || index === seconds.length - 1
          ? [
              {
                ...ticks[0],
                seq: index + 1,
                at: FROM + second * 1_000,
                price: '1.0',
                previousHash: 'before',
                hash: 'end',
              },
            ]
          : [],
      )
      const mean = { count: seconds.length, sum: String(10 * seconds.length), price: '1.0' }
      return check({ ...mean, runs: [run], ticks: ends as Tick[] })
    }
    const outside = ['a tick is outside of the window, or not in the order of time']
    expect(of(0, 1_799)).toEqual([])
    expect([of(-1), of(1_800), of(5, 5), of(6, 5)]).toEqual([outside, outside, outside, outside])
  })

  test('shows the ticks at both ends in full, linked to the runs', () => {
    const wrong = ['the ticks at the ends are not those of the runs']
    const shown = (...of: readonly (Tick | undefined)[]) => check({ ticks: of as Tick[] })
    const [first, second, third, last] = ticks
    expect(shown(first, last)).toEqual([])
    for (const others of [[], [first], [first, third], [second, last], [first, second, last], [first, last, last]])
      expect(shown(...others)).toEqual(wrong)
    const changes = [{ at: FROM + 1 }, { price: '1.0' }, { symbol: 'ETH-USDT' }, { seq: 9 }, { source: 'another' }]
    for (const change of changes) {
      expect(shown({ ...first, ...change } as Tick, last)).toEqual(wrong)
      expect(shown(first, { ...last, ...change } as Tick)).toEqual(wrong)
    }
    // By the chain nothing between the ends can be changed.
    expect(shown({ ...first, previousHash: 'f' } as Tick, last)).toEqual(wrong)
    expect(shown(first, { ...last, hash: 'f' } as Tick)).toEqual(wrong)
  })

  test('of one tick shows it alone', () => {
    const alone = fixed(ticks.slice(0, 1))
    expect(alone).toMatchObject({ count: 1, sum: '600000', price: '60000.0', ticks: [ticks[0]] })
    expect(checkFixingReceipt(alone)).toEqual([])
    expect(checkFixingReceipt({ ...alone, ticks: [] })).toHaveLength(1)
    expect(checkFixingReceipt({ ...alone, ticks: [ticks[0], ticks[0]] as Tick[] })).toHaveLength(1)
  })

  test('has runs that go on from each other, or leave a gap', () => {
    const broken = ['a run does not go on from the one before it']
    const [first, second] = receipt.runs
    if (!first || !second) throw new Error('there are two')
    const checked = (differs: Partial<typeof second>) => check({ runs: [first, { ...second, ...differs }] })
    expect(checked({ previousHash: 'another' })).toEqual(broken)
    const ends = 'the ticks at the ends are not those of the runs'
    expect(checked({ seq: 2, previousHash: 'another' })).toEqual([ends, ...broken])
    expect(checked({ seq: 4, previousHash: 'another' })).toEqual([ends])
    const later = { ...ticks[3], seq: 5 } as Tick
    const gap = { runs: [first, { ...second, seq: 4, previousHash: 'another' }], ticks: [ticks[0] as Tick, later] }
    expect(check(gap)).toEqual([])
  })

  test('has the hash to which its ticks lead', () => {
    const runs = receipt.runs.map((run, index) => (index === 1 ? { ...run, seq: 4 } : run))
    expect(checkRuns({ ...receipt, runs }, sha256)).toEqual([
      'the ticks from 4 of BTC-USDT do not lead to the hash that the receipt says',
    ])
    expect(checkRuns({ ...receipt, symbol: 'ETH-USDT' }, sha256)).toHaveLength(2)
    expect(checkRuns({ ...receipt, from: FROM + 1_000 }, sha256)).toHaveLength(2)
  })
})
