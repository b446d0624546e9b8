// Last run of the every-minute sweep, so the desk notices when it stops.

import { lte } from 'drizzle-orm'
import { openDirectory } from './directory'
import { sweepRun } from './desk-schema'

const ONLY_ROW = 1

export interface SweepRun {
  readonly at: number
  /** Parts that threw. */
  readonly failed: number
}

export async function noteSweep(db: D1Database, run: SweepRun): Promise<void> {
  await openDirectory(db)
    .insert(sweepRun)
    .values({ id: ONLY_ROW, ...run })
    .onConflictDoUpdate({ target: sweepRun.id, set: { ...run }, setWhere: lte(sweepRun.at, run.at) })
}

/** Null where none has run yet. */
export async function findSweep(db: D1Database): Promise<SweepRun | null> {
  const [row] = await openDirectory(db).select({ at: sweepRun.at, failed: sweepRun.failed }).from(sweepRun).limit(1)
  return row ?? null
}
