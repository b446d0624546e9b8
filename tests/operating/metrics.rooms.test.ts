// /metrics of the running Worker: who may read it, what is counted, and one trace from the request through the rooms.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { NamedRoom } from '#party/lib/named-room'
import { callAccountAsSystem } from '#services/account-room'
import { runSweep } from '../../server/cron/sweep'
import worker from '../../server/worker'
import { tracedRoom } from '../../server/lib/room-call'
import { newTrace, underTrace } from '../../server/lib/trace'
import { join, seed } from '../api/client'

async function get(path: string, headers: Record<string, string> = {}, from: Partial<Env> = {}): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(`http://cm.test${path}`, { headers })
  const answer = await worker.fetch(request, { ...env, ...from }, context)
  await waitOnExecutionContext(context)
  return answer
}

const bearer = (token = env.METRICS_TOKEN ?? '') => ({ Authorization: `Bearer ${token}` })
const metrics = async (from: Partial<Env> = {}) => (await get('/metrics', bearer(), from)).text()

beforeAll(async () => {
  await seed()
})

test('are for the holder of the token alone; without one there are none', async () => {
  expect((await get('/metrics', bearer(), { METRICS_TOKEN: '' })).status).toBe(404)
  expect((await get('/metrics')).status).toBe(401)
  expect((await get('/metrics', bearer('of somebody else who has thirty-two characters'))).status).toBe(401)
  const answer = await get('/metrics', bearer())
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toMatch(/^application\/openmetrics-text/)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})

test('refuse an address that tries many tokens', async () => {
  const from = { ...bearer('x'.repeat(40)), 'CF-Connecting-IP': '203.0.113.77' }
  const refused: number[] = []
  for (let tries = 0; tries < 22; tries += 1) refused.push((await get('/metrics', from)).status)
  expect(refused.slice(-1)).toEqual([429])
})

test('count requests by declared route and never by what a client wrote, and calls to rooms', async () => {
  await get('/api/v1/order?secret=ann@example.com')
  await get('/api/v1/no/such/ann@example.com')
  await get('/wp-admin/ann@example.com')
  await join('metrics-ann')
  const text = await metrics()
  expect(text).toMatch(/cm_requests_total\{route="GET \/api\/v1\/order",status="2xx"\} \d/)
  expect(text).toMatch(/cm_request_seconds_count\{route="GET unknown"\} \d/)
  expect(text).toMatch(/cm_room_seconds_count\{room="account"\} \d/)
  expect(text).not.toContain('ann')
  expect(text.endsWith('# EOF\n')).toBe(true)
})

test('go on where they were after a write that failed, and say that the directory takes none', async () => {
  await get('/health')
  const locked = {
    prepare: (sql: string) => (sql.startsWith('INSERT INTO metric_total') ? fails() : env.DB.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
  } as unknown as D1Database
  const text = await metrics({ DB: locked })
  expect(text).toContain('cm_directory_up 1\n')
  expect(text).toContain('cm_directory_writable 0\n')
  const later = await metrics()
  expect(later).toContain('cm_directory_writable 1\n')
  expect(later).toMatch(/cm_requests_total\{route="GET \/health",status="2xx"\} \d/)
})

test('say that the directory does not answer', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const text = await metrics({ DB: { prepare: fails } as unknown as D1Database })
  expect(text).toContain('cm_directory_up 0\n')
  log.mockRestore()
})

const fails = () => {
  throw new Error('no such directory')
}

test('have what the sweep measured, and no sweep is a sweep of 1970', async () => {
  expect(await metrics()).toContain('cm_sweep_timestamp_seconds 0\n')
  const now = Date.now()
  await runSweep(env, now)
  const text = await metrics()
  expect(text).toContain(`cm_sweep_timestamp_seconds ${now / 1_000}\n`)
  expect(text).toMatch(/cm_feed_age_seconds\{source="simulator"\} \d/)
  expect(text).toContain('cm_feed_silent{source="simulator"} 0\n')
  expect(text).toContain('cm_books_off 0\n')
  expect(text).toContain('cm_backup_timestamp_seconds 0\n')
  expect(text).toMatch(/cm_inventory_ratio\{symbol="BTC-USDT"\} \d/)
  expect(text).toMatch(/cm_log_age_seconds \d/)
})

test('an answer has its trace, and a trace of a client is replaced', async () => {
  const trace = (await get('/health', { 'X-Trace': '0123456789abcdef' })).headers.get('X-Trace')
  expect(trace).toMatch(/^[0-9a-f]{16}$/)
  expect(trace).not.toBe('0123456789abcdef')
})

test('a room hears the trace of the answer, and never that of a client', async () => {
  const rooms = vi.spyOn(NamedRoom.prototype, 'fetch')
  const answer = await get('/parties/market/BTC-USDT/poll?after=0', { 'X-Trace': '0123456789abcdef' })
  const heard = rooms.mock.calls.map(([request]) => request.headers.get('X-Trace'))
  rooms.mockRestore()
  expect(answer.status).toBe(200)
  expect(heard).toEqual([answer.headers.get('X-Trace')])
  expect(heard).not.toContain('0123456789abcdef')
})

test('a line of a room has the trace of the call that reached it', async () => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'error').mockImplementation((text: unknown) => void lines.push(String(text)))
  const trace = newTrace()
  const room = tracedRoom(env.Account.get(env.Account.idFromName('77')), 'account')
  const failure = await underTrace(trace, () => room.asSystem('{"type":"no_such_request"}')).catch(String)
  expect(failure).toBeTruthy()
  // A request that works passes its arguments on unchanged.
  const answer = await underTrace(trace, () => callAccountAsSystem(env, 77, { type: 'verify' }))
  expect(answer.isSound).toBe(true)
  log.mockRestore()
})
