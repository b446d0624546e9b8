// Alarms of the sweep: judged after each measurement, their beginnings and ends stored, and told to operators' webhooks.

import { changeAlarms, listRinging, pruneEvents } from '#db/platform/alarm'
import { addStatus } from '#db/platform/operating'
import type { SweepRun } from '#db/platform/sweep-run'
import { judge, ringKey, type Ringing } from '#domain/operating/alarms'
import type { Sample } from '#domain/operating/metrics'
import { STATUS_DAYS, STATUS_PARTS, failingParts } from '#domain/operating/status'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import { measure } from './gauges'
import { callHooks } from './hooks'

const EVENTS_RETENTION_MS = 90 * DAY_MS
/** A longer silence is counted no further: the days in between have no minutes. */
const MISSED_MINUTES_MAX = 24 * 60

/** Measures, judges and tells. `before`: the sweep before this one; `failed`: parts of this one that failed so far. */
export async function watchSite(
  env: Env,
  { now, before, failed }: { readonly now: number; readonly before: SweepRun | null; readonly failed: number },
): Promise<void> {
  const { samples, before: earlier, failed: unmeasured } = await measure(env, now)
  const own: readonly Sample[] = [
    ...samples,
    { name: 'cm_directory_up', labels: {}, value: 1 },
    { name: 'cm_directory_writable', labels: {}, value: 1 },
    { name: 'cm_sweep_failed_parts', labels: {}, value: failed },
    ...(before ? [{ name: 'cm_sweep_timestamp_seconds', labels: {}, value: now / 1_000 } as const] : []),
  ]
  const ringing = judge({ at: now, samples: own, before: earlier })
  await note(env, ringing, now)
  await noteStatus(env, { now, before, samples: own, unmeasured })
  await callHooks(env, now)
}

async function note(env: Env, ringing: readonly Ringing[], now: number): Promise<void> {
  const known = await listRinging(env.DB)
  const [isRinging, wasRinging] = [new Set(ringing.map(ringKey)), new Set(known.map(ringKey))]
  const begun = ringing.filter((each) => !wasRinging.has(ringKey(each)))
  const ended = known.filter((each) => !isRinging.has(ringKey(each)))
  if (begun.length + ended.length > 0) await changeAlarms(env.DB, { at: now, begun, ended })
  await pruneEvents(env.DB, now - EVENTS_RETENTION_MS)
}

interface Looked {
  readonly now: number
  readonly before: SweepRun | null
  readonly samples: readonly Sample[]
  readonly unmeasured: readonly string[]
}

/** Minutes without a sweep count as failed of the site itself. */
async function noteStatus(env: Env, { now, before, samples, unmeasured }: Looked): Promise<void> {
  const passed = before ? Math.round((now - before.at) / MINUTE_MS) : 1
  if (passed < 1) return
  const missed = Math.min(passed - 1, MISSED_MINUTES_MAX)
  const day = Math.floor(now / DAY_MS)
  const failing = failingParts(samples, unmeasured)
  const lines = STATUS_PARTS.map((part) => ({
    part,
    minutes: missed + 1,
    failed: (part === 'site' ? missed : 0) + (failing.includes(part) ? 1 : 0),
  }))
  await addStatus(env.DB, { day, lines, keptFrom: day - STATUS_DAYS })
}
