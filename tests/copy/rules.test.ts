// Rules of copy trading: which trades are copied and their size, closes of copies, profit shares, and statistics of a log. Tables, and
// properties for the rest.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OpenedTrade, planCopy } from '#domain/copy/plan'
import { profitShare } from '#domain/copy/share'
import {
  type EndedTrade,
  NO_COPIES,
  NO_TRADES,
  addCopy,
  addTrade,
  curveOf,
  lineOf,
  slippageOf,
  statisticsOfLog,
  thinned,
} from '#domain/copy/statistics'
import {
  type CopyTerms,
  checkFollowNumber,
  checkShare,
  copyLots,
  hundredthsText,
  parseHundredths,
  parseWords,
  leftOfCopy,
  weekOf,
  weekStartAt,
} from '#domain/copy/terms'
import type { FuturesTerms } from '#domain/futures/terms'
import { ZERO, amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import type { Outcome } from '#domain/outcome'
import { marketOf } from './market'

const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.refusal.code)

const TERMS: CopyTerms = {
  multipleMax: 500,
  lotsMax: 500,
  tradersMax: 2,
  shareMax: rate(20_000_000n),
  slippageMax: rate(1_000_000n),
  isOpen: true,
}

describe('the number that a follower chooses', () => {
  test.each([
    ['1', 100],
    ['0.01', 1],
    ['4.55', 455],
    ['0', null],
    ['-1', null],
    ['1.234', null],
    ['', null],
    ['1e3', null],
  ])('%s is %s hundredths', (text, expected) => expect(parseHundredths(text)).toBe(expected))

  test.each([
    ['multiple', 1, true],
    ['multiple', 500, true],
    ['multiple', 501, false],
    ['lots', 100, true],
    ['lots', 99, false],
    ['lots', 501, false],
  ] as const)('%s %s: %s', (kind, number, isRight) => {
    const checked = checkFollowNumber(TERMS, { kind, number })
    expect(checked.ok || checked.refusal.code).toBe(isRight || 'copy_number_out_of_bounds')
  })
})

describe('lots of a copy', () => {
  test.each([
    ['multiple', 50, 900, 450],
    ['multiple', 65, 700, 455],
    ['multiple', 33, 100, 33],
    ['multiple', 500, 12_345, 61_725],
    ['lots', 250, 900, 250],
  ] as const)('%s %s of %s hundredths is %s', (kind, number, trader, expected) =>
    expect(copyLots({ kind, number }, trader)).toBe(expected),
  )

  test('are never more than was asked for, and less by less than a hundredth', () => {
    const number = fc.integer({ min: 1, max: 500 })
    fc.assert(
      fc.property(number, fc.integer({ min: 100, max: 5_000_000 }), (multiple, lots) => {
        const copied = copyLots({ kind: 'multiple', number: multiple }, lots)
        expect(copied * 100).toBeLessThanOrEqual(multiple * lots)
        expect((copied + 1) * 100).toBeGreaterThan(multiple * lots)
      }),
    )
  })

  test('however a trade is closed in parts, its copy is closed whole with the last of them and not before', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 10_000 }), (closes, copied) => {
        const lots = closes.reduce((sum, each) => sum + each, 0)
        let left = lots
        for (const each of closes) {
          left -= each
          const kept = leftOfCopy(copied, { lots, left })
          // Never less than the trader's part, and less than one lot above it.
          expect(kept * lots).toBeGreaterThanOrEqual(copied * left)
          expect((kept - 1) * lots).toBeLessThan(copied * left)
        }
        expect(leftOfCopy(copied, { lots, left })).toBe(0)
      }),
    )
  })
})

const TRADE: OpenedTrade = {
  positionNo: 1,
  symbol: 'BTC-USDT',
  assetId: 3,
  direction: 'long',
  leverage: 10,
  lots: 1_000,
  steps: 600_000,
  priceDecimals: 1,
  margin: '60000000',
  openedAt: 0,
}
const FOLLOWER = {
  settings: { kind: 'multiple', number: 100, marginMax: null, orderMax: null, lossMax: null },
  country: 'JP',
  isVerified: false,
  running: ZERO,
  asset: { code: 'USDT', scale: 6 },
} as const

