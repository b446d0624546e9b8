// Periods of a candle: where each starts and ends, in UTC. A week starts on Monday, a month on its first day.
// Integer arithmetic on milliseconds only, so that the browser, the Worker and a room agree without a calendar library.

import { DAY_MS, MINUTE_MS } from '../time'

/** Candle periods, by their wire names. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '240min', '1D', '1W', '1M'] as const
export type Period = (typeof PERIODS)[number]

const FIXED_MS: Readonly<Record<Exclude<Period, '1W' | '1M'>, number>> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': 60 * MINUTE_MS,
  '240min': 240 * MINUTE_MS,
  '1D': DAY_MS,
}
/** 1970-01-05, the first Monday after the epoch, in days. */
const FIRST_MONDAY = 4

/** Largest multiple of `size` at or before `at`. */
export const floorTo = (at: number, size: number): number => Math.floor(at / size) * size

/** Start of the period that contains `at`. */
export function periodStart(period: Period, at: number): number {
  if (period === '1W') return floorTo(at - FIRST_MONDAY * DAY_MS, 7 * DAY_MS) + FIRST_MONDAY * DAY_MS
  if (period === '1M') {
    const { year, month } = civilMonth(Math.floor(at / DAY_MS))
    return monthStart(year, month)
  }
  return floorTo(at, FIXED_MS[period])
}

/** End of the period that starts at `start`, which is the next one's start. */
export function periodEnd(period: Period, start: number): number {
  if (period === '1W') return start + 7 * DAY_MS
  if (period === '1M') {
    const { year, month } = civilMonth(Math.floor(start / DAY_MS))
    return monthStart(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1)
  }
  return start + FIXED_MS[period]
}

/** Ascending starts of the periods that start in [from, to]; at most the newest `limit`. */
export function periodStarts(
  period: Period,
  range: { readonly from: number; readonly to: number },
  limit: number,
): number[] {
  const starts: number[] = []
  let start = periodStart(period, range.to)
  while (start >= range.from && starts.length < limit) {
    starts.push(start)
    start = periodStart(period, start - 1)
  }
  return starts.reverse()
}

/** Bounds of the starts of at most `limit` periods: the oldest from `since` on, or the newest before `until` (exclusive). */
export function periodRange(
  period: Period,
  { since, until, limit }: { readonly since: number | undefined; readonly until: number; readonly limit: number },
): { readonly from: number; readonly to: number } {
  const to = until - 1
  if (since === undefined) return { from: periodStarts(period, { from: 0, to }, limit)[0] ?? 0, to }
  const before = periodStart(period, since)
  let last = before < since ? periodEnd(period, before) : before
  for (let count = 1; count < limit && last < until; count += 1) last = periodEnd(period, last)
  return { from: since, to: Math.min(to, last) }
}

/** Year and month (1 to 12) of a day counted from 1970-01-01, in the proleptic Gregorian calendar. */
function civilMonth(day: number): { year: number; month: number } {
  // Years are counted from March, so that the leap day is the last day of a year; an era is 400 years.
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return { year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month }
}

/** The first instant of a month. */
function monthStart(year: number, month: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year
  const era = Math.floor(shiftedYear / 400)
  const yearOfEra = shiftedYear - era * 400
  const monthFromMarch = month > 2 ? month - 3 : month + 9
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5)
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return (era * 146_097 + dayOfEra - 719_468) * DAY_MS
}
