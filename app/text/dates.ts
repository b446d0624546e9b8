// Instants the way each language writes them, from an offset that server and browser agree on. Not Intl: the two would disagree on
// hydration. Years are of the common era in Thai too, as on every exchange, so that a trade has the same date everywhere.

import type { Language } from '#domain/language'
import { MINUS } from '#domain/number-writing'

/** Minutes east of UTC. */
export type ZoneOffset = number

/** A zone that changes its clocks: the offset of now, and from which instant on each has held, ascending. */
export interface ShiftingZone {
  readonly now: ZoneOffset
  readonly shifts: readonly (readonly [from: number, offset: ZoneOffset])[]
}
export type Zone = ZoneOffset | ShiftingZone

/** A date is written with the offset of its own instant: November's in winter time, whenever it is looked at. */
export function offsetAt(zone: Zone, at: number): ZoneOffset {
  if (typeof zone === 'number') return zone
  return zone.shifts.findLast(([from]) => from <= at)?.[1] ?? zone.shifts[0]?.[1] ?? zone.now
}

/** That of now. */
export const currentOffset = (zone: Zone): ZoneOffset => (typeof zone === 'number' ? zone : zone.now)

/** How one reads instants. */
export interface Reader {
  readonly offset: Zone
  readonly language: Language
}

const MINUTE_MS = 60_000
const two = (value: number): string => String(value).padStart(2, '0')
const shifted = (at: number, zone: Zone): Date => new Date(at + offsetAt(zone, at) * MINUTE_MS)

const ENGLISH_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** "2026/11/21"; Korean "2026.11.21"; French, Spanish and Thai "21/11/2026"; English, where a figure could be either, "21 Nov 2026". */
export function dateWords(at: number, { offset, language }: Reader): string {
  const date = shifted(at, offset)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (language === 'en') return `${day} ${ENGLISH_MONTHS[month] ?? ''} ${year}`
  if (language === 'fra' || language === 'spa' || language === 'th') return `${two(day)}/${two(month + 1)}/${year}`
  return [year, two(month + 1), two(day)].join(language === 'kor' ? '.' : '/')
}

/** "09:30:05". */
export function clockWords(at: number, zone: Zone): string {
  const date = shifted(at, zone)
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
}

/** "2026/11/21 09:30:05". */
export const instantWords = (at: number, reader: Reader): string =>
  `${dateWords(at, reader)} ${clockWords(at, reader.offset)}`

/** "2026-11-21T09:30:05+09:00", for files: one reading in every language. */
export function isoInstant(at: number, reader: Zone): string {
  const offset = offsetAt(reader, at)
  const size = Math.abs(offset)
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`
  return shifted(at, offset).toISOString().slice(0, 19) + zone
}

/** "UTC+9", "UTC−3:30", "UTC": as it is now. */
export function zoneWords(zone: Zone): string {
  const offset = currentOffset(zone)
  if (offset === 0) return 'UTC'
  const size = Math.abs(offset)
  const minutes = size % 60 === 0 ? '' : `:${two(size % 60)}`
  return `UTC${offset < 0 ? MINUS : '+'}${Math.trunc(size / 60)}${minutes}`
}

/** A zone offset from a cookie; anything that no zone has is UTC. */
export function parseZoneOffset(text: string | undefined): ZoneOffset {
  if (!text || !/^-?\d{1,3}$/.test(text)) return 0
  const offset = Number(text)
  return Math.abs(offset) <= 14 * 60 ? offset : 0
}

const SHIFTS_MAX = 40
const SHIFT = /^(-?\d{1,3})\.(\d{1,11})$/

/** "120_60.0_120.1774746000": the offset of now, and each of the zone with the second from which on it has held. A number alone is one for good. */
export function parseZone(text: string | undefined): Zone {
  const [now, ...rest] = (text ?? '').split('_')
  const shifts = rest.map((part) => SHIFT.exec(part))
  if (rest.length === 0 || rest.length > SHIFTS_MAX || shifts.some((shift) => shift === null))
    return parseZoneOffset(now)
  return {
    now: parseZoneOffset(now),
    shifts: shifts.map((shift) => [parseInt(shift?.[2] ?? '', 10) * SECOND_MS, parseZoneOffset(shift?.[1])] as const),
  }
}

export const writeZone = (zone: Zone): string =>
  typeof zone === 'number'
    ? String(zone)
    : [zone.now, ...zone.shifts.map(([from, offset]) => `${offset}.${from / SECOND_MS}`)].join('_')

const SECOND_MS = 1_000
/** The first year that anything here is dated in, and how far ahead something may be. */
const FIRST_YEAR = 2020
const MONTHS_AHEAD = 18

/** The zone that `offsetOf` tells the offset of for each instant, as a browser does; shifts to the minute. */
export function zoneOf(offsetOf: (at: number) => ZoneOffset, now: number): Zone {
  const shifts: (readonly [number, ZoneOffset])[] = [[0, offsetOf(Date.UTC(FIRST_YEAR, 0))]]
  const months = (new Date(now).getUTCFullYear() - FIRST_YEAR) * 12 + new Date(now).getUTCMonth() + MONTHS_AHEAD
  for (let month = 0; month < months && shifts.length < SHIFTS_MAX; month += 1) {
    let [low, high] = [Date.UTC(FIRST_YEAR, month), Date.UTC(FIRST_YEAR, month + 1)]
    const after = offsetOf(high)
    if (offsetOf(low) === after) continue
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
      if (offsetOf(middle) === after) high = middle
      else low = middle
    }
    shifts.push([high, after])
  }
  return shifts.length === 1 ? offsetOf(now) : { now: offsetOf(now), shifts }
}

/** The instant at which a day of the zone begins; `day` is its midnight in UTC. */
export function dayStart(day: number, zone: Zone): number {
  const near = day - offsetAt(zone, day) * MINUTE_MS
  return day - offsetAt(zone, near) * MINUTE_MS
}

/** How long ago something was, by the key of its words; null when a date says it better. */
export type Since =
  | { readonly key: 'time_just_now' }
  | { readonly key: 'time_minutes_ago' | 'time_hours_ago' | 'time_days_ago'; readonly count: number }

const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const JUST_NOW_MS = 5 * MINUTE_MS
const DAYS_MAX = 30

/** Spec §9: under five minutes just now, then minutes, hours, days up to thirty, then a date. The future is just now. */
export function sinceWords(at: number, now: number): Since | null {
  const passedMs = now - at
  if (passedMs < JUST_NOW_MS) return { key: 'time_just_now' }
  if (passedMs < HOUR_MS) return { key: 'time_minutes_ago', count: Math.floor(passedMs / MINUTE_MS) }
  if (passedMs < DAY_MS) return { key: 'time_hours_ago', count: Math.floor(passedMs / HOUR_MS) }
  const days = Math.floor(passedMs / DAY_MS)
  return days <= DAYS_MAX ? { key: 'time_days_ago', count: days } : null
}
