// A drill: twenty faults are made one after another, and each rings its alarm at the next sweep, that is within two minutes. Where nothing is
// wrong, nothing rings.

import { createHash, randomBytes } from 'node:crypto'
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { saveCounts } from '#db/platform/account-count'
import { listRinging } from '#db/platform/alarm'
import { noteBackup } from '#db/platform/operating'
import { findSweep, noteSweep } from '#db/platform/sweep-run'
import { forgetIsolateCaches } from '#domain/isolate-cache'
import { COSIGNATURE_KEY, publicKeyOf, writePublicKey } from '#domain/log/note'
import { type AlarmName, judge } from '#domain/operating/alarms'
import type { Labels, Sample, SampleName } from '#domain/operating/metrics'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time'
import type { FeedHealth, Quote } from '#party/protocol/quotes'
import { callAccountAsSystem } from '#services/account-room'
import { loginAtDesk } from '#services/desk/session'
import { listQuotes } from '#services/quotes'
import { sendMessage } from '#services/outbox'
import { keepFile } from '#services/uploads'
import { watchSite } from '#services/operating/alarms'
import { siteNow } from '#services/operating/now'
import { runSweep } from '../../server/cron/sweep'
import { takeCounted } from '../../server/lib/counters'
import worker from '../../server/worker'
import { join, seed } from '../api/client'

let now = 0

beforeAll(async () => {
  await seed()
  await join('drill-ann')
  await noteBackup(env.DB, Date.now())
  await runSweep(env, Date.now())
  expect(await ringing()).toEqual([])
})

beforeEach(async () => {
  takeCounted()
  for (const table of ['gauge_reading', 'metric_total', 'alarm_event', 'alarm_ringing'])
    await env.DB.prepare(`DELETE FROM ${table}`).run()
  await env.DB.prepare("DELETE FROM deposit WHERE tx_id = 'drill'").run()
  await env.DB.prepare("DELETE FROM withdrawal WHERE command_id = 'drill'").run()
  await count([])
  forgetIsolateCaches()
  now = Date.now()
  await noteBackup(env.DB, now)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await noteSweep(env.DB, { at: now, failed: 0 })
  expect(await watchNow()).toEqual([])
})

afterEach(() => void vi.restoreAllMocks())

const ringing = async (): Promise<AlarmName[]> => (await listRinging(env.DB)).map(({ alarm }) => alarm)

/** The watch of a sweep. Nothing is appended to the log in between, so it is left out. */
async function watchNow(from: Partial<Env> = {}, readChains = true): Promise<AlarmName[]> {
  if (readChains) await env.DB.prepare('UPDATE chain_cursor SET read_at = ?, behind_since = null').bind(now).run()
  await watchSite({ ...env, LOG_KEY: '', ...from }, { now, before: await findSweep(env.DB), failed: 0 })
  return ringing()
}

/** The watch of the next sweep, a minute later. */
function watch(from: Partial<Env> = {}, readChains = true): Promise<AlarmName[]> {
  now += MINUTE_MS
  forgetIsolateCaches()
  return watchNow(from, readChains)
}

/** A namespace whose rooms answer by `answers`, and by the real room for the rest. */
function changed<Room extends object>(
  namespace: Room,
  answers: Readonly<Record<string, (...args: never[]) => unknown>>,
): Room {
  const real = namespace as unknown as DurableObjectNamespace
  return {
    idFromName: (name: string) => real.idFromName(name),
    get: (id: DurableObjectId) =>
      new Proxy(real.get(id), {
        get: (target, name) =>
          (typeof name === 'string' && answers[name]) || (Reflect.get(target, name, target) as unknown),
      }),
  } as unknown as Room
}

const health = (change: Partial<FeedHealth>): FeedHealth[] => [
  {
    ...{ source: 'kraken', symbol: 'BTC-USDT', isConnected: true, isStale: false, isOutlier: false, isHeld: false },
    ...{ lastPrice: '1', lastAt: now, reconnects: 0, error: null, ...change },
  },
]

