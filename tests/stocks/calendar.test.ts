// The calendar of the exchanges: each kind of day, and the hours in UTC on both sides of the changes of clocks in New York.

import { describe, expect, it, test } from 'vitest'
import {
  CALENDARS,
  CALENDAR_END,
  DAYS_AHEAD,
  EXCHANGES,
  findTradingDay,
  lastOpenSecond,
  lastTradingDay,
  newYorkDay,
  newYorkOffset,
  openSpans,
  priceFactor,
  sessionStart,
  tradingDay,
} from '#domain/stocks/calendar'
import { type StockListing, mayTrade, sessionAt, whyNotInSession } from '#domain/stocks/session'
import { DAY_MS, HOUR_MS, MINUTE_MS, minuteText } from '#domain/time'

const at = (text: string): number => Date.parse(`${text}:00Z`)
const dayOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS
const hours = (day: string): readonly string[] | null => {
  const found = findTradingDay('NYSE', dayOf(day))
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

  test('is each weekday of the published years but their holidays, and ends early before three of them', () => {
    const weekdays = Array.from({ length: 730 }, (_, index) => dayOf('2026-01-01') + index).filter(
      (day) => ![0, 6].includes(new Date(day * DAY_MS).getUTCDay()),
    )
    const named = (days: readonly number[]) => days.map((day) => new Date(day * DAY_MS).toISOString().slice(2, 10))
    expect(named(weekdays.filter((day) => findTradingDay('NASDAQ', day) === null))).toEqual([
      // New Year, King on the third Monday of January, Washington on that of February, Good Friday, Memorial Day on the last of May.
      ...['26-01-01', '26-01-19', '26-02-16', '26-04-03', '26-05-25'],
      // Juneteenth, Independence Day, Labor Day on the first of September, Thanksgiving on the fourth Thursday of November, Christmas.
      ...['26-06-19', '26-07-03', '26-09-07', '26-11-26', '26-12-25'],
      ...['27-01-01', '27-01-18', '27-02-15', '27-03-26', '27-05-31'],
      ...['27-06-18', '27-07-05', '27-09-06', '27-11-25', '27-12-24'],
    ])
    expect(named(weekdays.filter((day) => findTradingDay('NASDAQ', day)?.isEarly))).toEqual([
      ...['26-11-27', '26-12-24', '27-11-26'],
    ])
    expect([findTradingDay('NYSE', dayOf(CALENDAR_END)), findTradingDay('NYSE', dayOf(CALENDAR_END) + 3)]).toEqual([
      expect.objectContaining({ isEarly: false }),
      null,
    ])
  })

  test('counts from its first second', () => {
    // Four in the morning of New York's winter.
    const opening = at('2026-01-20T09:00')
    expect(lastTradingDay('NYSE', opening)?.pre).toBe(opening)
    expect(lastTradingDay('NYSE', opening - 1)?.pre).toBe(at('2026-01-16T09:00'))
  })

  it('agrees with the time zone that the runtime knows, in every hour of two years', () => {
    const zone = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: '2-digit', hourCycle: 'h23' })
    for (let instant = at('2026-01-01T00:00'); instant < at('2028-01-01T00:00'); instant += HOUR_MS) {
      const expected = parseInt(zone.format(instant), 10)
      expect(new Date(instant - newYorkOffset(instant)).getUTCHours(), minuteText(instant)).toBe(expected)
    }
  })

  it('says whether it is short, is the same for both exchanges, and is the same when it is asked for again', () => {
    const early = (day: string) => findTradingDay('NASDAQ', dayOf(day))?.isEarly
    expect([early('2026-11-25'), early('2026-11-27')]).toEqual([false, true])
    for (const day of ['2026-11-25', '2026-11-26', '2026-11-27'].map(dayOf))
      for (const _ of [1, 2])
        for (const exchange of EXCHANGES) expect(tradingDay(exchange, day)).toEqual(findTradingDay('NYSE', day))
  })

  it('before 1970 has its weekday too', () => {
    // 1969-12-29 was a Monday, the two days before it a weekend.
    expect(['1969-12-27', '1969-12-28', '1969-12-29'].map((day) => hours(day) !== null)).toEqual([false, false, true])
  })

  it('begins its session where its hours begin', () => {
    const start = sessionStart('NYSE', dayOf('2026-11-25') * DAY_MS)
    expect(start && minuteText(start)).toBe('2026-11-25T09:00')
    expect(sessionStart('NYSE', dayOf('2026-11-26') * DAY_MS)).toBeNull()
  })

  it('is looked for among the fifteen days up to an instant', () => {
    const end = findTradingDay('NYSE', dayOf('2027-12-31'))
    // The last published day is a Friday; fourteen days later it is the fifteenth of those looked at.
    expect(lastTradingDay('NYSE', at('2028-01-14T12:00'))).toEqual(end)
    expect(lastTradingDay('NYSE', at('2028-01-15T12:00'))).toBeNull()
    expect(lastOpenSecond('NYSE', at('2028-01-15T12:00'))).toBe(at('2028-01-15T12:00'))
    expect(DAYS_AHEAD).toBe(15)
  })

  it('is a day off or an early close only on a weekday, and says who published it', () => {
    for (const exchange of EXCHANGES) {
      const { source, days } = CALENDARS[exchange]
      expect(source).not.toBe('')
      for (const day of Object.keys(days)) expect(new Date(dayOf(day) * DAY_MS).getUTCDay() % 6, day).not.toBe(0)
    }
  })
})

test('a price without splits is multiplied by the old and divided by the new shares of each split up to then', () => {
  const splits = [
    { at: 1_000, newShares: 4, oldShares: 1 },
    { at: 2_000, newShares: 1, oldShares: 10 },
  ]
  expect([999, 1_000, 1_999, 2_000].map((instant) => priceFactor(splits, instant))).toEqual([1, 0.25, 0.25, 2.5])
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

test('behind the last published day an order is refused without saying when trading opens', () => {
  const share: StockListing = { exchange: 'NYSE', sector: 'technology', isHalted: false, splits: [], actionAt: null }
  expect(whyNotInSession(share, { now: at('2028-01-03T15:00'), mayRest: false })).toEqual({
    code: 'stock_closed',
    facts: { opens: '–' },
  })
})
