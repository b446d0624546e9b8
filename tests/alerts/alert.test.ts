// Prices that reach an alert, by kind: each edge, and the price beside it that is not enough.

import { describe, expect, test } from 'vitest'
import { type AlertTerms, checkAlertRate, directionTo, edgesOf, isReached, spanEnd } from '#domain/alerts/alert'
import { rate } from '#domain/money/rate'
import { HOUR_MS } from '#domain/time'

const terms = (differs: Partial<AlertTerms>): AlertTerms => ({
  kind: 'price',
  direction: null,
  targetSteps: null,
  rate: null,
  hours: null,
  startSteps: null,
  startAt: null,
  ...differs,
})

describe('a price alert', () => {
  test.each([
    [610_000, 600_000, 'rise'],
    [590_000, 600_000, 'fall'],
    [600_000, 600_000, 'rise'],
  ] as const)('for %i, set at %i, waits for a %s', (target, reference, direction) =>
    expect(directionTo(target, reference)).toBe(direction),
  )

  test.each([
    ['rise', 609_999, false],
    ['rise', 610_000, true],
    ['rise', 700_000, true],
    ['fall', 610_001, false],
    ['fall', 610_000, true],
    ['fall', 1, true],
  ] as const)('for a %s to 610,000 is reached by %i: %s', (direction, steps, reached) =>
    expect(isReached(edgesOf(terms({ targetSteps: 610_000, direction }), null), steps)).toBe(reached),
  )
})

describe('a move', () => {
  const move = terms({ kind: 'move', rate: rate(2_000_000n), hours: 4, startSteps: 600_001, startAt: 1_000 })

  test('of two percent from 600,001 ends at 588,000.98 and 612,001.02, rounded away from the start', () =>
    expect(edgesOf(move, null)).toEqual({ low: 588_000, high: 612_002 }))

  test('has no edges before its first price, and its span ends four hours after it', () => {
    expect(edgesOf({ ...move, startSteps: null, startAt: null }, null)).toEqual({ low: null, high: null })
    expect(spanEnd(move)).toBe(1_000 + 4 * HOUR_MS)
    expect(spanEnd({ startAt: null, hours: 4 })).toBeNull()
  })

  test('is reached exactly when the change is its part of the start or more', () => {
    const edges = edgesOf(move, null)
    for (const steps of [588_000, 588_001, 600_001, 612_001, 612_002]) {
      const change = Math.abs(steps - 600_001) * 100
      expect(isReached(edges, steps), String(steps)).toBe(change >= 2 * 600_001)
    }
  })
})

describe('a distance to liquidation', () => {
  const near = terms({ kind: 'liquidation', rate: rate(5_000_000n) })

  test.each([
    ['below', 540_000, 568_421, 568_422],
    ['above', 660_000, 628_572, 628_571],
  ] as const)('of five percent, with the liquidation %s at %i', (side, steps, reached, before) => {
    const edges = edgesOf(near, { priceSteps: steps, side })
    expect([isReached(edges, reached), isReached(edges, before)]).toEqual([true, false])
    // Five percent of the price of the moment.
    expect(Math.abs(reached - steps) * 20 <= reached).toBe(true)
    expect(Math.abs(before - steps) * 20 <= before).toBe(false)
  })

  test('has no edges while nothing can liquidate the position', () =>
    expect(edgesOf(near, null)).toEqual({ low: null, high: null }))
})

test('an alert that lacks a part waits for no price, and its span has no end', () => {
  const none = { low: null, high: null }
  expect(edgesOf(terms({ targetSteps: 610_000 }), null)).toEqual(none)
  expect(edgesOf(terms({ startSteps: 600_001 }), { priceSteps: 540_000, side: 'below' })).toEqual(none)
  // A direction alone is no price alert: the move of two percent counts.
  const move = terms({ direction: 'rise', rate: rate(2_000_000n), startSteps: 600_000 })
  expect(edgesOf(move, null)).toEqual({ low: 588_000, high: 612_000 })
  expect(spanEnd({ startAt: 1_000, hours: null })).toBeNull()
})

test('percentages go from a tenth of a percent to fifty', () => {
  expect([99_999n, 100_000n, 50_000_000n, 50_000_001n].map((units) => checkAlertRate(rate(units)).ok)).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(checkAlertRate(rate(1n))).toEqual({
    ok: false,
    refusal: { code: 'alert_rate_out_of_bounds', facts: { min: '0.1%', max: '50%' } },
  })
})
