import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Listing, type StepCandle, foldCandles, formatCandle } from '#domain/quotes/candle'
import { PERIODS, periodEnd, periodStart } from '#domain/quotes/period'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time'
import {
  candleBetween,
  dayWindowStart,
  hourlySteps,
  priceStepsAt,
  simulatePair,
  simulatedCandles,
} from '#domain/quotes/simulator'
import { formatSteps } from '#domain/quotes/steps'

const listing = (symbol: string, priceDecimals: number, quantityDecimals: number): Listing => ({
  symbol,
  priceDecimals,
  quantityDecimals,
})
const bitcoin = listing('BTC-USDT', 1, 5)
const ether = listing('ETH-USDT', 2, 4)
const etherInBitcoin = listing('ETH-BTC', 5, 3)
const dogecoin = listing('DOGE-USDT', 5, 0)
const dollar = listing('USDC-USDT', 4, 1)

function pairOf(listed: Listing) {
  const pair = simulatePair(listed)
  if (!pair) throw new Error(`${listed.symbol} is simulated`)
  return pair
}

/** The candle of a time span, from its ticks one by one. */
function tickByTick(listed: Listing, from: number, to: number): Omit<StepCandle, 'lots'> {
  const pair = pairOf(listed)
  const prices = Array.from({ length: (to - from) / SECOND_MS }, (_, index) =>
    priceStepsAt(pair, from + index * SECOND_MS),
  )
  const [open = 0] = prices
  return { at: from, open, high: Math.max(...prices), low: Math.min(...prices), close: prices.at(-1) ?? 0 }
}

const withoutLots = ({ at, open, high, low, close }: StepCandle) => ({ at, open, high, low, close })

describe('the price of a second never changes', () => {
  // Published prices: settled options are recomputed from them, so a change here would change history.
  test.each([
    [bitcoin, '2018-01-01T00:00:00Z', '58387.5'],
    [bitcoin, '2024-02-29T12:34:56Z', '44634.9'],
    [bitcoin, '2026-11-21T00:00:00Z', '61000.0'],
    [bitcoin, '2026-11-21T09:30:07Z', '60835.0'],
    [bitcoin, '2031-07-04T23:59:59Z', '71358.7'],
    [ether, '2026-11-21T09:30:07Z', '2992.51'],
    [etherInBitcoin, '2018-01-01T00:00:00Z', '0.03598'],
    [etherInBitcoin, '2026-11-21T09:30:07Z', '0.04919'],
    [dogecoin, '2024-02-29T12:34:56Z', '0.06881'],
    [dollar, '2018-01-01T00:00:00Z', '0.9997'],
  ])('%o at %s is %s', (listed, time, price) => {
    expect(formatSteps(priceStepsAt(pairOf(listed), Date.parse(time)), listed.priceDecimals)).toBe(price)
  })

  test('nor does the candle of a day, volume included', () => {
    const at = Date.parse('2026-11-20')
    const [candle] = simulatedCandles(pairOf(bitcoin), { period: '1D', from: at, to: at }, at + 3 * DAY_MS, 10)
    expect(candle && formatCandle(bitcoin, candle)).toEqual({
      at,
      open: '58422.7',
      high: '61590.1',
      low: '58280.9',
      close: '60990.3',
      volume: '23555.30973',
    })
  })

  test('nor does it matter what was asked before', () => {
    const asked = pairOf(ether)
    simulatedCandles(asked, { period: '1W', from: 0, to: Date.parse('2026-01-01') }, Date.parse('2027-01-01'), 100)
    const at = Date.parse('2025-05-05T05:05:05Z')
    expect(priceStepsAt(asked, at)).toBe(priceStepsAt(pairOf(ether), at))
    expect(candleBetween(asked, at, at + DAY_MS)).toEqual(candleBetween(pairOf(ether), at, at + DAY_MS))
  })
})

