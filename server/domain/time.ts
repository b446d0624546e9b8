// Lengths of time in milliseconds, and days and minutes of UTC as addresses and forms have them: "2026-11-21", "2026-11-21T09:30".
// Parsing accepts existing dates only: Date.parse alone would take the 30th of February for the 2nd of March.

/* oxlint-disable no-restricted-globals -- parses and formats given instants, never the current time */

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)
export const minuteText = (at: number): string => new Date(at).toISOString().slice(0, 16)
/** A minute as sentences name it: "2026-11-21 09:30 UTC". */
export const untilText = (at: number): string => `${minuteText(at).replace('T', ' ')} UTC`
/** A day counted from 1970-01-01; months from 1. */
export const utcDay = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / DAY_MS

/** Start of a day in this century; undefined for missing or invalid text. */
export const parseDay = (text: string | null): number | undefined =>
  text && /^20\d\d-\d\d-\d\d$/.test(text) ? instantOf(`${text}T00:00`) : undefined

/** Undefined for invalid text. */
export const parseMinute = (text: string): number | undefined =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? instantOf(text) : undefined

function instantOf(text: string): number | undefined {
  const at = Date.parse(`${text}:00Z`)
  return !Number.isNaN(at) && minuteText(at) === text ? at : undefined
}
