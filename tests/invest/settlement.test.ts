// Dual investments by tables and by properties: names, dates and sizes of series, both payouts, fixings and their receipts.

import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FixingReceipt, fixingOf } from '#domain/invest/fixing'
import { type InvestReceipt, checkInvestReceipt } from '#domain/invest/receipt'
import {
  FIXING_MS,
  type Series,
  checkPurchase,
  closesAt,
  daysUntil,
  strikePrice,
  nextMaturity,
  seriesName,
  shareSize,
} from '#domain/invest/series'
import { breakEven, investPayout, sideOf } from '#domain/invest/settlement'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { type Tick, chainTick } from '#domain/quotes/chain'
import { checkReceipt } from '#domain/receipt'
import { DAY_MS, HOUR_MS } from '#domain/time'

const BTC = { id: 1, code: 'BTC', scale: 8, logo: '' }
const USDT = { id: 3, code: 'USDT', scale: 6, logo: '' }
const MATURES = Date.UTC(2026, 11, 30, 8)
const series: Series = {
  id: 1,
  symbol: 'BTC-USDT',
  kind: 'call',
  base: BTC,
  quote: USDT,
  priceDecimals: 1,
  strike: 700_000,
  apr: rate(36_500_000n),
  opensAt: MATURES - 8 * DAY_MS,
  maturesAt: MATURES,
  shares: 1_000,
  userMax: 100,
  isOpen: true,
}
const put: Series = { ...series, kind: 'put' }
const hash = {
  sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  hmac: (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex'),
}

describe('a series', () => {
  test('is called by coin, date, strike price and kind', () => {
    expect(seriesName({ ...series, day: '2026-12-30' })).toBe('BTC-30DEC26-70000-C')
    expect(seriesName({ ...put, strike: 700_005, day: '2028-02-29' })).toBe('BTC-29FEB28-70000.5-P')
  })

  test('has shares of a tenth of the coin, or of what it costs at the strike price', () => {
    expect(shareSize(series)).toBe(10_000_000n)
    expect(shareSize(put)).toBe(7_000_000_000n)
  })

  test.each([
    ['on the first day', MATURES - 7 * DAY_MS, 10, { ok: true, value: { amount: 100_000_000n, days: 7 } }],
    ['a moment before it closes', MATURES - DAY_MS - 1, 1, { ok: true, value: { days: 1 } }],
    ['as it closes', MATURES - DAY_MS, 1, { refusal: { code: 'invest_closed' } }],
    ['after the end', MATURES + 1, 1, { refusal: { code: 'invest_closed' } }],
    ['before it opens', MATURES - 9 * DAY_MS, 1, { refusal: { code: 'invest_paused' } }],
    [
      'no share',
      MATURES - 2 * DAY_MS,
      0,
      { refusal: { code: 'invest_shares_out_of_bounds', facts: { min: '1', max: '100' } } },
    ],
    ['a fraction', MATURES - 2 * DAY_MS, 1.5, { refusal: { code: 'invest_shares_out_of_bounds' } }],
    ['one more than a user may have', MATURES - 2 * DAY_MS, 101, { refusal: { code: 'invest_shares_out_of_bounds' } }],
  ])('%s', (_name, now, shares, expected) => {
    expect(checkPurchase(series, { shares, now })).toMatchObject(expected)
  })

  test('that is paused sells nothing', () => {
    expect(checkPurchase({ ...series, isOpen: false }, { shares: 1, now: MATURES - 2 * DAY_MS })).toMatchObject({
      refusal: { code: 'invest_paused' },
    })
  })

  test('whatever the instant and the rung: the next date can still be bought, and is the first of its grid', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2032, 0, 1) }),
        fc.integer({ min: 1, max: 60 }),
        (now, every) => {
          const at = nextMaturity(now, every)
          expect(at % DAY_MS).toBe(8 * HOUR_MS)
          expect(Math.floor(at / DAY_MS) % every).toBe(0)
          expect(now < closesAt({ maturesAt: at })).toBe(true)
          expect(now >= closesAt({ maturesAt: at - every * DAY_MS })).toBe(true)
          expect(daysUntil(at, now)).toBeGreaterThanOrEqual(1)
        },
      ),
    )
  })

  test('leaves a date to the longest term that has it', () => {
    const terms = [1, 3, 7, 30]
    // Day 21 of the epoch is a maturity of the 3-day and of the 7-day term.
    const noon = (day: number) => day * DAY_MS + 12 * HOUR_MS
    const daysFrom = (day: number) => terms.map((every) => Math.floor(nextMaturity(noon(day), every, terms) / DAY_MS))
    expect(daysFrom(18)).toEqual([20, 24, 21, 30])
    expect(daysFrom(27)).toEqual([29, 33, 35, 30])
    for (let day = 1; day < 400; day += 1) expect(new Set(daysFrom(day)).size).toBe(terms.length)
  })

  test.each([
    ['a call above', 'call', 3_000_000n, 614_321, 100, 633_000],
    ['a put below', 'put', 3_000_000n, 614_321, 100, 596_000],
    ['rounded to the nearest', 'call', 0n, 614_499, 100, 614_000],
    ['halves up', 'call', 0n, 614_500, 100, 615_000],
  ] as const)('is linked to %s the index price', (_name, kind, distance, steps, roundTo, expected) => {
    expect(strikePrice({ kind, distance: rate(distance), roundTo }, { priceSteps: steps, priceDecimals: 1 })).toBe(
      expected,
    )
  })

  test('is not laid where the index is too low for a strike price', () => {
    expect(
      strikePrice({ kind: 'put', distance: rate(0n), roundTo: 100 }, { priceSteps: 4, priceDecimals: 1 }),
    ).toBeNull()
  })
})

