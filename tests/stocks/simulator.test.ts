// The simulated price of a share keeps the clock of its exchange: it rests where the session left it, and charts have no candles between.

import { expect, it } from 'vitest'
import type { Listing } from '#domain/quotes/candle'
import { candleBetween, dayWindowStart, priceStepsAt, simulatePair, simulatedCandles } from '#domain/quotes/simulator'
import { DAY_MS, HOUR_MS, SECOND_MS, minuteText } from '#domain/time'

const apple: Listing = { symbol: 'AAPL-USDT', priceDecimals: 2, quantityDecimals: 6, exchange: 'NASDAQ' }
const open = simulatePair(apple)
const at = (text: string): number => Date.parse(`${text}:00Z`)

it('moves in the session, and over Thanksgiving stands where the session before it ended', () => {
  if (!open) throw new Error('the simulator knows AAPL')
  const wednesday = at('2026-11-26T01:00') - SECOND_MS
  expect(priceStepsAt(open, at('2026-11-25T15:00'))).not.toBe(priceStepsAt(open, at('2026-11-25T15:10')))
  for (const hour of [0, 5, 20, 30])
    expect(priceStepsAt(open, wednesday + hour * HOUR_MS)).toBe(priceStepsAt(open, wednesday))
  expect(priceStepsAt(open, at('2026-11-27T09:30'))).not.toBe(priceStepsAt(open, wednesday))
})

it('has candles of the sessions alone, each as the ticks of its open seconds make it', () => {
  if (!open) throw new Error('the simulator knows AAPL')
  const request = { period: '60min', from: at('2026-11-25T23:00'), to: at('2026-11-27T23:00') } as const
  const candles = simulatedCandles(open, request, at('2026-12-01T00:00'), 1_500)
  expect(candles.map((candle) => minuteText(candle.at).slice(5))).toEqual([
    '11-25T23:00',
    '11-26T00:00',
    ...Array.from({ length: 13 }, (_, hour) => `11-27T${String(9 + hour).padStart(2, '0')}:00`),
  ])
  expect(candles.every(({ lots }) => lots > 0)).toBe(true)
  const [day] = simulatedCandles(
    open,
    { period: '1D', from: at('2026-11-27T00:00'), to: at('2026-11-27T00:00') },
    at('2026-12-01T00:00'),
    1,
  )
  const steps = Array.from({ length: (13 * HOUR_MS) / SECOND_MS }, (_, second) =>
    priceStepsAt(open, at('2026-11-27T09:00') + second * SECOND_MS),
  )
  expect(day).toMatchObject({
    open: steps[0],
    close: steps.at(-1),
    high: steps.reduce((high, one) => Math.max(high, one)),
    low: steps.reduce((low, one) => Math.min(low, one)),
  })
})

it('has the running session as its day, or the last one, and a flat candle of a day off', () => {
  if (!open) throw new Error('the simulator knows AAPL')
  expect(dayWindowStart(at('2026-11-27T10:00'), apple)).toBe(at('2026-11-27T09:00'))
  expect(dayWindowStart(at('2026-11-29T10:00'), apple)).toBe(at('2026-11-27T09:00'))
  expect(dayWindowStart(at('2026-11-29T10:00'))).toBe(at('2026-11-28T10:00'))
  const sunday = candleBetween(open, at('2026-11-29T00:00'), at('2026-11-29T00:00') + DAY_MS)
  const close = priceStepsAt(open, at('2026-11-27T22:00') - SECOND_MS)
  expect(sunday).toEqual({ at: at('2026-11-29T00:00'), open: close, high: close, low: close, close, lots: 0 })
})
