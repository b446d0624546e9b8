import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PERIODS, periodEnd, periodStart, periodStarts } from '#domain/quotes/period'
import { formatChange, formatSteps, parseSteps } from '#domain/quotes/steps'

const at = (text: string): number => Date.parse(text)
const text = (instant: number): string => new Date(instant).toISOString()

describe('where a period starts', () => {
  test.each([
    ['1min', '2026-11-21T09:30:07.123Z', '2026-11-21T09:30:00.000Z'],
    ['15min', '2026-11-21T09:44:59Z', '2026-11-21T09:30:00.000Z'],
    ['60min', '2026-11-21T09:59:59Z', '2026-11-21T09:00:00.000Z'],
    ['240min', '2026-11-21T11:59:59Z', '2026-11-21T08:00:00.000Z'],
    ['1D', '2026-11-21T23:59:59Z', '2026-11-21T00:00:00.000Z'],
    ['1W', '2026-11-21T09:30:07Z', '2026-11-16T00:00:00.000Z'],
    ['1W', '2026-11-16T00:00:00Z', '2026-11-16T00:00:00.000Z'],
    ['1W', '2026-11-15T23:59:59Z', '2026-11-09T00:00:00.000Z'],
    ['1M', '2026-11-21T09:30:07Z', '2026-11-01T00:00:00.000Z'],
    ['1M', '2024-02-29T12:00:00Z', '2024-02-01T00:00:00.000Z'],
    ['1M', '2000-12-31T23:59:59Z', '2000-12-01T00:00:00.000Z'],
  ] as const)('a %s at %s starts at %s', (period, instant, start) => {
    expect(text(periodStart(period, at(instant)))).toBe(start)
  })

  test('February has its leap day', () => {
    expect(text(periodEnd('1M', at('2024-02-01')))).toBe('2024-03-01T00:00:00.000Z')
    expect(text(periodEnd('1M', at('2100-02-01')))).toBe('2100-03-01T00:00:00.000Z')
  })

  test('every instant is in exactly one period, and months are those of the calendar', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PERIODS), fc.integer({ min: 0, max: at('2200-01-01') }), (period, instant) => {
        const start = periodStart(period, instant)
        expect(start).toBeLessThanOrEqual(instant)
        expect(periodEnd(period, start)).toBeGreaterThan(instant)
        expect(periodStart(period, periodEnd(period, start))).toBe(periodEnd(period, start))
        if (period === '1M') expect(text(start)).toBe(`${text(instant).slice(0, 7)}-01T00:00:00.000Z`)
      }),
    )
  })

  test('of too many periods the newest are taken', () => {
    const range = { from: at('2026-01-01'), to: at('2026-11-21T09:30:07Z') }
    expect(periodStarts('1M', range, 2).map(text)).toEqual(['2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'])
    expect(periodStarts('1M', range, 100)).toHaveLength(11)
  })
})

describe('prices as whole steps', () => {
  test.each([
    ['61000.12', 1, 610001],
    ['61000.15', 1, 610002],
    ['0.04918999', 5, 4919],
    ['3', 2, 300],
    ['0.00000000', 2, 0],
  ])('%s with %i decimals is %i steps', (price, decimals, steps) => {
    expect(parseSteps(price, decimals)).toBe(steps)
  })

  test.each(['', '-1', '1e5', '1.', '.5', 'NaN', '99999999999999999999'])('"%s" is no price', (price) => {
    expect(parseSteps(price, 2)).toBeNull()
  })

  test('text and steps are each other’s inverse', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 50 }), fc.integer({ min: 0, max: 8 }), (steps, decimals) => {
        expect(parseSteps(formatSteps(steps, decimals), decimals)).toBe(steps)
      }),
    )
  })

  test.each([
    [60000, 60750, '+1.25'],
    [60000, 59778, '-0.37'],
    [60000, 60000, '+0.00'],
    [0, 60000, '+0.00'],
  ])('from %i to %i is a change of %s percent', (open, price, change) => {
    expect(formatChange(open, price)).toBe(change)
  })
})