describe('what is paid: ten shares, seven days, 36.5 % a year', () => {
  const scales = { baseScale: 8, quoteScale: 6, days: 7 }
  const call = { ...series, ...scales, amount: amount(100_000_000n) }
  const dollars = { ...put, ...scales, amount: amount(70_000_000_000n) }
  test.each([
    ['a call below pays the coin with its growth', call, 'coin', 100_700_000n],
    ['a call otherwise pays dollars at the strike price with their growth', call, 'quote', 70_490_000_000n],
    ['a put below pays the coin at the strike price with its growth', dollars, 'coin', 100_700_000n],
    ['a put otherwise pays dollars with their growth', dollars, 'quote', 70_490_000_000n],
  ] as const)('%s', (_name, numbers, side, expected) => {
    expect(investPayout(numbers, side)).toBe(expected)
  })

  test.each([
    [699_999, 'coin'],
    [700_000, 'quote'],
    [700_001, 'quote'],
  ])('a fixing of %s steps pays the %s side', (fixing, side) => {
    expect(sideOf(series.strike, fixing)).toBe(side)
  })

  test('break-even is where keeping is worth as much', () => {
    expect(breakEven(call)).toBe(704_900)
    expect(breakEven(dollars)).toBe(695_134)
  })

  test('whatever the numbers, fractions are dropped and never more than one unit of them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('call', 'put'),
        fc.bigInt(1n, 10n ** 15n),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.bigInt(1n, 500_000_000n),
        fc.integer({ min: 1, max: 400 }),
        (kind, value, strike, apr, days) => {
          const numbers = {
            ...scales,
            kind,
            amount: amount(value),
            strike,
            apr: rate(apr),
            days,
            priceDecimals: 1,
          } as const
          // The slow way: exact fractions.
          const growth = [36_500_000_000n + BigInt(days) * apr, 36_500_000_000n] as const
          const isSame = (side: 'coin' | 'quote') => (kind === 'call') === (side === 'coin')
          const price = [BigInt(strike) * 10n ** 6n, 10n ** 9n] as const
          for (const side of ['coin', 'quote'] as const) {
            const [over, under] = isSame(side) ? [1n, 1n] : kind === 'call' ? price : [price[1], price[0]]
            const top = value * growth[0] * over
            const bottom = growth[1] * under
            const paid = investPayout(numbers, side)
            expect(paid * bottom <= top && (paid + 1n) * bottom > top).toBe(true)
          }
        },
      ),
    )
  })
})

/** Hash chain of ticks, one per second from the start of the window; `undefined` skips a second. */
function ticksOf(prices: readonly (string | undefined)[], from = MATURES - FIXING_MS): Tick[] {
  const ticks: Tick[] = []
  prices.forEach((price, second) => {
    if (price === undefined) return
    const last = ticks.at(-1)
    ticks.push(
      chainTick(
        last && { seq: last.seq, hash: last.hash },
        { symbol: 'BTC-USDT', at: from + second * 1_000, price, source: 'test' },
        hash.sha256,
      ),
    )
  })
  return ticks
}
const WINDOW = { symbol: 'BTC-USDT', at: MATURES, priceDecimals: 1 }

