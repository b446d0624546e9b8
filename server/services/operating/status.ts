// The public status of the site: each part now, and its last ninety days. No figure of a person or of the house.

import { listStatus, readReadings } from '#db/platform/operating'
import { findSweep } from '#db/platform/sweep-run'
import { IsolateCache } from '#domain/isolate-cache'
import {
  type DayState,
  STATUS_DAYS,
  STATUS_PARTS,
  type StatusPart,
  failingParts,
  stateOfDay,
  uptime,
} from '#domain/operating/status'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time'

interface PartStatus {
  readonly part: StatusPart
  /** Null when the last check is minutes old. */
  readonly isGood: boolean | null
  /** In hundredths of a percent. */
  readonly uptime: number | null
  readonly days: readonly { readonly at: number; readonly state: DayState; readonly minutes: number }[]
}

export interface SiteStatus {
  readonly parts: readonly PartStatus[]
  readonly lookedAt: number | null
}

/** Two missed sweeps: nothing is known any more. */
const LOOKED_MS = 3 * MINUTE_MS

const statusCache = new IsolateCache<D1Database, SiteStatus>(15 * SECOND_MS)

export async function siteStatus(env: Pick<Env, 'DB'>, now: number): Promise<SiteStatus> {
  const known = statusCache.get(env.DB, now)
  if (known) return known
  const today = Math.floor(now / DAY_MS)
  const first = today - STATUS_DAYS + 1
  const [rows, { gauges }, sweep] = await Promise.all([
    listStatus(env.DB, first),
    readReadings(env.DB),
    findSweep(env.DB),
  ])
  const isKnown = sweep !== null && now - sweep.at < LOOKED_MS
  const failing = failingParts(gauges?.samples ?? [], [])
  const parts = STATUS_PARTS.map((part) => {
    const own = rows.filter((row) => row.part === part)
    const byDay = new Map(own.map((row) => [row.day, row]))
    return {
      part,
      isGood: isKnown ? !failing.includes(part) : null,
      uptime: uptime(own),
      days: Array.from({ length: STATUS_DAYS }, (_, index) => {
        const row = byDay.get(first + index)
        return { at: (first + index) * DAY_MS, state: stateOfDay(row), minutes: row?.failed ?? 0 }
      }),
    }
  })
  const status = { parts, lookedAt: sweep?.at ?? null }
  statusCache.set(env.DB, status, now)
  return status
}
