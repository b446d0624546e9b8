// The public status page: parts of the site, and how ninety days were.

import type { Sample } from './metrics'

export const STATUS_PARTS = ['site', 'prices', 'markets', 'deposits'] as const
export type StatusPart = (typeof STATUS_PARTS)[number]

export const STATUS_DAYS = 90

/** good: no minute failed. short: less than a hundredth. long: more. unknown: not looked at. */
export type DayState = 'good' | 'short' | 'long' | 'unknown'

export interface StatusDay {
  readonly day: number
  readonly part: string
  readonly minutes: number
  readonly failed: number
}

export const stateOfDay = (row: StatusDay | undefined): DayState => {
  if (!row || row.minutes === 0) return 'unknown'
  if (row.failed === 0) return 'good'
  return row.failed * 100 < row.minutes ? 'short' : 'long'
}

/** Share of good minutes in hundredths of a percent, rounded down; null when nothing was looked at. */
export function uptime(rows: readonly StatusDay[]): number | null {
  const minutes = rows.reduce((sum, row) => sum + row.minutes, 0)
  const failed = rows.reduce((sum, row) => sum + row.failed, 0)
  return minutes === 0 ? null : Math.floor(((minutes - failed) * 10_000) / minutes)
}

const CHAIN_SILENT_SECONDS = 600

/** Parts that do not work by what the sweep measured; `unmeasured`: groups of gauges that could not be read. */
export function failingParts(samples: readonly Sample[], unmeasured: readonly string[]): readonly StatusPart[] {
  const highest = (name: Sample['name']): number =>
    Math.max(0, ...samples.filter((sample) => sample.name === name).map(({ value }) => value))
  const fails: Readonly<Record<StatusPart, boolean>> = {
    site: false,
    prices: unmeasured.includes('feeds') || highest('cm_prices_stale') > 0,
    markets: highest('cm_markets_failed') > 0 || highest('cm_markets_paused') > 0,
    deposits: unmeasured.includes('chains') || highest('cm_chain_read_age_seconds') > CHAIN_SILENT_SECONDS,
  }
  return STATUS_PARTS.filter((part) => fails[part])
}
