// Support hours in the visitor's time zone.

import { describe, expect, it } from 'vitest'
import { alikeHours, localHours } from '../../app/routes/support._index/local-hours'

const office = [
  { weekday: 1, opensAt: 9 * 60, closesAt: 18 * 60 },
  { weekday: 7, opensAt: 20 * 60, closesAt: 24 * 60 },
]
const said = (offset: number) =>
  localHours(office, offset).map(({ weekday, opens, closes }) => `${weekday} ${opens}–${closes}`)

describe('the hours of support', () => {
  it.each([
    ['in London in winter', 0, ['1 09:00–18:00', '7 20:00–24:00']],
    ['in Tokyo, where Sunday evening is Monday morning', 540, ['1 05:00–09:00', '1 18:00–03:00']],
    ['in Kolkata', 330, ['1 01:30–05:30', '1 14:30–23:30']],
    ['in Honolulu', -600, ['7 10:00–14:00', '7 23:00–08:00']],
  ])('%s', (_where, offset, words) => {
    expect(said(offset)).toEqual(words)
  })
})

describe('neighbouring days with the same hours', () => {
  const week = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opensAt: 0, closesAt: 9 * 60 }))
  const lines = (hours: Parameters<typeof localHours>[0], offset: number) =>
    alikeHours(localHours(hours, offset)).map(({ from, to, opens, closes }) => `${from}-${to} ${opens}–${closes}`)

  it('are one line', () => {
    expect(lines(week, 540)).toEqual(['1-5 09:00–18:00'])
  })
  it('are apart from a day with others, and from days that are not neighbours', () => {
    expect(lines([...week.slice(0, 2), { weekday: 3, opensAt: 60, closesAt: 600 }, ...week.slice(3)], 0)).toEqual([
      '1-2 00:00–09:00',
      '3-3 01:00–10:00',
      '4-5 00:00–09:00',
    ])
  })
  it('stay apart where a day opens twice', () => {
    expect(lines([{ weekday: 1, opensAt: 0, closesAt: 60 }, ...week], 0)).toHaveLength(6)
  })
})