describe('a fixing', () => {
  test.each([
    ['the mean', ['60000.0', '60000.2', '60000.4'], 600_002],
    ['a half to the even step below', ['60000.0', '60000.1'], 600_000],
    ['a half to the even step above', ['60000.1', '60000.2'], 600_002],
    ['one tick alone', [undefined, '61234.5'], 612_345],
  ])('is %s', (_name, prices, expected) => {
    const fixing = fixingOf(WINDOW, ticksOf(prices))
    expect(fixing?.priceSteps).toBe(expected)
    expect(checkReceipt(fixing?.receipt as FixingReceipt, hash)).toEqual([])
  })

  test('takes the tick at the beginning of its window, and not the one at its instant or of another symbol', () => {
    const at = (instant: number, price: string, symbol = 'BTC-USDT'): Tick =>
      chainTick(undefined, { symbol, at: instant, price, source: 'test' }, hash.sha256)
    const ticks = [
      at(MATURES - FIXING_MS - 1_000, '1.0'),
      at(MATURES - FIXING_MS, '60000.0'),
      at(MATURES - 60_000, '1.0', 'ETH-USDT'),
      at(MATURES - 1_000, '60000.4'),
      at(MATURES, '1.0'),
    ]
    expect(fixingOf(WINDOW, ticks)).toMatchObject({ priceSteps: 600_002, receipt: { count: 2, sum: '1200004' } })
  })

  test('is none without a tick', () => {
    expect(fixingOf(WINDOW, [])).toBeNull()
  })

  test('fails on a price that cannot be read, which is never counted as zero', () => {
    expect(() => fixingOf(WINDOW, ticksOf(['60000.0', '6e4']))).toThrow('"6e4" is a price')
  })

  test('carries every tick in runs of the chain, and whoever changes one is found out', () => {
    const prices = Array.from({ length: 1_800 }, (_, second) =>
      second % 97 === 5 ? undefined : `60${100 + (second % 700)}.${second % 10}`,
    )
    const receipt = fixingOf(WINDOW, ticksOf(prices))?.receipt as FixingReceipt
    expect(receipt.count).toBe(1_781)
    expect(JSON.stringify(receipt).length).toBeLessThan(40_000)
    expect(checkReceipt(receipt, hash)).toEqual([])
    const [run] = receipt.runs
    if (!run) throw new Error('there is a run')
    const changed = {
      ...receipt,
      runs: [
        { ...run, prices: run.prices.map((each, index) => (index === 700 ? ([each[0], '99999.9'] as const) : each)) },
      ],
    }
    expect(checkReceipt(changed, hash).length).toBeGreaterThanOrEqual(2)
    expect(checkReceipt({ ...receipt, price: '1.0' }, hash)).toHaveLength(1)
    expect(checkReceipt({ ...receipt, count: 1 }, hash)).toHaveLength(1)
    expect(checkReceipt({ ...receipt, from: receipt.from - 1_000 }, hash).length).toBeGreaterThanOrEqual(1)
  })

  test('of a chain with something in between is made of several runs', () => {
    const ticks = ticksOf(['60000.0', '60000.1', '60000.2', '60000.3'])
    const receipt = fixingOf(WINDOW, [ticks[0], ticks[1], ticks[3]] as Tick[])?.receipt as FixingReceipt
    expect(receipt.runs).toHaveLength(2)
    expect(checkReceipt(receipt, hash)).toEqual([])
  })

  test('whatever the prices: the mean of a slow sum, and a receipt that is right', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 1, max: 9_999_999 }), { nil: undefined }), {
          minLength: 1,
          maxLength: 60,
        }),
        (steps) => {
          const fixing = fixingOf(
            WINDOW,
            ticksOf(steps.map((each) => (each === undefined ? undefined : `${Math.floor(each / 10)}.${each % 10}`))),
          )
          const known = steps.filter((each) => each !== undefined)
          if (known.length === 0) {
            expect(fixing).toBeNull()
            return
          }
          const sum = known.reduce((total, each) => total + each, 0)
          const [down, rest] = [Math.floor(sum / known.length), sum % known.length]
          const isUp = rest * 2 > known.length || (rest * 2 === known.length && down % 2 === 1)
          expect(fixing?.priceSteps).toBe(down + (isUp ? 1 : 0))
          expect(checkReceipt(fixing?.receipt as FixingReceipt, hash)).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the receipt of an order', () => {
  const receipt: InvestReceipt = {
    rule: 'invest-1',
    outcome: 'quote',
    at: MATURES,
    ticks: [],
    order: {
      no: 1,
      series: 'BTC-30DEC26-70000-C',
      symbol: 'BTC-USDT',
      kind: 'call',
      base: 'BTC',
      quote: 'USDT',
      amount: '100000000',
      strike: 700_000,
      apr: '36500000',
      days: 7,
      baseScale: 8,
      quoteScale: 6,
      priceDecimals: 1,
    },
    fixing: { steps: 700_000, receiptId: 'f'.repeat(64) },
    paid: '70490000000',
  }
  test.each([
    ['as it is', {}, 0],
    ['with another outcome', { outcome: 'coin' }, 1],
    ['with another payment', { paid: '70490000001' }, 1],
    ['with another fixing', { fixing: { steps: 699_999, receiptId: '' } }, 2],
    ['void, with everything back', { outcome: 'void', fixing: null, paid: '100000000' }, 0],
    ['void, with less back', { outcome: 'void', fixing: null, paid: '99999999' }, 1],
  ] as const)('%s', (_name, differs, problems) => {
    expect(checkInvestReceipt({ ...receipt, ...differs })).toHaveLength(problems)
  })
})
