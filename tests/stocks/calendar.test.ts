// The calendar of the exchanges: each kind of day, and the hours in UTC on both sides of the changes of clocks in New York.

import { describe, expect, it, test } from 'vitest'
import {
  CALENDARS,
  EXCHANGES,
  lastOpenSecond,
  newYorkDay,
  newYorkOffset,
  openSpans,
  tradingDay,
} from '#domain/stocks/calendar'
import { type StockListing, mayTrade, sessionAt, whyNotInSession } from '#domain/stocks/session'
import { DAY_MS, HOUR_MS, MINUTE_MS, minuteText } from '#domain/time'

const at = (text: string): number => Date.parse(`${text}:00Z`)
const dayOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS
const hours = (day: string): readonly string[] | null => {
  const found = tradingDay('NYSE', dayOf(day))
  return found && [found.pre, found.core, found.post, found.end].map((instant) => minuteText(instant).slice(11))
}

const SUMMER = ['08:00', '13:30', '20:00', '00:00']
const WINTER = ['09:00', '14:30', '21:00', '01:00']

describe('a day of the exchange', () => {
  test.each([
    ['a usual day of winter', '2026-01-20', WINTER],
    ['a usual day of summer', '2026-07-06', SUMMER],
    ['the Friday before the clocks go forward', '2026-03-06', WINTER],
    ['the Monday after', '2026-03-09', SUMMER],
    ['the Friday before the clocks go back', '2026-10-30', SUMMER],
    ['the Monday after', '2026-11-02', WINTER],
    ['the Friday before they go forward in 2027', '2027-03-12', WINTER],
    ['the Monday after', '2027-03-15', SUMMER],
    ['a Saturday', '2026-11-21', null],
    ['a Sunday', '2026-11-22', null],
    ['Thanksgiving', '2026-11-26', null],
    ['an early close', '2026-11-27', ['09:00', '14:30', '18:00', '22:00']],
    ['Christmas Eve with an early close', '2026-12-24', ['09:00', '14:30', '18:00', '22:00']],
    ['a holiday observed on the Friday before', '2026-07-03', null],
    ['a holiday observed on the Monday after', '2027-07-05', null],
    ['Good Friday', '2027-03-26', null],
    ['Christmas observed on Christmas Eve', '2027-12-24', null],
    ['a day of a year before the published ones', '2025-06-17', SUMMER],
    ['the last published day', '2027-12-31', WINTER],
    ['a day that nobody has published', '2028-01-03', null],
  ])('%s, %s', (_kind, day, expected) => expect(hours(day)).toEqual(expected))

  it('agrees with the time zone that the runtime knows, in every hour of two years', () => {
    const zone = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: '2-digit', hourCycle: 'h23' })
    for (let instant = at('2026-01-01T00:00'); instant < at('2028-01-01T00:00'); instant += HOUR_MS) {
      const expected = parseInt(zone.format(instant), 10)
      expect(new Date(instant - newYorkOffset(instant)).getUTCHours(), minuteText(instant)).toBe(expected)
    }
  })

  it('is a day off or an early close only on a weekday, and says who published it', () => {
    for (const exchange of EXCHANGES) {
      const { source, days } = CALENDARS[exchange]
      expect(source).not.toBe('')
      for (const day of Object.keys(days)) expect(new Date(dayOf(day) * DAY_MS).getUTCDay() % 6, day).not.toBe(0)
    }
  })
})

describe('the session', () => {
  test.each([
    ['2026-11-25T08:59', 'closed', '2026-11-25T09:00'],
    ['2026-11-25T09:00', 'pre', '2026-11-25T14:30'],
    ['2026-11-25T14:30', 'core', '2026-11-25T21:00'],
    ['2026-11-25T21:00', 'post', '2026-11-26T01:00'],
    // Over Thanksgiving.
    ['2026-11-26T01:00', 'closed', '2026-11-27T09:00'],
    ['2026-11-27T18:00', 'post', '2026-11-27T22:00'],
    // Over a weekend.
    ['2026-11-27T22:00', 'closed', '2026-11-30T09:00'],
    // Weekends with a clock change.
    ['2026-03-07T01:00', 'closed', '2026-03-09T08:00'],
    ['2026-10-31T00:00', 'closed', '2026-11-02T09:00'],
  ])('at %s is %s until %s', (instant, phase, until) => {
    const session = sessionAt('NASDAQ', at(instant))
    expect([session.phase, session.until && minuteText(session.until)]).toEqual([phase, until])
    expect(session.opensAt).toBe(phase === 'closed' ? session.until : null)
  })

  it('opens on no day that is not published', () => {
    expect(sessionAt('NYSE', at('2028-01-01T01:00'))).toEqual({ phase: 'closed', until: null, opensAt: null })
  })

  it('tells an order that cannot rest when it opens, and one of a halted stock that it is halted', () => {
    const listing = { exchange: 'NYSE', sector: 'technology', isHalted: false, splits: [], actionAt: null } as const
    const whyNot = (stock: StockListing, now: number) => whyNotInSession(stock, { now, mayRest: false })
    const sunday = at('2026-11-29T12:00')
    expect(whyNot(listing, sunday)).toEqual({
      code: 'stock_closed',
      facts: { opens: '2026-11-30 09:00 UTC' },
    })
    expect(whyNot(listing, at('2026-11-30T15:00'))).toBeNull()
    expect(whyNot({ ...listing, isHalted: true }, at('2026-11-30T15:00'))?.code).toBe('stock_halted')
    expect(mayTrade({ ...listing, isHalted: true }, at('2026-11-30T15:00'))).toBe(false)
    // Outside the session orders may rest, except during a split.
    expect(whyNotInSession(listing, { now: sunday, mayRest: true })).toBeNull()
    const due = { ...listing, actionAt: sunday }
    expect(whyNotInSession(due, { now: sunday, mayRest: true })?.code).toBe('stock_action_due')
    expect(whyNotInSession(due, { now: sunday - 1, mayRest: true })).toBeNull()
    // A coin has no session.
    expect(mayTrade(undefined, sunday)).toBe(true)
  })

  it('is open in these spans of a week, and its last second stands over the weekend', () => {
    const spans = openSpans('NYSE', { from: at('2026-11-25T20:00'), to: at('2026-11-30T10:00') })
    expect(spans.map(({ from, to }) => [minuteText(from), minuteText(to)])).toEqual([
      ['2026-11-25T20:00', '2026-11-26T01:00'],
      ['2026-11-27T09:00', '2026-11-27T22:00'],
      ['2026-11-30T09:00', '2026-11-30T10:00'],
    ])
    expect(lastOpenSecond('NYSE', at('2026-11-29T12:00'))).toBe(at('2026-11-27T22:00') - 1000)
    expect(lastOpenSecond('NYSE', at('2026-11-27T12:34'))).toBe(at('2026-11-27T12:34'))
    expect(newYorkDay(at('2026-11-26T04:59'))).toBe(dayOf('2026-11-25'))
    expect(newYorkDay(at('2026-11-26T05:00') + MINUTE_MS)).toBe(dayOf('2026-11-26'))
  })
})
