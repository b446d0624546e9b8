// Copies where a bound is met exactly, and what a refusal says.

import { describe, expect, test } from 'vitest'
import { type Follower, type OpenedTrade, planCopy, storeMarket } from '#domain/copy/plan'
import { profitShare } from '#domain/copy/share'
import { NO_TRADES, addTrade, statisticsOf } from '#domain/copy/statistics'
import {
  type CopyTerms,
  checkFollowNumber,
  checkMargin,
  checkShare,
  inHundredths,
  leftOfCopy,
  parseHundredths,
  parseWords,
  weekOf,
} from '#domain/copy/terms'
import type { FuturesTerms } from '#domain/futures/terms'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'

const USDT = { id: 3, code: 'USDT', scale: 6 }
/** A lot is 0.001 BTC: 60 at 60,000. */
const FUTURES: FuturesTerms = {
  ...{ version: 'v1', priceDecimals: 1, stepValue: 100n, spread: rate(40_000n), fee: rate(50_000n), isOpen: true },
  ...{ overnight: rate(20_000n), liquidationFee: rate(50_000n), symbol: 'BTC-USDT', lotSize: 100_000n, quote: USDT },
  ...{ leverages: [10, 20, 50], lotsMin: 2, lotsMax: 50_000, exposureMax: amount(0n) },
  tiers: [{ upTo: amount(10n ** 15n), maintenance: rate(500_000n), leverageMax: 100 }],
}
const OPEN = ['copy', 'futures', 'options'].map((product) => ({ product, country: '*', isOpen: true }))
const market = (terms: FuturesTerms | undefined = FUTURES, gates = OPEN) =>
  storeMarket({ isOpen: true, slippageMax: rate(1_000_000n), gates }, terms)
const TRADE: OpenedTrade = {
  ...{ positionNo: 1, symbol: 'BTC-USDT', assetId: 3, direction: 'long', leverage: 10, lots: 1_000, steps: 600_000 },
  ...{ priceDecimals: 1, margin: '60000000', openedAt: 0 },
}
const FOLLOWER: Follower = {
  settings: { kind: 'lots', number: 1_000, marginMax: null, orderMax: null, lossMax: null },
  ...{ country: 'JP', isVerified: false, running: amount(0n), asset: USDT },
}
const plan = (settings: Partial<Follower['settings']>, trade: Partial<OpenedTrade> = {}, of = market()) => {
  const planned = planCopy({ ...FOLLOWER, settings: { ...FOLLOWER.settings, ...settings } }, { ...TRADE, ...trade }, of)
  return planned.ok ? planned.value : planned.refusal
}

