// Support conversation: limits of a line, number of lines, waiting times. Pure.

import { type Outcome, done, refuse } from '../outcome'
import { DAY_MS, MINUTE_MS } from '../time'
import { isUnseen } from '../written-line'

export const SUPPORT_TOPICS = ['account', 'deposit', 'withdrawal', 'identity', 'trading', 'else'] as const
export type SupportTopic = (typeof SUPPORT_TOPICS)[number]

export type ThreadSide = 'customer' | 'staff'
/** taken, handed_over, closed: actions of the desk, shown among the messages. */
export type LineKind = 'message' | 'taken' | 'handed_over' | 'closed'

/** Characters of one message. */
export const LINE_LENGTH_MAX = 2_000
/** Maximum lines per thread; longer conversations need another thread. */
export const LINES_PER_THREAD_MAX = 5_000
/** Messages that a customer may send in a minute. */
export const LINES_PER_MINUTE_MAX = 15
/** Most open threads per person. */
export const OPEN_THREADS_MAX = 3

/** Line breaks and tabs are text; all other control characters aren't. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

export type LineRefusal = 'support_text_empty' | 'support_line_too_long' | 'support_text_control'

/** Normalized text of a message. A picture needs none. */
export function parseLine(typed: string, hasPicture: boolean): Outcome<string, LineRefusal> {
  return hasPicture && isUnseen(typed) ? done('') : parseText(typed, LINE_LENGTH_MAX)
}

/** Typed text of limited length, with normalized line breaks. */
export function parseText(typed: string, lengthMax: number): Outcome<string, LineRefusal> {
  const text = typed.replace(/\r\n?/g, '\n').trim()
  if (isUnseen(text)) return refuse('support_text_empty')
  if ([...text].length > lengthMax) return refuse('support_line_too_long', { bound: String(lengthMax) })
  return CONTROL.test(text) ? refuse('support_text_control') : done(text)
}

export const isClientId = (text: string): boolean => /^[\w:-]{8,80}$/.test(text)

/** The desk's hours on a weekday, in minutes of the UTC day. */
export interface SupportHours {
  /** 1 is Monday. */
  readonly weekday: number
  readonly opensAt: number
  readonly closesAt: number
}

// 1 January 1970 was a Thursday.
const weekdayOf = (at: number): number => ((Math.floor(at / DAY_MS) + 3) % 7) + 1

/** First opening after `now`, in ms; null without hours. */
export function nextOpening(hours: readonly SupportHours[], now: number): number | null {
  const today = now - (now % DAY_MS)
  const openings = Array.from({ length: 8 }, (_, days) => today + days * DAY_MS).flatMap((day) =>
    hours
      .filter(({ weekday, opensAt, closesAt }) => weekday === weekdayOf(day) && opensAt < closesAt)
      .map(({ opensAt }) => day + opensAt * MINUTE_MS)
      .filter((at) => at > now),
  )
  return openings.length === 0 ? null : Math.min(...openings)
}

export function isDeskOpen(hours: readonly SupportHours[], now: number): boolean {
  const weekday = weekdayOf(now)
  const minute = Math.floor((now % DAY_MS) / MINUTE_MS)
  return hours.some((day) => day.weekday === weekday && minute >= day.opensAt && minute < day.closesAt)
}

/** Fewer first answers don't allow an estimate. */
const ESTIMATE_FROM = 3

/** The middle of how long others waited for their first answer, in whole minutes; null where too few have. */
export function estimateMinutes(waits: readonly number[]): number | null {
  if (waits.length < ESTIMATE_FROM) return null
  const sorted = [...waits].sort((one, other) => one - other)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  return Math.max(1, Math.ceil(middle / MINUTE_MS))
}

export const STARS_MAX = 5
export const COMMENT_LENGTH_MAX = 500
