// Support hours in the visitor's time zone.

import { describe, expect, it } from 'vitest'
import { localHours } from '../../app/routes/support._index/local-hours'

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
