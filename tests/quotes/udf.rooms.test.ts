// /udf as a charting library reads it: a small client of the published rules scrolls through every resolution of a coin and of a share.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import worker from '../../server/worker'
import { seed } from '../api/client'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

beforeAll(seed)

async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const request = new Request(`http://cm.test/udf/${path}`, { headers })
  const execution = createExecutionContext()
  const response = await worker.fetch(request, env, execution)
  await waitOnExecutionContext(execution)
  return response
}
const read = async <Body>(path: string): Promise<Body> => (await get(path)).json()

type History =
  | {
      readonly s: 'ok'
      readonly t: number[]
      readonly o: number[]
      readonly h: number[]
      readonly l: number[]
      readonly c: number[]
      readonly v: number[]
    }
  | { readonly s: 'no_data'; readonly nextTime?: number }
  | { readonly s: 'error'; readonly errmsg: string }

const SECONDS: Readonly<Record<string, number>> = {
  '1': 60,
  '5': 300,
  '15': 900,
  '30': 1_800,
  '60': 3_600,
  '240': 14_400,
  '1D': 86_400,
  '1W': 604_800,
}

const history = (symbol: string, fields: Readonly<Record<string, string | number>>) => {
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  return read<History>(`history?symbol=${symbol}&${query}`)
}

/** Bars of an answer that keeps every rule. */
async function bars(
  symbol: string,
  asked: { readonly resolution: string; readonly from: number; readonly to: number; readonly countback?: number },
): Promise<readonly number[]> {
  const told = await history(symbol, asked)
  if (told.s !== 'ok') throw new Error(`${symbol} ${JSON.stringify(asked)}: ${JSON.stringify(told)}`)
  const { t, o, h, l, c, v } = told
  for (const list of [o, h, l, c, v]) expect(list).toHaveLength(t.length)
  for (const [index, time] of t.entries()) {
    expect(Number.isInteger(time)).toBe(true)
    if (index > 0) expect(time).toBeGreaterThan(t[index - 1] ?? Infinity)
    expect(time).toBeLessThan(asked.to)
    const [open = 0, high = 0, low = 0, close = 0] = [o[index], h[index], l[index], c[index]]
    expect(Math.min(open, close, high)).toBeGreaterThanOrEqual(low)
    expect(Math.max(open, close, low)).toBeLessThanOrEqual(high)
    if (asked.resolution === '1M') expect(new Date(time * 1_000).toISOString()).toMatch(/-01T00:00:00\.000Z$/)
    // A week starts on Monday, the fifth day after the epoch's Thursday.
    else if (asked.resolution === '1W') expect((time - 4 * 86_400) % 604_800).toBe(0)
    else expect(time % (SECONDS[asked.resolution] ?? 1)).toBe(0)
  }
  return t
}

const RESOLUTIONS = ['1', '5', '15', '30', '60', '240', '1D', '1W', '1M']

test('the configuration and the time', async () => {
  expect(await read('config')).toMatchObject({
    supported_resolutions: RESOLUTIONS,
    supports_search: true,
    supports_group_request: false,
    supports_time: true,
    supports_marks: false,
    supports_timescale_marks: false,
  })
  for (const path of ['marks', 'timescale_marks', 'symbol_info']) expect((await get(path)).status).toBe(404)
  const time = await (await get('time')).text()
  expect(time).toMatch(/^\d{10}$/)
  expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(60)
})

test.each(['BTC-USDT', 'BTC/USDT', 'CM:BTC-USDT'])('%s is one symbol', async (name) => {
  const info = await read<{ pricescale: number; minmov: number }>(`symbols?symbol=${encodeURIComponent(name)}`)
  expect(info).toMatchObject({
    ticker: 'BTC-USDT',
    name: 'BTC-USDT',
    type: 'crypto',
    session: '24x7',
    timezone: 'Etc/UTC',
    format: 'price',
    has_intraday: true,
    supported_resolutions: RESOLUTIONS,
  })
  expect(Math.log10(info.pricescale) % 1).toBe(0)
  expect(info.minmov).toBeGreaterThan(0)
})

