// The clock of a whole site: it goes on, and all that is due by then is done: prices, timers of accounts, the sweep, the log.

import { listDurableObjectIds, runDurableObjectAlarm } from 'cloudflare:test'
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

/** Alarms of the runtime go by its own clock. */
async function ring(rooms: DurableObjectNamespace): Promise<boolean> {
  const ids = await listDurableObjectIds(rooms)
  const rung = await Promise.all(ids.map((id) => runDurableObjectAlarm(rooms.get(id))))
  return rung.some(Boolean)
}

const namespaces = () => [env.Account, env.Market, env.Watch, env.Event, env.Lot] as unknown as DurableObjectNamespace[]

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
    for (const rooms of namespaces()) await ring(rooms)
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
  for (let times = 0; times < 2; times += 1) for (const rooms of namespaces()) await ring(rooms)
  await runSweep(env, Date.now())
  for (const rooms of namespaces()) await ring(rooms)
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
