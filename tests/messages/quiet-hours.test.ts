// When quiet hours end, in the user's own time, over midnight and over changes of the clocks.

import { describe, expect, it } from 'vitest'
import { clockText, isZone, parseClock, quietUntil } from '#domain/quiet-hours'

const TOKYO = { from: 22 * 60, until: 7 * 60, zone: 'Asia/Tokyo' }
const endOf = (hours: typeof TOKYO, at: string) => {
  const end = quietUntil(hours, Date.parse(at))
  return end === null ? null : new Date(end).toISOString()
}

describe('quiet hours', () => {
  it.each([
    ['2026-11-29T12:59:59.999Z', null],
    ['2026-11-29T13:00:00Z', '2026-11-29T22:00:00.000Z'],
    ['2026-11-29T15:30:12.345Z', '2026-11-29T22:00:00.000Z'],
    ['2026-11-29T21:59:59.999Z', '2026-11-29T22:00:00.000Z'],
    ['2026-11-29T22:00:00Z', null],
  ])('from 22:00 to 7:00 in Tokyo, at %s: until %s', (at, end) => expect(endOf(TOKYO, at)).toBe(end))

  it('may lie within one day, and in an offset in place of a zone', () => {
    const noon = { from: 12 * 60, until: 13 * 60, zone: '+05:30' }
    expect(endOf(noon, '2026-11-29T06:30:00Z')).toBe('2026-11-29T07:30:00.000Z')
    expect([endOf(noon, '2026-11-29T06:29:59Z'), endOf(noon, '2026-11-29T07:30:00Z')]).toEqual([null, null])
  })

  it('end at the local time when the clocks change in between', () => {
    const paris = { ...TOKYO, zone: 'Europe/Paris' }
    // Forward at 2026-03-29T01:00Z, back at 2026-10-25T01:00Z.
    expect(endOf(paris, '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:00:00.000Z')
    expect(endOf(paris, '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
  })
})

it('times of the day and time zones are what they are, or refused', () => {
  expect(['22:30', '00:00', '23:59'].map((text) => clockText(parseClock(text) ?? -1))).toEqual([
    '22:30',
    '00:00',
    '23:59',
  ])
  expect(['24:00', '7:00', '07:60', '', '07:00:00'].map(parseClock)).toEqual([null, null, null, null, null])
  expect(['Asia/Tokyo', 'UTC', '+09:00', '-03:30'].map(isZone)).toEqual([true, true, true, true])
  expect(['', 'Mars/Olympus', 'a'.repeat(65)].map(isZone)).toEqual([false, false, false])
})
