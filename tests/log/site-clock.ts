// The clock of a whole site: it goes on, and all that is due by then is done: prices, timers of accounts, the sweep, the log.

import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { openSession } from '#services/identity/entry'
import { type Person, ok } from '../api/client'
import { runSweep } from '../../server/cron/sweep'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

export const clock = (): number => Date.now()

export const setClock = (now: number): void => {
  vi.useFakeTimers({ now, toFake: ['Date'], shouldAdvanceTime: true })
}

/** Rooms with timers, and the table that names them: a room of an earlier file is listed too, and has lost its name with its storage. */
const ROOMS = [
  [env.Account, 'user'],
  [env.Market, 'pair'],
  [env.Watch, 'pair'],
  [env.Event, 'quiz_event'],
  [env.Lot, 'nft_lot'],
] as const
const NAMES = `SELECT 'user' AS kind, id AS name FROM user UNION ALL SELECT 'pair', symbol FROM pair
  UNION ALL SELECT 'quiz_event', id FROM quiz_event UNION ALL SELECT 'nft_lot', id FROM nft_lot`

/** Alarms of the runtime go by its own clock. */
async function ringAll(): Promise<void> {
  const { results } = await env.DB.prepare(NAMES).all<{ kind: string; name: string | number }>()
  for (const [namespace, kind] of ROOMS) {
    const rooms = namespace as unknown as DurableObjectNamespace
    const open = new Set((await listDurableObjectIds(rooms)).map((id) => id.toString()))
    const named = results.filter((row) => row.kind === kind).map(({ name }) => rooms.idFromName(String(name)))
    const own = named.filter((id) => open.has(id.toString()))
    await Promise.all(own.map((id) => runInDurableObject(rooms.get(id), ringIfDue)))
  }
}

async function ringIfDue(room: DurableObject, { storage }: DurableObjectState): Promise<void> {
  const at = await storage.getAlarm()
  if (at === null || at > Date.now()) return
  await storage.deleteAlarm()
  await room.alarm?.()
}

let waiting = 0

/** What waits for an alarm has it: the runtime would ring at the time that the clock here shows. */
export async function withAlarms<Answer>(answer: Promise<Answer>): Promise<Answer> {
  waiting += 1
  if (waiting === 1) void ringWhileWaiting()
  return answer.finally(() => (waiting -= 1))
}

async function ringWhileWaiting(): Promise<void> {
  while (waiting > 0) {
    await scheduler.wait(40)
    await ringAll()
  }
}

/** Prices of the second and what they decide, without the sweep. */
export async function tick(at: number): Promise<void> {
  setClock(at)
  await ok('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
}

/** A minute's sweep, and what it left to timers. */
export async function goOn(at: number): Promise<void> {
  await tick(at)
  for (let times = 0; times < 2; times += 1) await ringAll()
  await runSweep(env, Date.now())
  await ringAll()
  await logAll()
}

/** Passes of the log until it has all. */
async function logAll(): Promise<void> {
  const log = env.Log.get(env.Log.idFromName('main'))
  await log.wake()
  for (let passes = 0; passes < 30 && (await runDurableObjectAlarm(log)); passes += 1);
}

/** Of the same people, after a night. */
export const renewed = (people: readonly Person[]): Promise<Person[]> =>
  Promise.all(
    people.map(async (person) => {
      const session = await openSession(env, { userId: person.userId, device: 'a test', kind: 'api' })
      if (!session.ok) throw new Error(session.refusal.code)
      return { ...person, ...session.value }
    }),
  )
