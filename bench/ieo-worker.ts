// Worker part of the token sale bench: applications of real accounts, then allocation and notification as in the sweep.

import { beginRun, listRuns } from '#db/platform/ieo-run'
import type { SystemRequests } from '#party/protocol/account'
import { allocate, reportAll } from '#services/ieo/allocation'
import { callAccount, callAccountAsSystem } from '#services/account-room'

const TOKEN = 9_001
const HOLD = '500000'

/** An account that has applied `count` times for ten tokens, and whose claims the directory counts. */
export async function applyMany(
  env: Env,
  userId: number,
  { projectId, count }: { projectId: number; count: number },
): Promise<void> {
  const session = { userId, sessionId: `bench-${userId}` }
  const device = 'bench'
  await callAccountAsSystem(env, userId, {
    type: 'open_session',
    sessionId: session.sessionId,
    expiresAt: Date.now() + 86_400_000,
    device,
  })
  const grants: SystemRequests['grant_demo']['grants'] = [{ assetId: 3, amount: '1000000000', wallet: 'change' }]
  await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: `bench:${projectId}`, grants })
  const ends = Date.now() + 3_600_000
  const times = { endsAt: ends, listingAt: ends, lockDays: 30 }
  const terms = {
    assetId: TOKEN,
    mode: 'pro_rata' as const,
    cost: '50000',
    userMax: 1_000_000,
    ...times,
    held: HOLD,
    tick: null,
  }
  const orders: number[] = []
  for (let index = 0; index < count; index += 1) {
    const asked = {
      type: 'subscribe_ieo',
      commandId: `${projectId}-${index}`,
      projectId,
      quantity: 10,
      payAssetId: 3,
      terms,
    } as const
    const made = await callAccount(env, session, asked)
    if (!made.ok) throw new Error(made.refusal.code)
    orders.push(made.value.orderNo)
  }
  const claims = await env.DB.prepare(
    `INSERT INTO supply_claim (ref, product, item, user_id, quantity, at)
      SELECT 'ieo:' || ? || ':' || value, 'ieo', ?, ?, 10, 1 FROM json_each(?) RETURNING no`,
  )
    .bind(userId, String(projectId), userId, JSON.stringify(orders))
    .all<{ no: number }>()
  for (const [index, orderNo] of orders.entries())
    await callAccountAsSystem(env, userId, {
      type: 'claimed_ieo',
      orderNo,
      claimed: { isCounted: true, claimNo: claims.results[index]?.no ?? 0 },
    })
}

/** Allocates a sale until its list is published. */
export async function shareOut(env: Env, projectId: number): Promise<string> {
  await beginRun(env.DB, projectId, Date.now())
  const run = await allocate(env.DB, await runOf(env, projectId), { now: Date.now(), log: null, stepsMax: 100_000 })
  return run.root ?? ''
}

export const tellEverybody = async (env: Env, projectId: number): Promise<number> =>
  reportAll(env, (await runOf(env, projectId)).run, 10_000_000)

async function runOf(env: Env, projectId: number) {
  const found = (await listRuns(env.DB)).find(({ run }) => run.projectId === projectId)
  if (!found) throw new Error(`sale ${projectId} is being shared out`)
  return found
}
