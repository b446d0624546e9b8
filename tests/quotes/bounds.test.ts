// Prices where a bound is met exactly: which sources count, what is a jump, how text becomes steps, and what a period and a chain are.

import { describe, expect, test } from 'vitest'
import { type StepCandle, foldByPeriod, foldCandles, formatCandle } from '#domain/quotes/candle'
import { GENESIS_HASH, chainTick, tickText } from '#domain/quotes/chain'
import { type SourcePrice, findConsensus } from '#domain/quotes/consensus'
import { JumpGuard } from '#domain/quotes/jump-guard'
import { nextRoundAt } from '#domain/quotes/next-round'
import { type Period, periodEnd, periodRange, periodStart } from '#domain/quotes/period'
import { formatChange, formatSteps, parseSteps, powerOfTen } from '#domain/quotes/steps'
import { DAY_MS } from '#domain/time'

const says = (source: string, priceSteps: number, isMoving = false): SourcePrice => ({
  ...{ source, priceSteps, isMoving, isFresh: true },
})

describe('the price of several sources', () => {
  test('of three is their median, and one further than 1 % from it does not count', () => {
    // The median is 10,250; 10,000 is 2.4 % below it. Between the other two lies 10,275.
    expect(findConsensus([says('a', 10_000), says('b', 10_300), says('c', 10_250)], null)).toEqual({
      ...{ priceSteps: 10_275, source: 'b+c', outliers: ['a'] },
    })
    // 10,100 and 9,900 are exactly 1 % from 10,000; 10,101 is further.
    expect(findConsensus([says('a', 10_000), says('b', 10_100), says('c', 9_900)], null).outliers).toEqual([])
    expect(findConsensus([says('a', 10_000), says('b', 10_101), says('c', 9_900)], null).outliers).toEqual(['b'])
  })

  test('of two that differ by 1 % of the lower lies between them, and by more is decided', () => {
    expect(findConsensus([says('a', 10_100), says('b', 10_000)], null).priceSteps).toBe(10_050)
    expect(findConsensus([says('a', 10_101), says('b', 10_000)], null)).toEqual({
      ...{ priceSteps: null, source: '', outliers: ['a', 'b'] },
    })
    expect(findConsensus([says('a', 10_101), says('b', 10_000, true)], null)).toMatchObject({
      priceSteps: 10_000,
      source: 'b',
    })
  })

  test('of two that move and differ is the nearer to the last one, and of equally near ones the lower', () => {
    const decided = (previous: number | null) =>
      findConsensus([says('a', 10_300, true), says('b', 10_000, true)], previous).priceSteps
    expect([decided(10_290), decided(10_010), decided(10_151), decided(10_150), decided(null)]).toEqual([
      10_300,
      10_000,
      10_300,
      10_000,
      null,
    ])
  })

  test('of two halves far apart is none', () => {
    // The median 10,500 is 4.8 % from either.
    const halves = [says('a', 10_000), says('b', 10_000), says('c', 11_000), says('d', 11_000)]
    expect(findConsensus(halves, null)).toMatchObject({ priceSteps: null, source: '' })
  })
})

describe('a jump of one source', () => {
  test('is more than 3 %', () => {
    const judged = (priceSteps: number) => new JumpGuard(10_000).judge({ priceSteps, sources: 1, saidAt: 1 })
    expect([judged(10_300), judged(10_301), judged(9_700), judged(9_699)]).toEqual([10_300, null, 9_700, null])
  })

  test('is said again by prices within 1 % of the first', () => {
    const guard = new JumpGuard(10_000)
    const judged = (priceSteps: number, saidAt: number) => guard.judge({ priceSteps, sources: 1, saidAt })
    // 10,400 and 10,504 differ by 104, exactly 1 % of the first.
    for (const saidAt of [1, 2, 3, 4]) expect(judged(saidAt === 1 ? 10_400 : 10_504, saidAt)).toBeNull()
    expect(judged(10_504, 5)).toBe(10_504)
    // One step further begins anew.
    const other = new JumpGuard(10_000)
    for (const [at, priceSteps] of [10_400, 10_400, 10_400, 10_400, 10_505].entries())
      expect(other.judge({ priceSteps, sources: 1, saidAt: at })).toBeNull()
    expect(other.isHolding).toBe(true)
  })
})

describe('a price in steps', () => {
  test.each([
    ['9007199254740991', 0, 9_007_199_254_740_991],
    ['9007199254740992', 0, null],
    ['900719925474099.1', 1, 9_007_199_254_740_991],
    ['0.05', 1, 1],
    ['0.049', 1, 0],
  ])('%s with %i decimals is %s', (text, decimals, steps) => expect(parseSteps(text, decimals)).toBe(steps))

  test('is written with its sign, and powers of ten are exact', () => {
    expect([formatSteps(-5, 1), formatSteps(5, 1), formatSteps(-5, 0), formatSteps(0, 2)]).toEqual([
      ...['-0.5', '0.5', '-5', '0.00'],
    ])
    expect([0, 1, 3, 15].map(powerOfTen)).toEqual([1, 10, 1_000, 1_000_000_000_000_000])
  })

  test('changes by hundredths of a percent, rounded half away from zero', () => {
    // 1 of 8,000 is 0.0125 %; 1 of 20,000 is 0.005 %; 1 of 20,001 is less.
    expect([formatChange(8_000, 8_001), formatChange(20_000, 19_999), formatChange(20_001, 20_002)]).toEqual([
      ...['+0.01', '-0.01', '+0.00'],
    ])
    expect([formatChange(0, 5), formatChange(100, 100)]).toEqual(['+0.00', '+0.00'])
  })
})

