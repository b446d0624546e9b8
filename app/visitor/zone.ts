// Time zone of a visitor: current offset and clock changes, from cookie or browser.

/** Minutes east of UTC. */
export type ZoneOffset = number

/** Time zone with clock changes: current offset, and offsets by start instant, ascending. */
interface ShiftingZone {
  readonly now: ZoneOffset
  readonly shifts: readonly (readonly [from: number, offset: ZoneOffset])[]
}
export type Zone = ZoneOffset | ShiftingZone

/** Offset at an instant: a November date uses winter time regardless of the viewing date. */
export function offsetAt(zone: Zone, at: number): ZoneOffset {
  if (typeof zone === 'number') return zone
  return zone.shifts.findLast(([from]) => from <= at)?.[1] ?? zone.shifts[0]?.[1] ?? zone.now
}

/** That of now. */
export const currentOffset = (zone: Zone): ZoneOffset => (typeof zone === 'number' ? zone : zone.now)

const MINUTE_MS = 60_000

/** Zone offset in minutes from a cookie; invalid values mean UTC. */
export function parseZoneOffset(text: string | undefined): ZoneOffset {
  if (!text || !/^-?\d{1,3}$/.test(text)) return 0
  const offset = Number(text)
  return Math.abs(offset) <= 14 * 60 ? offset : 0
}

const SHIFTS_MAX = 40
const SHIFT = /^(-?\d{1,3})\.(\d{1,11})$/

/**
 * Parses "120_60.0_120.1774746000": current offset, then offset.start pairs (start in s). A single number is a fixed
 * offset.
 */
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
/** Range of the computed clock changes: first year of any date on the site, and months into the future. */
const FIRST_YEAR = 2020
const MONTHS_AHEAD = 18

/** Zone computed from `offsetOf` (offset per instant); clock changes to the minute. */
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

/** Start instant of a day in the zone; `day` is its UTC midnight. */
export function dayStart(day: number, zone: Zone): number {
  const near = day - offsetAt(zone, day) * MINUTE_MS
  return day - offsetAt(zone, near) * MINUTE_MS
}
