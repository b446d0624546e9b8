// Trading calendar of the exchanges: published holidays and early closes as data, trading hours, and their instants in New York. Daylight
// saving follows the United States' rule: from the second Sunday of March to the first Sunday of November, at 2 a.m. Independent of
// listings. Price factors of splits are here too, because the simulator imports no other module of stocks.

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, dayText, utcDay } from '../time'

export const EXCHANGES = ['NYSE', 'NASDAQ'] as const
export type Exchange = (typeof EXCHANGES)[number]

type Holiday = 'closed' | 'early'

/** Both exchanges publish the same days for these years. */
const US_DAYS: Readonly<Record<string, Holiday>> = {
  '2026-01-01': 'closed', // New Year's Day
  '2026-01-19': 'closed', // Martin Luther King, Jr. Day
  '2026-02-16': 'closed', // Washington's Birthday
  '2026-04-03': 'closed', // Good Friday
  '2026-05-25': 'closed', // Memorial Day
  '2026-06-19': 'closed', // Juneteenth
  '2026-07-03': 'closed', // Independence Day, observed
  '2026-09-07': 'closed', // Labor Day
  '2026-11-26': 'closed', // Thanksgiving Day
  '2026-11-27': 'early',
  '2026-12-24': 'early',
  '2026-12-25': 'closed', // Christmas Day
  '2027-01-01': 'closed', // New Year's Day
  '2027-01-18': 'closed', // Martin Luther King, Jr. Day
  '2027-02-15': 'closed', // Washington's Birthday
  '2027-03-26': 'closed', // Good Friday
  '2027-05-31': 'closed', // Memorial Day
  '2027-06-18': 'closed', // Juneteenth, observed
  '2027-07-05': 'closed', // Independence Day, observed
  '2027-09-06': 'closed', // Labor Day
  '2027-11-25': 'closed', // Thanksgiving Day
  '2027-11-26': 'early',
  '2027-12-24': 'closed', // Christmas Day, observed
}

interface ExchangeCalendar {
  /** Who published the days. */
  readonly source: string
  readonly days: Readonly<Record<string, Holiday>>
}

export const CALENDARS: Readonly<Record<Exchange, ExchangeCalendar>> = {
  NYSE: { source: 'NYSE Group: holidays and early closings 2025, 2026 and 2027 (8 November 2024)', days: US_DAYS },
  NASDAQ: { source: 'Nasdaq: U.S. equity and options markets holiday schedule', days: US_DAYS },
}

/** Later days aren't published yet. The exchange counts as closed then. */
export const CALENDAR_END = '2027-12-31'
const LAST_DAY = utcDay(2027, 12, 31)

/** Instants of a trading day: pre-market, core session, after-hours. */
export interface TradingDay {
  readonly pre: number
  readonly core: number
  readonly post: number
  readonly end: number
  readonly isEarly: boolean
}

const at = (hours: number): number => hours * HOUR_MS
const FULL_DAY = { pre: at(4), core: at(9) + 30 * MINUTE_MS, post: at(16), end: at(20), isEarly: false }
const EARLY_DAY = { ...FULL_DAY, post: at(13), end: at(17), isEarly: true }

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

/** First Sunday on or after a day. */
const sundayFrom = (day: number): number => day + ((7 - weekdayOf(day)) % 7)

/** What New York is behind UTC. */
export function newYorkOffset(instant: number): number {
  const year = parseInt(dayText(instant).slice(0, 4), 10)
  // Two in the morning: of standard time as summer begins, of summer time as it ends.
  const begins = (sundayFrom(utcDay(year, 3, 1)) + 7) * DAY_MS + at(7)
  const ends = sundayFrom(utcDay(year, 11, 1)) * DAY_MS + at(6)
  return instant >= begins && instant < ends ? at(4) : at(5)
}

/** The day it is in New York, counted from 1970-01-01. */
export const newYorkDay = (instant: number): number => Math.floor((instant - newYorkOffset(instant)) / DAY_MS)

const known = new Map<string, TradingDay | null>()

/** A day of New York as the exchange trades it, worked out once. */
export function tradingDay(exchange: Exchange, day: number): TradingDay | null {
  const key = `${exchange} ${day}`
  const found = known.get(key)
  if (found !== undefined) return found
  const made = findTradingDay(exchange, day)
  known.set(key, made)
  return made
}

/** Null for a day without trading. Before the first published year only weekends are days off. */
export function findTradingDay(exchange: Exchange, day: number): TradingDay | null {
  const weekday = weekdayOf(day)
  if (weekday === 0 || weekday === 6 || day > LAST_DAY) return null
  const holiday = CALENDARS[exchange].days[dayText(day * DAY_MS)]
  if (holiday === 'closed') return null
  const hours = holiday === 'early' ? EARLY_DAY : FULL_DAY
  // Clocks change on Sundays, so a trading day has one offset.
  const midnight = day * DAY_MS + newYorkOffset(day * DAY_MS + at(12))
  const { pre, core, post, end, isEarly } = hours
  return { pre: midnight + pre, core: midnight + core, post: midnight + post, end: midnight + end, isEarly }
}

/** Above the longest sequence of days off. */
export const DAYS_AHEAD = 15

/** Open seconds of the exchange in [from, to), by day, ascending. */
export function openSpans(
  exchange: Exchange,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly from: number; readonly to: number }[] {
  const spans: { from: number; to: number }[] = []
  const last = newYorkDay(to)
  for (let day = newYorkDay(from); day <= last; day += 1) {
    const hours = tradingDay(exchange, day)
    if (!hours) continue
    const span = { from: Math.max(from, hours.pre), to: Math.min(to, hours.end) }
    if (span.from < span.to) spans.push(span)
  }
  return spans
}

/** Trading day of an instant, or the latest before it. */
export function lastTradingDay(exchange: Exchange, at: number): { readonly pre: number; readonly end: number } | null {
  const today = newYorkDay(at)
  for (let day = today; day > today - DAYS_AHEAD; day -= 1) {
    const hours = tradingDay(exchange, day)
    if (hours && hours.pre <= at) return hours
  }
  return null
}

/** Last second with an open exchange, up to `at`: its price holds while the exchange is closed. */
export function lastOpenSecond(exchange: Exchange, at: number): number {
  const day = lastTradingDay(exchange, at)
  return day ? Math.min(at, day.end - SECOND_MS) : at
}

/** Session start on a day in New York, given as that day's start in UTC; null without a session. */
export const sessionStart = (exchange: Exchange, day: number): number | null =>
  tradingDay(exchange, Math.floor(day / DAY_MS))?.pre ?? null

/** New shares for old shares: 4 for 1, or 1 for 10. */
export interface SplitRatio {
  readonly newShares: number
  readonly oldShares: number
}

/** Share split: prices from `at` on are per new share. */
export interface Split extends SplitRatio {
  readonly at: number
}

/** Factor of a share's price at an instant, compared with its price without splits. */
export const priceFactor = (splits: readonly Split[], at: number): number =>
  splits.reduce((factor, split) => (split.at <= at ? (factor * split.oldShares) / split.newShares : factor), 1)
