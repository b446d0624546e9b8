// Tick line: visible points, positions of the user's own orders, and live points after rendering.

import { describe, expect, test } from 'vitest'
import type { OptionRow } from '#party/protocol/options'
import type { PricePoint } from '#party/protocol/quotes'
import { joinTicks, shownFrom, viewTicks } from '../../app/routes/trade.options.$symbol/ticks'

const NOON = Date.parse('2026-11-25T12:00:00Z')
const MINUTE = 60_000

/** One tick per second until now, each one step higher. */
const ticks = (seconds: number): PricePoint[] =>
  Array.from({ length: seconds + 1 }, (_, second) => ({
    at: NOON - (seconds - second) * 1_000,
    priceSteps: 1_000 + second,
  }))

/** Order fields that the line reads. */
const order = (part: Partial<OptionRow>) =>
  ({ orderNo: 1, direction: 'rise', entryAt: null, entrySteps: null, dueAt: null, ...part }) as OptionRow

const view = (live: readonly OptionRow[], { ended = [] as readonly OptionRow[], seconds = 600 } = {}) => {
  const seen = viewTicks({ ticks: ticks(seconds), live, ended, now: NOON })
  if (!seen) throw new Error('there is a line')
  return seen
}

describe('what is shown', () => {
  test('the last three minutes while nothing runs, the newest tick near the right edge and the highest at the top', () => {
    const { from, line, low, high } = view([])
    expect(from).toBe(NOON - 3 * MINUTE)
    expect(line).toHaveLength(181)
    expect(line[0]).toEqual({ x: 0, y: 88 })
    expect(line.at(-1)?.x).toBeCloseTo(94.3, 1)
    expect(line.at(-1)?.y).toBe(8)
    expect([low, high]).toEqual([1_420, 1_600])
  })

  test('an order that began before is shown from its beginning, and never more than is kept', () => {
    expect(shownFrom([order({ entryAt: NOON - 4 * MINUTE })], NOON)).toBe(NOON - 4 * MINUTE - 5_000)
    expect(shownFrom([order({ entryAt: NOON - 11 * MINUTE })], NOON)).toBe(NOON - 10 * MINUTE)
    expect(shownFrom([order({})], NOON)).toBe(NOON - 3 * MINUTE)
  })

  test('no line of one price, and one that does not move stands in the middle', () => {
    expect(viewTicks({ ticks: ticks(0), live: [], ended: [], now: NOON })).toBeNull()
    const still = [NOON - 2_000, NOON - 1_000].map((at) => ({ at, priceSteps: 500 }))
    expect(viewTicks({ ticks: still, live: [], ended: [], now: NOON })?.line.map(({ y }) => y)).toEqual([48, 48])
  })
})

describe('orders on it', () => {
  test('the entry stands on its tick and the end at its time; an end beyond the edge has no mark', () => {
    const near = order({ orderNo: 1, entryAt: NOON - MINUTE, entrySteps: 1_540, dueAt: NOON + MINUTE })
    const far = order({ orderNo: 2, entryAt: NOON - 30_000, entrySteps: 1_570, dueAt: NOON + 9 * MINUTE })
    const { running, line, from, to } = view([near, far, order({ orderNo: 3 })])
    expect(running.map(({ row }) => row.orderNo)).toEqual([1, 2])
    expect(running[0]?.entry).toEqual(line[120])
    expect(running[0]?.dueX).toBeCloseTo(((NOON + MINUTE - from) / (to - from)) * 100)
    expect(running[1]?.dueX).toBeNull()
    // The future takes at most half of the width.
    expect(line.at(-1)?.x).toBeGreaterThan(48)
  })

  test('words of entries at one price are put apart, in the picture', () => {
    const rows = Array.from({ length: 6 }, (_, index) =>
      order({ orderNo: index, entryAt: NOON - MINUTE, entrySteps: 1_421, dueAt: NOON + MINUTE }),
    )
    const heights = view(rows)
      .running.map(({ wordsY }) => wordsY)
      .sort((one, other) => one - other)
    for (const [index, height] of heights.entries())
      if (index > 0) expect(height - (heights[index - 1] ?? 0)).toBeGreaterThanOrEqual(9 - 1e-9)
    expect(heights.at(-1)).toBeLessThanOrEqual(88)
  })

  test('one that has ended keeps both its prices while they are shown', () => {
    const done = order({
      orderNo: 4,
      entryAt: NOON - 90_000,
      entrySteps: 1_510,
      exitAt: NOON - MINUTE,
      exitSteps: 1_540,
    })
    const old = order({
      orderNo: 5,
      entryAt: NOON - 9 * MINUTE,
      entrySteps: 1,
      exitAt: NOON - 8 * MINUTE,
      exitSteps: 2,
    })
    const called = order({ orderNo: 6, exitAt: null, exitSteps: null })
    const { ended, line } = view([], { ended: [done, old, called] })
    expect(ended.map(({ row }) => row.orderNo)).toEqual([4])
    expect([ended[0]?.entry, ended[0]?.exit]).toEqual([line[90], line[120]])
  })

  test('an entry before what is shown has no mark, and results of one moment are put apart', () => {
    const rows = Array.from({ length: 3 }, (_, index) =>
      order({ orderNo: index, entryAt: NOON - 4 * MINUTE, entrySteps: 1_400, exitAt: NOON - MINUTE, exitSteps: 1_540 }),
    )
    const { ended } = view([], { ended: rows })
    expect(ended.map(({ entry }) => entry)).toEqual([null, null, null])
    const [first = 0, second = 0, third = 0] = ended.map(({ wordsY }) => wordsY).sort((one, other) => one - other)
    for (const gap of [second - first, third - second]) expect(gap).toBeGreaterThanOrEqual(9 - 1e-9)
  })
})

test('what is heard goes on from what was drawn: one price a second, in order, ten minutes of them', () => {
  const drawn = ticks(600)
  const joined = joinTicks(drawn, [
    { at: NOON, priceSteps: 7 },
    { at: NOON + 2_000, priceSteps: 9 },
    { at: NOON + 1_000, priceSteps: 8 },
  ])
  expect(joined.slice(-3).map(({ priceSteps }) => priceSteps)).toEqual([7, 8, 9])
  expect(joined[0]?.at).toBe(NOON - 597_000)
})
