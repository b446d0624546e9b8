// Which periods a request of candles means.

import { expect, it } from 'vitest'
import { PERIODS, periodEnd, periodRange, periodStart, periodStarts } from '#domain/quotes/period'

const NOW = Date.UTC(2026, 6, 15, 10, 30, 15)

it.each(PERIODS)('%s: the newest without a start, the oldest with one, and as many as asked for', (period) => {
  for (const limit of [1, 2, 50]) {
    const newest = periodStarts(period, periodRange(period, { since: undefined, until: NOW, limit }), 1_500)
    expect(newest).toHaveLength(limit)
    expect(newest.at(-1)).toBe(periodStart(period, NOW - 1))

    const since = (newest[0] ?? 0) + 1
    const oldest = periodStarts(period, periodRange(period, { since, until: NOW, limit }), 1_500)
    expect(oldest[0] ?? periodEnd(period, newest[0] ?? 0)).toBe(periodEnd(period, newest[0] ?? 0))
    expect(oldest.length).toBeLessThanOrEqual(limit)
  }
})

it.each(PERIODS)('%s: an end is exclusive, and a walk by since leaves no gap', (period) => {
  const all = periodStarts(period, periodRange(period, { since: undefined, until: NOW, limit: 40 }), 1_500)
  const met: number[] = []
  for (let since = all[0]; since !== undefined && met.length < 40;) {
    const step = periodStarts(period, periodRange(period, { since, until: NOW, limit: 7 }), 1_500)
    met.push(...step)
    const last = step.at(-1)
    since = last === undefined ? undefined : last + 1
  }
  expect(met).toEqual(all)
  const [first = 0] = all
  expect(periodStarts(period, periodRange(period, { since: first, until: first, limit: 5 }), 1_500)).toEqual([])
})