describe('a copy', () => {
  test('of ten lots is opened at one percent worse at the most', () => {
    expect(plan({})).toMatchObject({ lots: 10, maintenanceRate: '500000', worstSteps: 606_000 })
    expect(plan({}, { direction: 'short' })).toMatchObject({ worstSteps: 594_000 })
  })

  test('has the least lots, or is too small', () => {
    expect(plan({ number: 200 })).toMatchObject({ lots: 2 })
    expect(plan({ number: 199 })).toEqual({ code: 'copy_lots_too_small', facts: { min: '2' } })
    // 2.5 lots are 250 hundredths.
    expect(plan({ number: 250 })).toMatchObject({ lots: 250, terms: { lotParts: 100 } })
    // A step of a lot that has no hundredths: whole lots.
    expect(plan({ number: 250 }, {}, market({ ...FUTURES, stepValue: 110n }))).toMatchObject({ lots: 2 })
  })

  test('is up to 20 times without an identity', () => {
    expect(plan({}, { leverage: 20 })).toMatchObject({ lots: 10 })
    expect(plan({}, { leverage: 50 })).toEqual({ code: 'futures_leverage_needs_identity', facts: { max: '20' } })
    const verified = planCopy({ ...FOLLOWER, isVerified: true }, { ...TRADE, leverage: 50 }, market())
    expect(verified.ok).toBe(true)
  })

  test('is not made where contracts are halted or not offered, and says of which pair', () => {
    expect(plan({}, {}, market({ ...FUTURES, isOpen: false }))).toEqual({
      ...{ code: 'futures_halted', facts: { pair: 'BTC/USDT' } },
    })
    const none = storeMarket({ isOpen: true, slippageMax: rate(0n), gates: OPEN }, undefined)
    expect(plan({}, {}, none)).toEqual({ code: 'futures_not_offered', facts: { pair: 'BTC/USDT' } })
  })

  test('is asked of the gates of its two products alone', () => {
    expect(market().gates.map(({ product }) => product)).toEqual(['copy', 'futures'])
    for (const product of ['copy', 'futures']) {
      const gates = OPEN.map((row) => ({ ...row, isOpen: row.product !== product }))
      expect(plan({}, {}, market(FUTURES, gates))).toMatchObject({ code: 'product_not_in_country' })
    }
  })

  test('has a margin up to the follower’s bounds', () => {
    const check = (needed: bigint, bounds: { orderMax?: bigint; marginMax?: bigint }, running = 0n) => {
      const of = (units: bigint | undefined) => (units === undefined ? null : amount(units))
      const settings = { orderMax: of(bounds.orderMax), marginMax: of(bounds.marginMax) }
      const checked = checkMargin(USDT, settings, { needed: amount(needed), running: amount(running) })
      return checked.ok ? 'ok' : checked.refusal
    }
    const facts = { max: '60', asset: 'USDT' }
    expect([check(60_000_000n, { orderMax: 60_000_000n }), check(60_000_001n, { orderMax: 60_000_000n })]).toEqual([
      ...['ok', { code: 'copy_order_above_max', facts }],
    ])
    expect(check(20_000_000n, { marginMax: 60_000_000n }, 40_000_000n)).toBe('ok')
    expect(check(20_000_001n, { marginMax: 60_000_000n }, 40_000_000n)).toEqual({
      code: 'copy_margin_above_max',
      facts,
    })
    expect(check(10n ** 12n, {})).toBe('ok')
    // 10 lots at ten times are 60.
    expect(plan({ orderMax: amount(60_000_000n) })).toMatchObject({ lots: 10 })
    expect(plan({ orderMax: amount(59_999_999n) })).toMatchObject({ code: 'copy_order_above_max' })
  })

  test('keeps of its lots the part that its trader keeps, rounded up', () => {
    expect([leftOfCopy(500, { lots: 300, left: 100 }), leftOfCopy(500, { lots: 300, left: 0 })]).toEqual([167, 0])
    expect(leftOfCopy(500, { lots: 300, left: 400 })).toBe(500)
    expect([inHundredths(3, {}), inHundredths(3, { lotParts: 100 }), inHundredths(3, { lotParts: 10 })]).toEqual([
      ...[300, 3, 30],
    ])
  })
})

