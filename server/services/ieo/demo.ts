// Demo token sales: in demo mode one upcoming, one open for applications, and one first-come sale always exist.

import { hasIeoProjects, putStatements } from '#db/platform/ieo-demo'
import { demoSaleIds, demoSaleStatements } from '#db/platform/seed/ieo'
import { IsolateCache } from '#domain/isolate-cache'

const seen = new IsolateCache<D1Database, true>(60_000)

/** Adds missing sales of today and tomorrow; existing sales are never changed. */
export async function keepDemoProjects(env: Pick<Env, 'DB' | 'DEMO_MODE'>, now: number): Promise<void> {
  if (env.DEMO_MODE !== 'on' || seen.get(env.DB, now)) return
  if (!(await hasIeoProjects(env.DB, demoSaleIds(now)))) await putStatements(env.DB, demoSaleStatements(now))
  seen.set(env.DB, true, now)
}
