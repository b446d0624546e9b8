// Calls of backup and restore to the Worker under test, and the deletion of all its data.

import { applyD1Migrations, createExecutionContext, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { type Entry, readSite, writeSite } from '../../scripts/lib/backup-site.mjs'
import { forgetIsolateCaches } from '#domain/isolate-cache'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import worker from '../../server/worker'
import type { Person } from '../api/client'

const TOKEN = env.BACKUP_TOKEN ?? ''
const ORIGIN = 'http://cm.test/operator/backup'

export const send = (path: string, init: RequestInit, from: Partial<Env> = {}) =>
  worker.fetch(
    new Request(ORIGIN + path, { headers: { Authorization: `Bearer ${TOKEN}` }, ...init }),
    { ...env, ...from },
    createExecutionContext(),
  )

export async function ask(path: string, body: object): Promise<unknown> {
  const answer = await send(path, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

export const site = {
  ask,
  readUpload: async (key: string, offset: number) => {
    const answer = await send(`/upload?key=${encodeURIComponent(key)}&offset=${offset}`, {})
    return { type: answer.headers.get('Content-Type') ?? '', bytes: new Uint8Array(await answer.arrayBuffer()) }
  },
  writeUpload: async (to: { key: string; type: string; restore: number }, bytes: Uint8Array<ArrayBuffer>) => {
    const query = new URLSearchParams({ ...to, restore: String(to.restore) }).toString()
    expect((await send(`/restore/upload?${query}`, { method: 'PUT', body: bytes })).status).toBe(200)
  },
}

export async function backUp(): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of readSite(site)) entries.push(entry)
  return entries
}

export async function* from(entries: readonly Entry[]): AsyncGenerator<Entry> {
  for (const entry of entries) yield await Promise.resolve(entry)
}

/** Storage of all rooms, the directory and the uploads. A late call of a room can make tables anew, so it is repeated. */
export async function deleteEverything(): Promise<void> {
  const tables = "SELECT count(*) AS tables FROM sqlite_master WHERE name GLOB '[a-z]*'"
  for (let isEmpty = false; !isEmpty;) {
    await scheduler.wait(50)
    await reset()
    isEmpty = (await env.DB.prepare(tables).first('tables')) === 0
  }
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS ?? [])
  forgetIsolateCaches()
}

export async function restore(entries: readonly Entry[], to: typeof site = site): Promise<void> {
  await writeSite(to, from(entries))
  // Rooms start anew once they have answered.
  await scheduler.wait(50)
}

/** Everything that an account says of itself, by a session opened for it. */
export async function stateOf({ userId }: Person) {
  await callAccountAsSystem(env, userId, { type: 'sweep' })
  const sessionId = `look-${userId}`
  await callAccountAsSystem(env, userId, {
    type: 'open_session',
    sessionId,
    expiresAt: Date.now() + 60_000,
    device: 'test',
  })
  const session = { userId, sessionId }
  const any = { wallet: null, assetId: null, reason: null, from: null, until: null }
  return {
    balances: await callAccount(env, session, { type: 'balances' }),
    bills: await callAccount(env, session, { type: 'bills', ...any, page: 1, limit: 100 }),
    orders: await callAccount(env, session, { type: 'spot_orders', symbol: null, stage: null, page: 1, limit: 100 }),
    books: await callAccountAsSystem(env, userId, { type: 'verify' }),
  }
}