describe('a setting', () => {
  const TERMS: CopyTerms = {
    ...{
      multipleMax: 500,
      lotsMax: 10_000,
      tradersMax: 2,
      shareMax: rate(20_000_000n),
      slippageMax: rate(0n),
      isOpen: true,
    },
  }
  const number = (kind: 'multiple' | 'lots', value: number) => {
    const checked = checkFollowNumber(TERMS, { kind, number: value })
    return checked.ok ? 'ok' : checked.refusal.facts
  }

  test('is from 0.01 to 5 multiples, or from 1 to 100 lots', () => {
    expect([number('multiple', 1), number('multiple', 500)]).toEqual(['ok', 'ok'])
    expect([number('multiple', 0), number('multiple', 501)]).toEqual([
      { min: '0.01', max: '5' },
      { min: '0.01', max: '5' },
    ])
    expect([number('lots', 100), number('lots', 10_000)]).toEqual(['ok', 'ok'])
    expect([number('lots', 99), number('lots', 10_001)]).toEqual([
      { min: '1', max: '100' },
      { min: '1', max: '100' },
    ])
  })

  test('has two decimals and seven digits', () => {
    expect(['1.5', '0.01', '1234567.89', '12'].map(parseHundredths)).toEqual([150, 1, 123_456_789, 1_200])
    expect(['0', '0.00', '1.234', '12345678', 'x1', '1x', '', '.5'].map(parseHundredths)).toEqual(
      Array.from({ length: 8 }, () => null),
    )
  })

  test('of a share is from nothing to the most', () => {
    const share = (units: bigint | null) => {
      const checked = checkShare(units === null ? null : rate(units), TERMS.shareMax)
      return checked.ok ? checked.value : checked.refusal
    }
    const outside = { code: 'copy_share_out_of_bounds', facts: { max: '20' } }
    expect([share(0n), share(20_000_000n)]).toEqual([0n, 20_000_000n])
    expect([share(-1n), share(20_000_001n), share(null)]).toEqual([outside, outside, outside])
  })

  test('in words has ten to 300 characters, without gaps', () => {
    const words = (text: string) => {
      const parsed = parseWords(text)
      return parsed.ok ? parsed.value : parsed.refusal
    }
    expect([words('a'.repeat(10)), words('夜'.repeat(300))]).toEqual(['a'.repeat(10), '夜'.repeat(300)])
    const malformed = { code: 'copy_words_malformed', facts: { min: '10', max: '300' } }
    expect([
      words('a'.repeat(9)),
      words('a'.repeat(301)),
      words('four marks: a\u0301\u0302\u0303\u0304\u0305'),
    ]).toEqual([...[malformed, malformed, malformed]])
    expect(words('  I  trade\n\tslowly  ')).toBe('I trade slowly')
    // Vowels and tones of Thai are marks too; three are left beside the letter that has taken one.
    expect(words('ซื้อช้า ๆ ทุกวัน')).toBe('ซื้อช้า ๆ ทุกวัน')
    expect(words('three marks: a\u0301\u0302\u0303\u0304')).toBe('three marks: \u00e1\u0302\u0303\u0304')
  })
})

test('a share is taken of what is new beyond the highest, rounded down', () => {
  const share = rate(10_000_000n)
  expect(profitShare({ net: amount(109n), highWater: amount(100n), share })).toEqual({ due: 0n, highWater: 109n })
  expect(profitShare({ net: amount(119n), highWater: amount(100n), share })).toEqual({ due: 1n, highWater: 119n })
  expect(profitShare({ net: amount(90n), highWater: amount(100n), share })).toEqual({ due: 0n, highWater: 100n })
})

describe('statistics', () => {
  const trade = (net: bigint) =>
    ({ direction: 'long', net: amount(net), margin: amount(10n), openedAt: 0, endedAt: 5 }) as const

  test('count a trade that won something as won, and neither one without a result nor a loss', () => {
    const won = (net: bigint) => addTrade(NO_TRADES, trade(net)).won
    expect([won(1n), won(0n), won(-1n)]).toEqual([1, 0, 0])
  })

  test('show weeks to the present one, 104 at the most', () => {
    const day = 20_000
    const now = day * 86_400_000
    expect(statisticsOf(NO_TRADES, [], now).weeks).toEqual([])
    const { weeks } = statisticsOf(NO_TRADES, [{ day: day - 7, net: amount(5n) }], now)
    const week = weekOf(now)
    expect(weeks).toEqual([
      { week: week - 1, net: 5n, total: 5n },
      { week, net: 0n, total: 5n },
    ])
    const long = statisticsOf(NO_TRADES, [{ day: day - 7 * 200, net: amount(5n) }], now).weeks
    expect([long.length, long[0]?.week, long.at(-1)?.week, long[0]?.total]).toEqual([104, week - 103, week, 5n])
  })
})