const feed = (change: Partial<FeedHealth>): Partial<Env> => ({
  Quotes: changed(env.Quotes, { health: () => Promise.resolve(health(change)) }),
})

/** The directory with another answer to the question for its clock and size. */
const directory = (change: (clock: number) => { readonly clock: number; readonly bytes: number }): Partial<Env> => ({
  DB: new Proxy(env.DB, {
    get: (db, name) => {
      const member: unknown = Reflect.get(db, name, db)
      if (name !== 'prepare') return typeof member === 'function' ? (member.bind(db) as unknown) : member
      return (sql: string) => {
        if (!sql.startsWith('SELECT unixepoch')) return db.prepare(sql)
        const { clock, bytes } = change(Date.now())
        return { all: () => Promise.resolve({ results: [{ clock }], meta: { size_after: bytes } }) }
      }
    },
  }),
})

const count = (sums: readonly (readonly [string, number, string])[]) =>
  saveCounts(env.DB, [
    { userId: 1, at: now, isSound: true, entryCount: 1, undelivered: 0, problems: [], sums, heard: [] },
  ])

async function post(path: string, headers: Record<string, string>, from: Partial<Env>): Promise<number> {
  const context = createExecutionContext()
  const request = new Request(`http://cm.test${path}`, { method: 'POST', headers, body: '{}' })
  const answer = await worker.fetch(request, { ...env, ...from }, context)
  await waitOnExecutionContext(context)
  return answer.status
}