describe('a period', () => {
  const at = (text: string) => Date.parse(`${text}Z`)
  const shown = (value: number) => new Date(value).toISOString().slice(0, 16)
  const range = (since: string | null, until: string, limit: number, period: Period = '60min') => {
    const found = periodRange(period, { since: since === null ? undefined : at(since), until: at(until), limit })
    return [shown(found.from), shown(found.to)]
  }

  test('of a month begins on its first day, on every day of four hundred years', () => {
    const wrong: string[] = []
    for (let day = Date.UTC(1898, 0, 1); day < Date.UTC(2302, 0, 1); day += DAY_MS) {
      const date = new Date(day)
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
      const isStart = periodStart('1M', day) === Date.UTC(year, month, 1)
      const isEnd = date.getUTCDate() > 1 || periodEnd('1M', day) === Date.UTC(year, month + 1, 1)
      if (!isStart || !isEnd) wrong.push(date.toISOString())
    }
    expect(wrong).toEqual([])
  })

  test('ends where the next one begins', () => {
    const end = (period: Period) => shown(periodEnd(period, at('2026-11-23T00:00')))
    expect([end('60min'), end('1D'), end('1W')]).toEqual(['2026-11-23T01:00', '2026-11-24T00:00', '2026-11-30T00:00'])
  })

  test('is among the newest before an instant', () => {
    expect(range(null, '2026-11-25T10:00', 3)).toEqual(['2026-11-25T07:00', '2026-11-25T09:59'])
    expect(range(null, '2026-11-25T10:01', 3)).toEqual(['2026-11-25T08:00', '2026-11-25T10:00'])
    expect(periodRange('60min', { since: undefined, until: 0, limit: 3 })).toEqual({ from: 0, to: -1 })
  })

  test('is among the oldest from an instant on', () => {
    // From 08:30 the first to start are 09:00 and 10:00; from 08:00 they are 08:00 and 09:00.
    expect(range('2026-11-25T08:30', '2026-11-25T20:00', 2)).toEqual(['2026-11-25T08:30', '2026-11-25T10:00'])
    expect(range('2026-11-25T08:00', '2026-11-25T20:00', 2)).toEqual(['2026-11-25T08:00', '2026-11-25T09:00'])
    expect(range('2026-11-25T08:00', '2026-11-25T09:00', 5)).toEqual(['2026-11-25T08:00', '2026-11-25T08:59'])
  })
})

describe('a candle', () => {
  const candle = (day: number, open: number, high: number, low: number, close: number, lots: number): StepCandle => ({
    ...{ at: Date.UTC(2026, 10, day), open, high, low, close, lots },
  })
  // A Saturday, a Sunday, and the Monday after.
  const days = [candle(21, 10, 14, 9, 12, 100), candle(22, 12, 13, 7, 8, 20), candle(23, 8, 20, 8, 19, 3)]

  test('of several has the first open, the last close, the extremes and the sum', () => {
    expect(foldCandles(5, days)).toEqual({ at: 5, open: 10, high: 20, low: 7, close: 19, lots: 123 })
    expect(foldCandles(5, [])).toBeNull()
  })

  test('of days is one of their week', () => {
    expect(foldByPeriod(days, '1W')).toEqual([
      { at: Date.UTC(2026, 10, 16), open: 10, high: 14, low: 7, close: 8, lots: 120 },
      { at: Date.UTC(2026, 10, 23), open: 8, high: 20, low: 8, close: 19, lots: 3 },
    ])
  })

  test('is written in decimals of the pair', () => {
    const listing = { symbol: 'X-USDT', priceDecimals: 1, quantityDecimals: 2 }
    expect(formatCandle(listing, candle(21, 10, 14, 9, 12, 100))).toEqual({
      ...{ at: Date.UTC(2026, 10, 21), open: '1.0', high: '1.4', low: '0.9', close: '1.2', volume: '1.00' },
    })
  })
})

describe('a tick', () => {
  const news = { symbol: 'BTC-USDT', at: 1_000, price: '60000.1', source: 'kraken' }
  const digest = (text: string) => `hash of ${text}`

  test('is hashed over its fields and the hash before it', () => {
    const first = chainTick(undefined, news, digest)
    const text = `BTC-USDT|1|1000|60000.1|kraken|${'0'.repeat(64)}`
    expect([GENESIS_HASH, tickText(first)]).toEqual(['0'.repeat(64), text])
    expect(first).toEqual({ ...news, seq: 1, previousHash: '0'.repeat(64), hash: `hash of ${text}` })
    const next = chainTick({ seq: 7, hash: 'seventh' }, news, digest)
    expect(next).toMatchObject({ seq: 8, previousHash: 'seventh', hash: digest(tickText(next)) })
  })

  test('of a second is there two milliseconds after it', () => {
    expect([1_000, 1_001, 1_999, 2_000].map(nextRoundAt)).toEqual([1_002, 2_002, 2_002, 2_002])
  })
})