describe('a plan', () => {
  const plan = (differs: {
    readonly settings?: Partial<(typeof FOLLOWER)['settings'] | { number: number; orderMax: never; marginMax: never }>
    readonly follower?: object
    readonly trade?: Partial<OpenedTrade>
    readonly terms?: Partial<FuturesTerms>
    readonly market?: object
  }) => {
    const settings = { ...FOLLOWER.settings, ...differs.settings }
    return planCopy(
      { ...FOLLOWER, ...differs.follower, settings },
      { ...TRADE, ...differs.trade },
      { ...marketOf(differs.terms ?? {}), ...differs.market },
    )
  }

  test('has whole lots where they are, hundredths where they are worth whole units, else the whole of them', () => {
    expect(plan({})).toMatchObject({ ok: true, value: { lots: 10, terms: { stepValue: '100' }, worstSteps: 606_000 } })
    expect(plan({ settings: { number: 45 } })).toMatchObject({
      value: { lots: 450, terms: { stepValue: '1', lotParts: 100 } },
    })
    expect(plan({ settings: { number: 45 }, terms: { stepValue: 110n } })).toMatchObject({
      value: { lots: 4, terms: { stepValue: '110' } },
    })
    expect(plan({ trade: { direction: 'short' } })).toMatchObject({ value: { worstSteps: 594_000 } })
  })

  test.each([
    ['copy_lots_too_small', { settings: { number: 5 } }],
    ['copy_order_above_max', { follower: {}, settings: { orderMax: amount(59_999_999n) as never } }],
    [
      'copy_margin_above_max',
      { follower: { running: amount(1n) }, settings: { marginMax: amount(60_000_000n) as never } },
    ],
    ['product_not_in_country', { follower: { country: 'GB' } }],
    ['futures_lots_out_of_bounds', { settings: { number: 500 }, trade: { lots: 20_000 } }],
    ['futures_leverage_not_offered', { trade: { leverage: 7 } }],
    [
      'futures_leverage_above_tier',
      {
        trade: { leverage: 50 },
        terms: { tiers: [{ upTo: amount(10n ** 12n), maintenance: rate(1n), leverageMax: 20 }] },
      },
    ],
    ['futures_leverage_needs_identity', { trade: { leverage: 50 } }],
    ['futures_halted', { terms: { isOpen: false } }],
    ['futures_not_offered', { market: { futures: null } }],
    ['copy_halted', { market: { isOpen: false } }],
  ])('is refused by name: %s', (code, differs) => {
    expect(plan(differs)).toMatchObject({ ok: false, refusal: { code } })
  })

  test('of a verified follower may have any leverage', () => {
    expect(plan({ follower: { isVerified: true }, trade: { leverage: 50 } }).ok).toBe(true)
  })
})

describe('the share of profit', () => {
  test('is of what is above the highest that was shared, rounded down', () => {
    const share = rate(10_000_000n)
    expect(profitShare({ net: amount(1_009n), highWater: ZERO, share })).toEqual({ due: 100n, highWater: 1_009n })
    expect(profitShare({ net: amount(500n), highWater: amount(1_009n), share })).toEqual({ due: 0n, highWater: 1_009n })
    expect(profitShare({ net: amount(1_209n), highWater: amount(1_009n), share })).toMatchObject({ due: 20n })
    expect(profitShare({ net: amount(-5n), highWater: ZERO, share })).toEqual({ due: 0n, highWater: 0n })
  })

  test('never comes to more than the share of the highest profit ever, however weeks go', () => {
    const weeks = fc.array(fc.bigInt({ min: -1_000_000n, max: 1_000_000n }), { maxLength: 30 })
    fc.assert(
      fc.property(weeks, fc.bigInt({ min: 0n, max: 20_000_000n }), (changes, units) => {
        let [net, highWater, paid, highest] = [0n, ZERO, 0n, 0n]
        for (const change of changes) {
          net += change
          if (net > highest) highest = net
          const settled = profitShare({ net: amount(net), highWater, share: rate(units) })
          highWater = settled.highWater
          paid += settled.due
        }
        expect(paid).toBeLessThanOrEqual((highest * units) / 10n ** 8n)
      }),
    )
  })

  test.each([
    [20_000_000n, true],
    [20_000_001n, false],
    [0n, true],
    [null, false],
  ])('%s of the share that a trader may ask: %s', (units, isRight) =>
    expect(codeOf(checkShare(units === null ? null : rate(units), TERMS.shareMax))).toBe(
      isRight ? 'ok' : 'copy_share_out_of_bounds',
    ),
  )
})

const DAY = 86_400_000
const trade = (net: bigint, day: number, differs: Partial<EndedTrade> = {}): EndedTrade => ({
  direction: 'long',
  net: amount(net),
  margin: amount(1_000n),
  openedAt: day * DAY,
  endedAt: day * DAY + 3_600_000,
  ...differs,
})

