// Date formats of each language at an offset known to both server and browser. Not Intl, whose output differs between
// them and breaks hydration. Thai dates use common era years too, as on every exchange, so a trade has the same date
// everywhere.

import type { Language } from '#domain/language'
import { MINUS } from '#domain/number-writing'
import { type Zone, currentOffset, offsetAt } from '../visitor/zone'

/** How one reads instants. */
export interface Reader {
  readonly offset: Zone
  readonly language: Language
}

const MINUTE_MS = 60_000
const two = (value: number): string => String(value).padStart(2, '0')
const shifted = (at: number, zone: Zone): Date => new Date(at + offsetAt(zone, at) * MINUTE_MS)

const ENGLISH_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** "2026/11/21"; Korean "2026.11.21"; French, Spanish and Thai "21/11/2026"; English "21 Nov 2026", since figures would be ambiguous. */
export function dateWords(at: number, { offset, language }: Reader): string {
  const date = shifted(at, offset)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (language === 'en') return `${day} ${ENGLISH_MONTHS[month] ?? ''} ${year}`
  if (language === 'fra' || language === 'spa' || language === 'th') return `${two(day)}/${two(month + 1)}/${year}`
  return [year, two(month + 1), two(day)].join(language === 'kor' ? '.' : '/')
}

/** Month in UTC: "2026年11月"; Korean "2026년 11월"; French, Spanish and Thai "11/2026"; English "Nov 2026". */
export function monthWords(at: number, language: Language): string {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (language === 'en') return `${ENGLISH_MONTHS[month] ?? ''} ${year}`
  if (language === 'fra' || language === 'spa' || language === 'th') return `${two(month + 1)}/${year}`
  return language === 'kor' ? `${year}년 ${month + 1}월` : `${year}年${month + 1}月`
}

/** "09:30:05". */
export function clockWords(at: number, zone: Zone): string {
  const date = shifted(at, zone)
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
}

/** "2026/11/21 09:30:05". */
export const instantWords = (at: number, reader: Reader): string =>
  `${dateWords(at, reader)} ${clockWords(at, reader.offset)}`

/** "2026/11/21 09:30 UTC+9": of a time that is planned, to the minute. */
export const plannedWords = (at: number, reader: Reader): string =>
  `${dateWords(at, reader)} ${clockWords(at, reader.offset).slice(0, 5)} ${zoneWords(offsetAt(reader.offset, at))}`

/** "2026-11-21T09:30:05+09:00", for files: the same format in every language. */
export function isoInstant(at: number, reader: Zone): string {
  const offset = offsetAt(reader, at)
  const size = Math.abs(offset)
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`
  return shifted(at, offset).toISOString().slice(0, 19) + zone
}

/** Current offset: "UTC+9", "UTC−3:30", "UTC". */
export function zoneWords(zone: Zone): string {
  const offset = currentOffset(zone)
  if (offset === 0) return 'UTC'
  const size = Math.abs(offset)
  const minutes = size % 60 === 0 ? '' : `:${two(size % 60)}`
  return `UTC${offset < 0 ? MINUS : '+'}${Math.trunc(size / 60)}${minutes}`
}

/** Relative time as a translation key; null when a date is clearer. */
export type Since =
  | { readonly key: 'time_just_now' }
  | { readonly key: 'time_minutes_ago' | 'time_hours_ago' | 'time_days_ago'; readonly count: number }

const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const JUST_NOW_MS = 5 * MINUTE_MS
const DAYS_MAX = 30

/** Spec §9: "just now" under five minutes, then minutes, hours, days up to thirty, then a date. Future times are "just now". */
export function sinceWords(at: number, now: number): Since | null {
  const passedMs = now - at
  if (passedMs < JUST_NOW_MS) return { key: 'time_just_now' }
  if (passedMs < HOUR_MS) return { key: 'time_minutes_ago', count: Math.floor(passedMs / MINUTE_MS) }
  if (passedMs < DAY_MS) return { key: 'time_hours_ago', count: Math.floor(passedMs / HOUR_MS) }
  const days = Math.floor(passedMs / DAY_MS)
  return days <= DAYS_MAX ? { key: 'time_days_ago', count: days } : null
}
