// Late, stuck and failing parts for the desk: alarms of the last sweep, alarms computed at the request, and deliveries of webhooks.

import { type AlarmEvent, type RingingSince, listHooks, listRinging, newestEvents } from '#db/platform/alarm'
import { readReadings } from '#db/platform/operating'
import { findSweep } from '#db/platform/sweep-run'
import { judge } from '#domain/operating/alarms'
import { hookId, readHooks } from './hooks'

interface HookState {
  /** Host of its address: the rest may hold a secret. */
  readonly host: string
  readonly form: string
  readonly failures: number
  readonly reason: string
  /** Number of the last event that it took; null before the first sweep. */
  readonly taken: number | null
}

export interface SiteNow {
  readonly ringing: readonly RingingSince[]
  readonly events: readonly AlarmEvent[]
  readonly hooks: readonly HookState[]
  /** Null before the first measurement. */
  readonly measuredAt: number | null
}

const EVENTS_SHOWN = 30

export async function siteNow(env: Env, now: number): Promise<SiteNow> {
  const [known, events, rows, { gauges }, sweep] = await Promise.all([
    listRinging(env.DB),
    newestEvents(env.DB, EVENTS_SHOWN),
    listHooks(env.DB),
    readReadings(env.DB),
    findSweep(env.DB),
  ])
  const samples = [{ name: 'cm_sweep_timestamp_seconds', labels: {}, value: (sweep?.at ?? 0) / 1_000 } as const]
  // A sweep that is dead judges nothing, itself included.
  const late = judge({ at: now, samples, before: [] }).map((each) => ({ ...each, since: sweep?.at ?? now }))
  const states = new Map(rows.map((row) => [row.hook, row]))
  return {
    ringing: [...late, ...known.filter(({ alarm }) => alarm !== 'SweepDead')],
    events,
    hooks: readHooks(env).map((hook) => {
      const row = states.get(hookId(hook))
      return {
        host: new URL(hook.url).host,
        form: hook.form,
        failures: row?.failures ?? 0,
        reason: row?.reason ?? '',
        taken: row?.taken ?? null,
      }
    }),
    measuredAt: gauges?.at ?? null,
  }
}
