// Accounts of demo traders: made at their first act, with play money; sessions and followings like any user's.

import { putStatements } from '#db/platform/ieo-demo'
import { demoTraderStatements } from '#db/platform/seed/demo-traders'
import { findUserById } from '#db/platform/user'
import { DEMO_TRADERS, type DemoTrader } from '#domain/demo-traders'
import { IsolateCache } from '#domain/isolate-cache'
import type { Outcome } from '#domain/outcome'
import { DAY_MS, HOUR_MS } from '#domain/time'
import { callAccountAsSystem } from '../account-room'
import { followTrader } from '../copy/following'
import { sendPendingCommands } from '../identity/pending-commands'
import { type Caller, type InputSchema, type Operation, readInput } from '../operation'

const SESSION = 'demo-trader'

const ready = new IsolateCache<D1Database, true>(HOUR_MS)

/** Makes missing accounts and opens their sessions; once an hour in an isolate. */
export async function openDemoTraders(env: Env, now: number): Promise<void> {
  if (ready.get(env.DB, now)) return
  await putStatements(env.DB, demoTraderStatements(now))
  // Those who are followed come first: a following needs its trader.
  for (const trader of DEMO_TRADERS) await openDemoTrader(env, trader, now)
  ready.set(env.DB, true, now)
}

async function openDemoTrader(env: Env, trader: DemoTrader, now: number): Promise<void> {
  const { id: userId, follows } = trader
  const user = await findUserById(env.DB, userId)
  if (!user) return
  const session = { sessionId: SESSION, expiresAt: now + DAY_MS, device: 'demo' }
  await callAccountAsSystem(env, userId, { type: 'open_session', ...session })
  if (user.pendingDemoGrant === null) return
  if (follows.length === 0) await callAccountAsSystem(env, userId, { type: 'open_trader', userId })
  // The row says that the account is ready: it is settled last, so that a crash before only delays.
  for (const traderId of follows)
    await perform(followTrader, demoCaller(env, trader, { now, name: `follow.${traderId}` }), {
      trader_id: String(traderId),
      kind: 'multiple',
      number: '0.5',
    })
  await sendPendingCommands(env, user)
}

/** A demo trader as the user of an operation; `name` is equal in repetitions. */
export const demoCaller = (
  env: Env,
  { id: userId }: DemoTrader,
  { now, name }: { readonly now: number; readonly name: string },
): Caller => ({ env, session: { userId, sessionId: SESSION }, commandId: `demo.${name}`, country: '', now })

/** A user's operation with the texts of its form. */
export async function perform<Schema extends InputSchema, Value>(
  of: Operation<Schema, Value>,
  caller: Caller,
  fields: Readonly<Record<string, string>>,
): Promise<Outcome<Value>> {
  const input = readInput(of.input, fields)
  return input.ok ? of.run(caller, input.value) : input
}
