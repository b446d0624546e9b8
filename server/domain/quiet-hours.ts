// Quiet hours of a user: a daily span in the user's time zone in which nothing is sent but what concerns security or a due payment.

/* oxlint-disable no-restricted-globals -- local time of a given instant, never of now */

import { HOUR_MS, MINUTE_MS } from './time'

/** Minutes of the local day, 0 to 1439; `until` before `from` is on the next day. They differ. */
export interface QuietHours {
  readonly from: number
  readonly until: number
  /** IANA name ("Asia/Tokyo") or offset ("+09:00"). */
  readonly zone: string
}

const DAY_MINUTES = 24 * 60
const ZONE_LENGTH_MAX = 64

/** True for a time zone that this runtime knows. */
export function isZone(text: string): boolean {
  if (text === '' || text.length > ZONE_LENGTH_MAX) return false
  try {
    return localMinute(text, 0) >= 0
  } catch {
    return false
  }
}

/** "22:30" → 1350; null for other text. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined || minutes === undefined ? null : parseInt(hours, 10) * 60 + parseInt(minutes, 10)
}

/** 1350 → "22:30". */
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The instant at which the quiet hours around `at` end; null outside them. A change of the clocks moves the end with them. */
export function quietUntil({ from, until, zone }: QuietHours, at: number): number | null {
  const minute = localMinute(zone, at)
  if (past(from, minute) >= past(from, until)) return null
  const end = Math.floor(at / MINUTE_MS) * MINUTE_MS + past(minute, until) * MINUTE_MS
  // Where the clocks changed meanwhile, the local time of `end` differs from `until` by the change.
  const change = past(until, localMinute(zone, end)) * MINUTE_MS
  const shift = change > 12 * HOUR_MS ? change - DAY_MINUTES * MINUTE_MS : change
  return Math.max(end - shift, at + 1)
}

/** Minutes from one minute of the day to the next occurrence of another, 0 to 1439. */
const past = (from: number, to: number): number => (to - from + DAY_MINUTES) % DAY_MINUTES

function localMinute(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const read = (type: 'hour' | 'minute') => parseInt(parts.find((part) => part.type === type)?.value ?? '', 10)
  return read('hour') * 60 + read('minute')
}
