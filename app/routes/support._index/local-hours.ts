// Support hours in the visitor's time zone: desk days start at UTC midnight, so a local day may start with the previous
// UTC evening.

import type { SupportHours } from '#domain/support/thread'
import type { ZoneOffset } from '../../visitor/zone'

const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

export interface LocalHours {
  /** Monday is 1. */
  readonly weekday: number
  readonly opens: string
  /** Local closing time; on the next day if not later than `opens`. */
  readonly closes: string
}

/** Ordered from Monday. */
export const localHours = (hours: readonly SupportHours[], offset: ZoneOffset): LocalHours[] =>
  hours
    .map(({ weekday, opensAt, closesAt }) => {
      const opens = ((weekday - 1) * DAY_MINUTES + opensAt + offset + WEEK_MINUTES) % WEEK_MINUTES
      return { opens, closes: opens + closesAt - opensAt }
    })
    .sort((left, right) => left.opens - right.opens)
    .map(({ opens, closes }) => ({
      weekday: Math.floor(opens / DAY_MINUTES) + 1,
      opens: clock(opens % DAY_MINUTES),
      closes: clock(closes - Math.floor((closes - 1) / DAY_MINUTES) * DAY_MINUTES),
    }))

interface AlikeHours extends Pick<LocalHours, 'opens' | 'closes'> {
  /** First and last weekday. */
  readonly from: number
  readonly to: number
}

/** Neighbouring days with the same hours as one; a day with two openings stays on its own lines. */
export function alikeHours(hours: readonly LocalHours[]): readonly AlikeHours[] {
  const isSplit = new Set(hours.map(({ weekday }) => weekday)).size < hours.length
  const all: AlikeHours[] = []
  for (const { weekday, opens, closes } of hours) {
    const last = all.at(-1)
    const isAlike = !isSplit && last?.to === weekday - 1 && last.opens === opens && last.closes === closes
    if (isAlike) all[all.length - 1] = { ...last, to: weekday }
    else all.push({ from: weekday, to: weekday, opens, closes })
  }
  return all
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