test('a search finds by symbol, by name and by kind, and keeps to its limit', async () => {
  const found = (query: string) => read<{ ticker: string; type: string }[]>(`search?${query}`)
  for (const query of ['query=btcusdt', 'query=BTC-USDT', 'query=btc/usdt'])
    expect((await found(query)).map(({ ticker }) => ticker)).toEqual(['BTC-USDT'])
  expect((await found('query=bitcoin')).some(({ ticker }) => ticker === 'BTC-USDT')).toBe(true)
  expect(await found('query=&limit=2')).toHaveLength(2)
  const shares = await found('query=&type=stock')
  expect(new Set(shares.map(({ type }) => type))).toEqual(new Set(['stock']))
  expect(await found('query=&exchange=another')).toEqual([])
})

test.each(RESOLUTIONS)(
  'resolution %s: scrolled back without gap or double, for a coin and a share',
  async (resolution) => {
    const [share] = await read<{ ticker: string }[]>('search?query=&type=stock&limit=1')
    for (const symbol of ['BTC-USDT', share?.ticker ?? '']) {
      const now = Math.floor(Date.now() / 1_000) + 60
      const whole = await bars(symbol, { resolution, from: now, to: now, countback: 60 })
      // Countback rules: `from` may lie anywhere.
      expect(whole).toHaveLength(60)
      const [first = 0] = whole
      let [to, met]: [number, number[]] = [now, []]
      while (to > first) {
        const older = await bars(symbol, { resolution, from: 0, to, countback: 7 })
        expect(older).toHaveLength(7)
        met = [...older, ...met]
        to = older[0] ?? 0
      }
      expect(met.slice(-60)).toEqual(whole)
      // The same stretch by its ends.
      expect(await bars(symbol, { resolution, from: first, to: now })).toEqual(whole)
    }
  },
)

test('without data in a stretch the time of the nearest older bar is told, and that bar exists', async () => {
  const [share] = await read<{ ticker: string }[]>('search?query=&type=stock&limit=1')
  const symbol = share?.ticker ?? ''
  // A Sunday: no exchange is open.
  const sunday = Date.UTC(2026, 1, 8, 12) / 1_000
  const told = await history(symbol, { resolution: '1', from: sunday, to: sunday + 3_600 })
  expect(told.s).toBe('no_data')
  const next = told.s === 'no_data' ? (told.nextTime ?? 0) : 0
  expect(next).toBeGreaterThan(sunday - 3 * 86_400)
  expect(next).toBeLessThan(sunday)
  expect(await bars(symbol, { resolution: '1', from: next, to: next + 60 })).toEqual([next])
  expect(await bars(symbol, { resolution: '1', from: next + 60, to: sunday, countback: 1 })).toEqual([next])
})

test('the future has no bar', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const told = await history('BTC-USDT', { resolution: '60', from: now + 7_200, to: now + 9_000 })
  expect(told).toMatchObject({ s: 'no_data', nextTime: expect.any(Number) })
})

test('what cannot be read is refused by name', async () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ['symbols?symbol=NO-SUCH', 404, 'pair_not_found'],
    ['symbols', 400, 'field_missing'],
    ['history?symbol=BTC-USDT&resolution=7&to=1', 400, 'field_malformed'],
    ['history?symbol=BTC-USDT&resolution=1&to=x', 400, 'field_malformed'],
    ['history?symbol=BTC-USDT&resolution=1&to=1&countback=0', 400, 'field_malformed'],
    ['history?symbol=BTC-USDT&resolution=1&to=1&more=1', 400, 'field_not_taken'],
    ['nothing', 404, 'route_not_found'],
  ]
  for (const [path, status, code] of cases) {
    const response = await get(path)
    const body = await response.json<{ s: string; code: string }>()
    expect({ path, s: body.s, code: body.code }).toEqual({ path, s: 'error', code })
    expect([path, response.status]).toEqual([path, status])
  }
})

test('a page of another site may read it', async () => {
  const response = await get('config', { Origin: 'https://charts.example' })
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
})
