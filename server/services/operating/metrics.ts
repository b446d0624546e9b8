// Answer of /metrics: counter totals, gauges of the last sweep, and gauges read at the request.

import { readReadings } from '#db/platform/operating'
import { findSweep } from '#db/platform/sweep-run'
import { logError } from '#lib/log-line'
import { type MetricName, type Sample, writeOpenMetrics } from '#domain/operating/metrics'
import { storeCounted } from './totals'

const sample = (name: MetricName, value: number): Sample => ({ name, labels: {}, value })

/** OpenMetrics text. A directory that does not answer is a reading too. */
export async function metricsText(env: Env, now: number): Promise<string> {
  const isWritable = await storeCounted(env, now)
  try {
    const [{ totals, gauges, backupAt }, sweep] = await Promise.all([readReadings(env.DB), findSweep(env.DB)])
    return writeOpenMetrics([
      ...totals,
      ...(gauges?.samples ?? []),
      sample('cm_directory_up', 1),
      sample('cm_directory_writable', isWritable ? 1 : 0),
      sample('cm_sweep_timestamp_seconds', (sweep?.at ?? 0) / 1_000),
      sample('cm_sweep_failed_parts', sweep?.failed ?? 0),
      sample('cm_backup_timestamp_seconds', Math.floor((backupAt ?? 0) / 1_000)),
    ])
  } catch (failure) {
    logError('metrics: the directory did not answer', failure)
    return writeOpenMetrics([sample('cm_directory_up', 0), sample('cm_directory_writable', 0)])
  }
}