describe('each of these is rung for', () => {
  test('a feed that is silent, and one whose certificate is wrong', async () => {
    expect(await watch(feed({ isStale: true, lastAt: now - 90 * SECOND_MS }))).toEqual(['FeedSilent'])
    expect(await watch()).toEqual([])
    expect(await watch(feed({ isConnected: false, error: 'certificate has expired' }))).toEqual(['FeedSilent'])
  })

  test('all feeds silent: a listed pair has no price', async () => {
    const stale = (await listQuotes(env)).map((quote): Quote => ({ ...quote, isStale: true }))
    const Quotes = changed(env.Quotes, { quotes: () => Promise.resolve(stale) })
    expect(await watch({ Quotes })).toEqual(['PricesStale'])
  })

  test('a feed that lies', async () => {
    expect(await watch(feed({ isOutlier: true }))).toEqual(['FeedLying'])
  })

  test('the sweep is dead', async () => {
    const later = now + 2 * MINUTE_MS
    expect((await siteNow(env, later)).ringing.map(({ alarm }) => alarm)).toEqual(['SweepDead'])
    expect(await rungByMetrics(later)).toContain('SweepDead')
    expect((await siteNow(env, now + MINUTE_MS)).ringing).toEqual([])
  })

  test('a node is behind, and a chain is not read', async () => {
    const [network] = (await env.DB.prepare('SELECT network FROM chain_cursor').all<{ network: string }>()).results
    await env.DB.prepare('UPDATE chain_cursor SET read_at = ?, behind_since = null')
      .bind(now + MINUTE_MS)
      .run()
    await env.DB.prepare('UPDATE chain_cursor SET behind_since = ? WHERE network = ?')
      .bind(now - 10 * SECOND_MS, network?.network ?? '')
      .run()
    expect(await watch({}, false)).toEqual(['NodeBehind'])
    await env.DB.prepare('UPDATE chain_cursor SET read_at = ?, behind_since = null')
      .bind(now - MINUTE_MS)
      .run()
    expect(new Set(await watch({}, false))).toEqual(new Set(['NodeSilent']))
  })

  test('a node forked: the block of a credited deposit was replaced', async () => {
    await env.DB.prepare(
      `INSERT INTO deposit (user_id, kind, asset_id, network, amount, tx_id, state, is_credited, reviewed_at, created_at)
       VALUES (1, 'chain', 1, 'Bitcoin', '5', 'drill', 'review', 1, ?, ?)`,
    )
      .bind(now, now)
      .run()
    expect(await watch()).toEqual(['NodeForked'])
  })

  test('a payout went wrong, until two people have decided', async () => {
    const review = "kind = 'payout_problem' AND subject_id = 'drill'"
    await env.DB.prepare(
      `INSERT INTO review (kind, subject_id, user_id, summary, state, opened_at)
       VALUES ('payout_problem', 'drill', 1, '{}', 'open', ?)`,
    )
      .bind(now)
      .run()
    expect(await watch()).toEqual(['PayoutProblem'])
    await env.DB.prepare(`UPDATE review SET state = 'seconding' WHERE ${review}`).run()
    expect(await watch()).toEqual(['PayoutProblem'])
    await env.DB.prepare(`DELETE FROM review WHERE ${review}`).run()
    expect(await watch()).toEqual([])
  })

  test('a room fails again and again', async () => {
    const Account = changed(env.Account, { asSystem: () => Promise.reject(new Error('no such table: entry')) })
    for (let calls = 0; calls < 5; calls += 1)
      await callAccountAsSystem({ Account }, 1, { type: 'verify' }).catch(() => undefined)
    expect(await watch()).toEqual(['RoomFailing'])
  })

  test('a queue grows', async () => {
    await env.DB.prepare(
      `INSERT INTO withdrawal (user_id, command_id, kind, asset_id, target, amount, fee, btc_value, state, created_at)
       VALUES (1, 'drill', 'chain', 1, 'x', '5', '1', '1', 'draft', ?)`,
    )
      .bind(now - 3 * MINUTE_MS)
      .run()
    expect(await watch()).toEqual(['JobsLate'])
  })

  test('mails are refused', async () => {
    const mail = { channel: 'mail', target: 'ann@example.com', subject: 'code', body: '1' } as const
    for (let mails = 0; mails < 3; mails += 1) await sendMessage({ ...env, MAIL_SENDER: 'http' }, mail, now)
    expect(await watch()).toEqual(['MessagesRefused'])
  })

  test('messages of a payment provider are refused', async () => {
    const stripe = { CARD_SOURCE: 'stripe', STRIPE_SECRET_KEY: 'sk_drill', STRIPE_WEBHOOK_SECRET: 'of another' }
    for (let messages = 0; messages < 3; messages += 1)
      expect(await post('/api/v1/buy/hooks/card', { 'Stripe-Signature': 't=1,v1=00' }, stripe)).toBe(400)
    expect(await watch()).toEqual(['HooksRefused'])
  })

  test('the books are off by one unit', async () => {
    await count([['users', 1, '1']])
    expect(await watch()).toEqual(['BooksOff'])
  })

  test('the insurance fund has paid more than it took', async () => {
    await count([
      ['insurance', 1, '-1'],
      ['users', 1, '1'],
    ])
    expect(await watch()).toEqual(['InsuranceLow'])
  })

  test('the house is at its bound', async () => {
    const guard = () => Promise.resolve({ symbol: '', pausedUntil: null, inventoryLots: '-999999999999999' })
    expect(new Set(await watch({ Market: changed(env.Market, { guard }) }))).toEqual(new Set(['InventoryAtBound']))
  })

  test('a market does not answer', async () => {
    const guard = () => Promise.reject(new Error('gone'))
    expect(await watch({ Market: changed(env.Market, { guard }) })).toContain('MarketFailing')
  })

  test('the disk is full, and the clock is off', async () => {
    expect(await watch(directory((clock) => ({ clock, bytes: 9_000_000_000 })))).toEqual(['DirectoryFull'])
    expect(await watch(directory((clock) => ({ clock: clock - 6_000, bytes: 1 })))).toEqual(['ClockOff'])
  })

  test('the directory is locked, and it does not answer', async () => {
    const locked = (sql: string) => {
      if (sql.startsWith('INSERT')) throw new Error('D1_ERROR: database is locked')
      return env.DB.prepare(sql)
    }
    const batch = (statements: D1PreparedStatement[]) => env.DB.batch(statements)
    expect(await rungByMetrics(now, { DB: { prepare: locked, batch } as unknown as D1Database })).toEqual([
      'DirectoryLocked',
    ])
    const gone = () => {
      throw new Error('no answer')
    }
    expect(await rungByMetrics(now, { DB: { prepare: gone, batch: gone } as unknown as D1Database })).toEqual([
      'DirectoryDown',
      'DirectoryLocked',
    ])
  })

  test('uploads fail', async () => {
    const UPLOADS = { put: () => Promise.reject(new Error('no space')) } as unknown as R2Bucket
    const file = { id: 'drill', userId: 1, isPublic: false, contentType: 'image/png', createdAt: now }
    await keepFile({ ...env, UPLOADS }, file, new Uint8Array(1)).catch(() => undefined)
    expect(await watch()).toEqual(['UploadsFailing'])
  })

  test('somebody tries the desk until it is locked', async () => {
    const entry = { email: 'boss@example.com', password: 'guess', clientIp: '203.0.113.5', code: '000000' }
    for (let tries = 0; tries < 9; tries += 1) await loginAtDesk(env, entry, now)
    expect(await watch()).toEqual(['StaffLockedOut'])
  })

  test('the backup is too old', async () => {
    await noteBackup(env.DB, now - 27 * HOUR_MS)
    expect(await watch()).toEqual(['BackupOld'])
  })

  test('the log lacks a round of the sweep before', async () => {
    const LOG_KEY = env.LOG_KEY ?? ''
    const head = (at: number) =>
      changed(env.Log, { head: () => Promise.resolve(JSON.stringify({ key: '', size: 1, at, checkpoint: '' })) })
    await watch({ LOG_KEY, Log: head(Date.now()) })
    expect(await watch({ LOG_KEY, Log: head(Date.now() - 5 * MINUTE_MS) })).toEqual(['LogLate'])
    expect(await watch({ LOG_KEY, Log: head(now + MINUTE_MS) })).toEqual([])
  })

  test('the witness is silent', async () => {
    const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
    const key = publicKeyOf(sha256, {
      name: 'drill/witness',
      kind: COSIGNATURE_KEY,
      key: new Uint8Array(randomBytes(32)),
    })
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('connection refused'))
    expect(await watch({ WITNESS_URL: 'http://witness.example/', WITNESS_KEY: writePublicKey(key) })).toEqual([
      'WitnessSilent',
    ])
    expect(fetched).toHaveBeenCalledOnce()
  })
})