describe('candles agree with the ticks inside them', { timeout: 30_000 }, () => {
  const second = fc.integer({ min: Date.parse('2015-01-01') / SECOND_MS, max: Date.parse('2035-01-01') / SECOND_MS })
  const listings = fc.constantFrom(bitcoin, ether, etherInBitcoin, dogecoin, dollar)

  test('any span of up to two hours, also over midnight', () => {
    fc.assert(
      fc.property(listings, second, fc.integer({ min: 1, max: 7200 }), (listed, start, length) => {
        const [from, to] = [start * SECOND_MS, (start + length) * SECOND_MS]
        expect(withoutLots(candleBetween(pairOf(listed), from, to))).toEqual(tickByTick(listed, from, to))
      }),
      { numRuns: 40 },
    )
  })

  test('a whole day, second by second', () => {
    for (const listed of [bitcoin, etherInBitcoin]) {
      const from = Date.parse('2026-03-03')
      expect(withoutLots(candleBetween(pairOf(listed), from, from + DAY_MS))).toEqual(
        tickByTick(listed, from, from + DAY_MS),
      )
    }
  })

  test.each(PERIODS)('a candle of %s is the fold of its minutes, days or weeks, to the last lot', (period) => {
    const pair = pairOf(bitcoin)
    const now = Date.parse('2026-11-21T09:30:07Z')
    const part = period === '1W' || period === '1M' ? '1D' : '1min'
    const start = periodStart(period, now - 40 * DAY_MS)
    const parts = simulatedCandles(pair, { period: part, from: start, to: periodEnd(period, start) - 1 }, now, 2000)
    const [whole] = simulatedCandles(pair, { period, from: start, to: start }, now, 1)
    expect(parts[0]?.at).toBe(start)
    expect(whole).toEqual(foldCandles(start, parts))
  })

  test('the running candle ends with the second of now', () => {
    const now = Date.parse('2026-11-21T09:30:07.600Z')
    const [running, ...none] = simulatedCandles(
      pairOf(bitcoin),
      { period: '5min', from: now - 1000, to: now + DAY_MS },
      now,
      10,
    )
    expect(none).toEqual([])
    expect(running).toBeUndefined()
    const [candle] = simulatedCandles(pairOf(bitcoin), { period: '5min', from: now - 5 * MINUTE_MS, to: now }, now, 10)
    expect(candle?.at).toBe(Date.parse('2026-11-21T09:30:00Z'))
    expect(candle && withoutLots(candle)).toEqual(
      tickByTick(bitcoin, Date.parse('2026-11-21T09:30:00Z'), Date.parse('2026-11-21T09:30:08Z')),
    )
  })

  test('the strokes of a day are the prices at its whole hours, and now', () => {
    const now = Date.parse('2026-11-21T09:30:07Z')
    const strokes = hourlySteps(pairOf(bitcoin), now)
    expect(strokes).toHaveLength(25)
    expect(strokes.at(-1)).toBe(priceStepsAt(pairOf(bitcoin), now))
    expect(strokes[0]).toBe(priceStepsAt(pairOf(bitcoin), Date.parse('2026-11-20T10:00:00Z')))
  })

  test('nothing is told of the future', () => {
    const now = Date.parse('2026-11-21T09:30:07Z')
    expect(
      simulatedCandles(pairOf(bitcoin), { period: '1min', from: now + MINUTE_MS, to: now + DAY_MS }, now, 10),
    ).toEqual([])
  })

  test('the last 24 hours are those of the ticks, volume included', () => {
    const now = Date.parse('2026-11-21T09:30:07Z')
    const from = Date.parse('2026-11-20T09:30:00Z')
    const { open, high, low } = tickByTick(dogecoin, from, now + SECOND_MS)
    const minutes = simulatedCandles(pairOf(dogecoin), { period: '1min', from, to: now }, now, 1500)
    const lots = minutes.reduce((sum, minute) => sum + minute.lots, 0)
    expect(candleBetween(pairOf(dogecoin), dayWindowStart(now), now + SECOND_MS)).toMatchObject({
      open,
      high,
      low,
      lots,
    })
  })
})

describe('it looks like a market', { timeout: 30_000 }, () => {
  const now = Date.parse('2026-11-21T00:00:00Z')
  const days = (listed: Listing) => simulatedCandles(pairOf(listed), { period: '1D', from: 0, to: now - 1 }, now, 1000)

  test('most days move bitcoin by less than 6%, and years move it by much more', () => {
    const candles = days(bitcoin)
    const calm = candles.filter(({ open, close }) => Math.abs(close - open) < open * 0.06)
    expect(calm.length).toBeGreaterThan(950)
    const lows = candles.map((candle) => candle.low)
    const highs = candles.map((candle) => candle.high)
    expect(Math.max(...highs)).toBeGreaterThan(Math.min(...lows) * 1.3)
    expect(Math.max(...highs)).toBeLessThan(Math.min(...lows) * 10)
  })

  test('a price goes on where it was: no second moves bitcoin by more than a quarter of a percent', () => {
    const pair = pairOf(bitcoin)
    const from = Date.parse('2026-11-20T12:00:00Z') // over midnight, where one day's tree meets the next
    for (let at = from; at < from + DAY_MS; at += SECOND_MS) {
      const [before, after] = [priceStepsAt(pair, at), priceStepsAt(pair, at + SECOND_MS)]
      if (Math.abs(after - before) * 400 > before) throw new Error(`jump at ${at}: ${before} to ${after}`)
    }
  })

  test('bitcoin ticks nearly every second', () => {
    const pair = pairOf(bitcoin)
    const moved = Array.from({ length: 600 }, (_, index) => priceStepsAt(pair, now + index * SECOND_MS)).filter(
      (price, index, prices) => index > 0 && price !== prices[index - 1],
    )
    expect(moved.length).toBeGreaterThan(550)
  })

  test('a dollar stays a dollar', () => {
    for (const { high, low } of days(dollar)) {
      expect(low).toBeGreaterThan(9900)
      expect(high).toBeLessThan(10100)
    }
  })

  test('ether for bitcoin is ether over bitcoin within the rounding of a price, at any second', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.parse('2016-01-01'), max: Date.parse('2034-01-01') }), (at) => {
        const cross = priceStepsAt(pairOf(etherInBitcoin), at) / 1e5
        const quotient = priceStepsAt(pairOf(ether), at) / 1e2 / (priceStepsAt(pairOf(bitcoin), at) / 10)
        expect(Math.abs(cross - quotient)).toBeLessThan(0.6e-5)
      }),
      { numRuns: 200 },
    )
  })

  test('a pair of something unknown has no price', () => {
    expect(simulatePair(listing('NOSUCH-USDT', 2, 2))).toBeNull()
  })
})
