// Instants as numerals, from an offset that server and browser agree on. Not Intl: the two would disagree on hydration.

/** Minutes east of UTC. */
export type ZoneOffset = number

const MINUTE_MS = 60_000
const two = (value: number): string => String(value).padStart(2, '0')
const shifted = (at: number, offset: ZoneOffset): Date => new Date(at + offset * MINUTE_MS)

/** "2026-11-21". */
export function dateWords(at: number, offset: ZoneOffset): string {
  const date = shifted(at, offset)
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
}

/** "09:30:05". */
export function clockWords(at: number, offset: ZoneOffset): string {
  const date = shifted(at, offset)
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
}

/** "2026-11-21 09:30:05". */
export const instantWords = (at: number, offset: ZoneOffset): string =>
  `${dateWords(at, offset)} ${clockWords(at, offset)}`

/** "UTC+9", "UTC-3:30", "UTC". */
export function zoneWords(offset: ZoneOffset): string {
  if (offset === 0) return 'UTC'
  const size = Math.abs(offset)
  const minutes = size % 60 === 0 ? '' : `:${two(size % 60)}`
  return `UTC${offset < 0 ? '-' : '+'}${Math.trunc(size / 60)}${minutes}`
}

/** A zone offset from a cookie; anything that no zone has is UTC. */
export function parseZoneOffset(text: string | undefined): ZoneOffset {
  if (!text || !/^-?\d{1,3}$/.test(text)) return 0
  const offset = Number(text)
  return Math.abs(offset) <= 14 * 60 ? offset : 0
}
