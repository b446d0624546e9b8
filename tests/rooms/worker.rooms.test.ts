import { createExecutionContext, listDurableObjectIds } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import worker from '../../server/worker'

const EXAMPLE_SECRET = 'replace-me-with-at-least-32-random-characters'

/** A valid deployment. */
const DEPLOYED = {
  ENVIRONMENT: 'production',
  SESSION_SECRET: 'x'.repeat(32),
  QUOTES_SOURCE: 'binance,kraken',
  DEMO_MODE: 'off',
  CHAIN_SOURCE: 'rpc',
  CARD_SOURCE: 'off',
  RAMP_SOURCE: 'off',
  PASSWORD_COST: '',
}

/** The Worker's answer with a changed environment. */
function answerWith(changes: Partial<Env>): Promise<Response> | Response {
  // Test requests carry no `cf` location; the type requires one.
  const request = new Request('http://cm.test/health')
  return worker.fetch(request, { ...env, ...changes }, createExecutionContext())
}

test('the Worker answers inside the Workers runtime, and its answers are taken for what they say', async () => {
  const answer = await exports.default.fetch('http://cm.test/health')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(answer.headers.get('Strict-Transport-Security')).toBeNull()
})

test('over https a browser is told to stay there', async () => {
  const answer = await exports.default.fetch('https://cm.test/health')
  expect(answer.headers.get('Strict-Transport-Security')).toContain('max-age=')
})

test('the directory has its tables', async () => {
  const { results } = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  expect(results.length).toBeGreaterThan(3)
})

describe('a secret that anybody could guess', () => {
  test.each([
    ['is missing', ''],
    ['is the example', EXAMPLE_SECRET],
    ['is short', 'x'.repeat(31)],
  ])('%s: every request is refused in production, and only the log says why', async (_, SESSION_SECRET) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const answer = await answerWith({ ENVIRONMENT: 'production', SESSION_SECRET })
    expect(answer.status).toBe(503)
    expect(await answer.text()).not.toContain('SECRET')
    expect(String(log.mock.lastCall)).toContain('SESSION_SECRET')
    log.mockRestore()
  })

  test('is none that is long enough', async () => {
    expect((await answerWith(DEPLOYED)).status).toBe(200)
  })

  test('is nobody’s business in development', async () => {
    expect((await answerWith({ ENVIRONMENT: 'development', SESSION_SECRET: 'short' })).status).toBe(200)
  })
})

describe('what is for development and tests', () => {
  test.each([
    ['simulated prices', { QUOTES_SOURCE: 'simulator' }, 'QUOTES_SOURCE'],
    ['simulated prices among real ones', { QUOTES_SOURCE: 'kraken, simulator' }, 'QUOTES_SOURCE'],
    ['play money beside real chains', { DEMO_MODE: 'on' }, 'DEMO_MODE'],
    ['cards that nobody pays with', { CARD_SOURCE: 'embedded' }, 'CARD_SOURCE'],
    ['a third party that takes no money', { RAMP_SOURCE: 'embedded' }, 'RAMP_SOURCE'],
    ['passwords that are cheap to guess', { PASSWORD_COST: '10' }, 'PASSWORD_COST'],
  ])('%s: every request is refused in production, and only the log says why', async (_, changes, name) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const answer = await answerWith({ ...DEPLOYED, ...changes })
    expect(answer.status).toBe(503)
    expect(String(log.mock.lastCall)).toContain(name)
    log.mockRestore()
  })

  test('is nobody’s business in development', async () => {
    const play = { ENVIRONMENT: 'development', QUOTES_SOURCE: 'simulator', DEMO_MODE: 'on', CHAIN_SOURCE: 'rpc' }
    expect((await answerWith(play)).status).toBe(200)
  })
})

describe('a stranger who names a room that there is not', () => {
  test.each([
    'market/NO-SUCH',
    'market/BTC%2DUSDT',
    'market/',
    'market//BTC-USDT',
    'quotes/other',
    'quotes/mai%6E',
    'quotes/',
  ])('%s: brings none into being', async (name) => {
    const before = await countRooms()
    const request = new Request(`http://cm.test/parties/${name}/poll?after=0`)
    expect((await worker.fetch(request, env, createExecutionContext())).status).toBe(404)
    expect(await countRooms()).toBe(before)
  })
})

const countRooms = async (): Promise<number> =>
  (await listDurableObjectIds(env.Market)).length + (await listDurableObjectIds(env.Quotes)).length

describe('a form for a page', () => {
  const post = async (headers: Readonly<Record<string, string>>, body: string) => {
    const request = new Request('http://cm.test/login', { method: 'POST', headers, body })
    return (await worker.fetch(request, env, createExecutionContext())).status
  }
  const own = { Origin: 'http://cm.test', 'Content-Type': 'application/x-www-form-urlencoded' }

  test('from another site is refused', async () => {
    expect(await post({ ...own, Origin: 'https://elsewhere.example' }, 'account=a')).toBe(403)
    expect(await post({ 'Content-Type': own['Content-Type'] }, 'account=a')).toBe(403)
  })
  test('that is none is refused', async () => {
    expect(await post({ ...own, 'Content-Type': 'application/json' }, '{}')).toBe(415)
  })
  test('of more than 64 KB is not read', async () => {
    expect(await post(own, `account=${'a'.repeat(65 * 1024)}`)).toBe(413)
  })
})

test('a connection id that partyserver would fail on is refused', async () => {
  const url = `http://cm.test/parties/market/BTC-USDT?_pk=${'a'.repeat(300)}`
  const request = new Request(url, { headers: { Upgrade: 'websocket' } })
  expect((await worker.fetch(request, env, createExecutionContext())).status).toBe(400)
})