test('an hour of sweeps beside people at work rings for nothing', async () => {
  for (let minutes = 0; minutes < 60; minutes += 1) {
    await noteSweep(env.DB, { at: now + MINUTE_MS, failed: 0 })
    await env.DB.prepare('UPDATE chain_cursor SET read_at = ?')
      .bind(now + MINUTE_MS)
      .run()
    await post('/api/v1/order', {}, {})
    expect(await watch()).toEqual([])
  }
  const { results } = await env.DB.prepare('SELECT * FROM alarm_event').all()
  expect(results).toEqual([])
}, 180_000)

/** What Prometheus would ring by the answer of /metrics. */
async function rungByMetrics(at: number, from: Partial<Env> = {}): Promise<AlarmName[]> {
  const context = createExecutionContext()
  const headers = { Authorization: `Bearer ${env.METRICS_TOKEN ?? ''}` }
  const request = new Request('http://cm.test/metrics', { headers })
  const text = await (await worker.fetch(request, { ...env, ...from }, context)).text()
  await waitOnExecutionContext(context)
  const samples = [...text.matchAll(/^(cm_\w+)(?:\{(.*)\})? ([\d.e+-]+)$/gm)].map(
    ([, name = '', labels = '', value = '']): Sample => ({
      name: name as SampleName,
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', word = '']) => [key, word]),
      ) as Labels,
      value: Number(value),
    }),
  )
  expect(samples.length).toBeGreaterThan(0)
  return judge({ at, samples, before: samples }).map(({ alarm }) => alarm)
}