describe('statistics', () => {
  test('of a log', () => {
    const log = [trade(500n, 11), trade(-300n, 12, { direction: 'short' }), trade(-100n, 18), trade(400n, 19)]
    const told = statisticsOfLog(log, 20 * DAY + 5)
    expect(told).toMatchObject({
      profit: 500n,
      returnRate: 12_500_000n,
      accuracy: 50_000_000n,
      ended: 4,
      won: 2,
      long: 3,
      short: 1,
      yesterday: 400n,
      drawdown: 400n,
      heldMsMean: 3_600_000,
    })
    // 1970-01-12 and 1970-01-19 (days 11 and 18) were Mondays.
    expect(told.weeks.map(({ net, total }) => [net, total])).toEqual([
      [200n, 200n],
      [300n, 500n],
    ])
  })

  test('of nothing are zero, and nothing is divided', () => {
    expect(statisticsOfLog([], 0)).toMatchObject({ profit: 0n, returnRate: 0n, accuracy: 0n, weeks: [], heldMsMean: 0 })
  })

  test('trade by trade are those of the whole log, and no fall is deeper than what was won and lost', () => {
    const nets = fc.array(fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000n }), { maxLength: 40 })
    fc.assert(
      fc.property(nets, (all) => {
        const sums = all.map((net, index) => trade(net, index)).reduce(addTrade, NO_TRADES)
        let [total, peak, fall] = [0n, 0n, 0n]
        for (const net of all) {
          total += net
          peak = total > peak ? total : peak
          fall = peak - total > fall ? peak - total : fall
        }
        expect([sums.net, sums.peak, sums.drawdown]).toEqual([total, peak, fall])
      }),
    )
  })

  test('of a day are in the line of profit, from zero before the first trade up to today', () => {
    const days = [
      { day: 11, net: amount(500n) },
      { day: 13, net: amount(-700n) },
    ]
    expect(curveOf(days, 14 * DAY + 5)).toEqual([
      { day: 10, total: 0n },
      { day: 11, total: 500n },
      { day: 12, total: 500n },
      { day: 13, total: -200n },
      { day: 14, total: -200n },
    ])
    expect(curveOf([], 14 * DAY)).toEqual([])
  })

  test('are drawn one by one in the first days, then by day', () => {
    const trades = [
      { openedAt: 5, endedAt: 20, net: amount(300n) },
      { openedAt: 10, endedAt: 40, net: amount(-500n) },
    ]
    const days = [{ day: 0, net: amount(-200n) }]
    expect(lineOf(days, trades, 90)).toEqual([
      { at: 5, total: 0n },
      { at: 20, total: 300n },
      { at: 40, total: -200n },
      { at: 90, total: -200n },
    ])
    expect(lineOf(days, null, 90)).toEqual([
      { at: -DAY, total: 0n },
      { at: 0, total: -200n },
    ])
    expect(lineOf([], [], 90)).toEqual([])
  })

  test('a line of one point is thinned to it', () => expect(thinned([7], 1)).toEqual([7]))

  test('a thinned line has its first and last point, and no point that is not of the line', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 900 }), fc.integer({ min: 2, max: 60 }), (length, count) => {
        const line = Array.from({ length }, (_, place) => place)
        const thin = thinned(line, count)
        expect(thin).toHaveLength(Math.min(length, count))
        expect([thin[0], thin.at(-1)]).toEqual([0, length - 1])
        expect(thin).toEqual([...new Set(thin)].toSorted((a, b) => a - b))
      }),
    )
  })

  test('of followers count a copy that came to nothing as ended and not as won', () => {
    const sums = [300n, -100n, 0n].map(amount).reduce(addCopy, NO_COPIES)
    expect(sums).toEqual({ copies: 3, copiesWon: 1, copiesNet: 200n })
  })

  test('weeks begin on Monday at midnight of UTC', () => {
    const monday = Date.UTC(2026, 10, 23)
    expect(weekStartAt(weekOf(monday))).toBe(monday)
    expect(weekStartAt(weekOf(monday - 1))).toBe(monday - 7 * DAY)
    expect(weekStartAt(weekOf(monday + 7 * DAY - 1))).toBe(monday)
  })

  test.each([
    ['long', 600_000, 600_600, 100_000n],
    ['long', 600_000, 599_400, -100_000n],
    ['short', 600_000, 599_400, 100_000n],
  ] as const)('slippage of a %s from %s to %s is %s', (direction, trader, copy, expected) =>
    expect(slippageOf(direction, trader, copy)).toBe(expected),
  )
})

test.each([
  ['a trader of ten years', true],
  ['too short', false],
  ['x'.repeat(301), false],
  ['reads \u202ebackwards and so on', false],
])('words "%s" fit: %s', (text, isRight) =>
  expect(codeOf(parseWords(text))).toBe(isRight ? 'ok' : 'copy_words_malformed'),
)

test('hundredths are written without idle zeros', () => {
  expect([100, 455, 450, 1].map(hundredthsText)).toEqual(['1', '4.55', '4.5', '0.01'])
})
