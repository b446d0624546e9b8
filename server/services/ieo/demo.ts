// Where play money is on: there is always a sale to come, one to apply in and one for those who come first.

import { hasIeoProjects, putStatements } from '#db/platform/ieo-demo'
import { demoSaleIds, demoSaleStatements } from '#db/platform/seed/ieo'
import { IsolateCache } from '#domain/isolate-cache'

const seen = new IsolateCache<D1Database, true>(60_000)

/** Adds the sales of today and tomorrow that are not there. Sales are never changed once they are. */
export async function keepDemoProjects(env: Pick<Env, 'DB' | 'DEMO_MODE'>, now: number): Promise<void> {
  if (env.DEMO_MODE !== 'on' || seen.get(env.DB, now)) return
  if (!(await hasIeoProjects(env.DB, demoSaleIds(now)))) await putStatements(env.DB, demoSaleStatements(now))
  seen.set(env.DB, true, now)
}
