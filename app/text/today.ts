// Start of the reader's day.

import { floorTo } from '#domain/quotes/period'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import { type Zone, dayStart, offsetAt } from '../visitor/zone'

export const startOfToday = (now: number, zone: Zone): number =>
  dayStart(floorTo(now + offsetAt(zone, now) * MINUTE_MS, DAY_MS), zone)
