// The Binance Spot dialect over HTTP: its numbers for what must be refused, its signatures, and what an attacker tries between the dialects.
// Whole orders through CCXT: `npm run clients`.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import worker from '../../server/worker'
import { type Person, join, ok, seed } from '../api/client'
import { type Program, ask, program, signed } from '../keys/client'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let alice: Person
let bot: Program
let reader: Program
let price: number
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bot = await program(alice.userId, { kind: 'hmac', scopes: ['read', 'trade'] })
  reader = await program(alice.userId, { kind: 'ed25519', scopes: ['read'] })
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  price = Math.floor(Number(quote?.price) * 0.95)
})

interface Told {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> & { readonly code?: number }
}

async function send(
  method: string,
  path: string,
  text = '',
  wishes: { key?: string; body?: string } = {},
): Promise<Told> {
  const headers = new Headers({ 'CF-Connecting-IP': `203.0.113.${(calls = (calls + 1) % 250)}` })
  if (wishes.key !== undefined) headers.set('X-MBX-APIKEY', wishes.key)
  if (wishes.body !== undefined) headers.set('Content-Type', 'application/x-www-form-urlencoded')
  const url = `http://cm.test/binance${path}${text === '' ? '' : `?${text}`}`
  const request = new Request(url, { method, headers, ...(wishes.body !== undefined && { body: wishes.body }) })
  const execution = createExecutionContext()
  const response = await worker.fetch(request, env, execution)
  await waitOnExecutionContext(execution)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
let calls = 0

let last = 0
const now = () => (last = Math.max(last + 1, Date.now() - 500))
const withSignature = async ({ sign }: Program, text: string) =>
  `${text}&signature=${encodeURIComponent(await sign(text))}`
/** Sends a genuine request of a program. */
const act = async (by: Program, method: string, path: string, text = '', timestamp = now()) =>
  send(method, path, await withSignature(by, `${text}${text && '&'}timestamp=${timestamp}`), { key: by.id })

const PLACE = ['POST', '/api/v3/order'] as const
const buy = (more: string) => `symbol=BTCUSDT&side=BUY&${more}`
const limit = (more = '') => buy(`type=LIMIT&timeInForce=GTC&quantity=0.001&price=${price}${more}`)
const openOrders = async () =>
  (await act(bot, 'GET', '/api/v3/openOrders', 'symbol=BTCUSDT')).body as unknown as object[]
/** What orders would change; values follow the price. */
const balances = async () => {
  const lines = await ok<readonly { held: string; total: string }[]>('GET', '/v1/balances', { token: alice.token })
  return lines.map(({ held, total }) => [held, total])
}

test('market data that cannot be read is refused by number', async () => {
  const rows: readonly (readonly [path: string, text: string, code: number])[] = [
    ['/api/v3/depth', 'symbol=NOSUCH', -1121],
    ['/api/v3/depth', 'symbol=btc', -1121],
    ['/api/v3/depth', '', -1102],
    ['/api/v3/depth', 'symbol=', -1105],
    ['/api/v3/depth', 'symbol=BTCUSDT&limit=x', -1100],
    ['/api/v3/depth', 'symbol=BTCUSDT&more=1', -1104],
    ['/api/v3/depth', 'symbol=BTCUSDT&symbol=ETHUSDT', -1101],
    ['/api/v3/klines', 'symbol=BTCUSDT', -1102],
    ['/api/v3/klines', 'symbol=BTCUSDT&interval=7m', -1120],
    ['/api/v3/ticker/price', 'symbol=BTCUSDT&symbols=["ETHUSDT"]', -1128],
    ['/api/v3/ticker/24hr', 'symbols=["NOSUCH"]', -1121],
    ['/api/v3/nothing', '', -1020],
  ]
  for (const [path, text, code] of rows) {
    const { status, body } = await send('GET', path, text)
    expect({ path, text, code: body.code, msg: typeof body['msg'] }).toEqual({ path, text, code, msg: 'string' })
    expect(status).toBeGreaterThanOrEqual(400)
  }
})

test('market data of one symbol is an object, of several a list, and candles follow each other', async () => {
  const one = await send('GET', '/api/v3/ticker/24hr', 'symbol=BTCUSDT')
  expect(one.body).toMatchObject({ symbol: 'BTCUSDT', lastPrice: expect.stringMatching(/^\d+\.\d+$/) })
  const two = await send('GET', '/api/v3/ticker/24hr', 'symbols=["BTCUSDT","ETHUSDT"]')
  expect(two.body).toMatchObject([{ symbol: 'BTCUSDT' }, { symbol: 'ETHUSDT' }])
  const start = Math.floor(Date.now() / 60_000) * 60_000 - 600_000
  const { body } = await send('GET', '/api/v3/klines', `symbol=BTCUSDT&interval=1m&startTime=${start}&limit=7`)
  const rows = body as unknown as (readonly [number, ...string[]])[]
  expect(rows.map(([at]) => at)).toEqual(Array.from({ length: 7 }, (_, index) => start + index * 60_000))
  for (const row of rows) expect(row).toHaveLength(12)
  expect(Number((await send('GET', '/api/v3/ping')).headers.get('X-MBX-USED-WEIGHT-1M'))).toBeGreaterThan(0)
})

test('an order is placed, found, listed and cancelled under its number and under its own name', async () => {
  const before = await openOrders()
  const placed = await act(bot, ...PLACE, limit('&newClientOrderId=mine.1'))
  expect(placed.body).toMatchObject({
    ...{ symbol: 'BTCUSDT', status: 'NEW', type: 'LIMIT', side: 'BUY', timeInForce: 'GTC', orderListId: -1 },
    ...{ clientOrderId: 'mine.1', origQty: '0.00100', executedQty: '0.00000', fills: [] },
  })
  expect(Number(placed.headers.get('X-MBX-ORDER-COUNT-1M'))).toBeGreaterThan(0)
  const { orderId } = placed.body as unknown as { orderId: number }
  for (const name of [`orderId=${orderId}`, 'origClientOrderId=mine.1'])
    expect((await act(bot, 'GET', '/api/v3/order', `symbol=BTCUSDT&${name}`)).body).toMatchObject({
      orderId,
      status: 'NEW',
    })
  expect(await openOrders()).toHaveLength(before.length + 1)
  // Of another pair it is unknown, and stays.
  const elsewhere = await act(bot, 'DELETE', '/api/v3/order', `symbol=ETHUSDT&orderId=${orderId}`)
  expect(elsewhere.body.code).toBe(-2011)
  expect(await openOrders()).toHaveLength(before.length + 1)
  const cancelled = await act(bot, 'DELETE', '/api/v3/order', 'symbol=BTCUSDT&origClientOrderId=mine.1')
  expect(cancelled.body).toMatchObject({ orderId, status: 'CANCELED', origClientOrderId: 'mine.1' })
  const bought = await act(bot, ...PLACE, buy('type=MARKET&quantity=0.002'))
  expect(bought.body).toMatchObject({ status: 'FILLED', executedQty: '0.00200' })
  const { fills } = bought.body as unknown as { fills: { qty: string; tradeId: number }[] }
  expect(fills.reduce((sum, { qty }) => sum + Number(qty), 0)).toBeCloseTo(0.002)
  const trades = await act(bot, 'GET', '/api/v3/myTrades', `symbol=BTCUSDT&fromId=${fills[0]?.tradeId}`)
  expect(trades.body).toMatchObject(fills.map(({ tradeId }) => ({ id: tradeId, isBuyer: true })))
})

test('lists ascend from a number on, and step by step meet every order once', async () => {
  for (let count = 0; count < 5; count += 1) await act(bot, ...PLACE, limit())
  const read = async (text: string) =>
    (await act(bot, 'GET', '/api/v3/allOrders', `symbol=BTCUSDT&${text}`)).body as unknown as { orderId: number }[]
  const whole = (await read('limit=1000')).map(({ orderId }) => orderId)
  expect(whole).toEqual([...whole].sort((one, other) => one - other))
  const met: number[] = []
  for (let from = 1; ;) {
    const step = await read(`orderId=${from}&limit=2`)
    if (step.length === 0) break
    met.push(...step.map(({ orderId }) => orderId))
    from = (met.at(-1) ?? 0) + 1
    if (met.length <= whole.length) await act(bot, ...PLACE, limit())
  }
  expect(met.slice(0, whole.length)).toEqual(whole)
  expect(new Set(met).size).toBe(met.length)
  const gone = await act(bot, 'DELETE', '/api/v3/openOrders', 'symbol=BTCUSDT')
  expect(gone.body).toHaveLength(met.filter((orderId) => orderId > 0).length - whole.length + 5)
  expect((await act(bot, 'DELETE', '/api/v3/openOrders', 'symbol=BTCUSDT')).body.code).toBe(-2011)
})

test('orders that must be refused are, by number, and a trial places nothing', async () => {
  const before = await balances()
  const rows: readonly (readonly [text: string, code: number])[] = [
    [buy('type=LIMIT&quantity=0.001&price=50000'), -1102],
    [buy('type=LIMIT&timeInForce=GTC&price=50000'), -1102],
    [buy('type=LIMIT&timeInForce=GTC&quantity=0.001'), -1102],
    [buy('type=MARKET'), -1102],
    [buy('type=MARKET&quantity=0.001&price=50000'), -1106],
    [buy('type=MARKET&quantity=0.001&timeInForce=IOC'), -1106],
    [buy('type=MARKET&quantity=0.001&quoteOrderQty=50'), -1128],
    [buy('type=LIMIT_MAKER&timeInForce=GTC&quantity=0.001&price=50000'), -1106],
    [buy('type=STOP_LOSS&quantity=0.001'), -1116],
    [limit('&stopPrice=50000').replace('LIMIT', 'STOP_LOSS_LIMIT'), -1116],
    [limit('&stopPrice=50000').replace('LIMIT', 'TAKE_PROFIT_LIMIT'), -1116],
    [limit('&stopPrice=50000'), -1106],
    [limit('&trailingDelta=100'), -1106],
    [limit('&wish=1'), -1104],
    [limit().replace('GTC', 'GTX'), -1115],
    [limit().replace('BUY', 'HOLD'), -1117],
    [limit().replace('BTCUSDT', 'BTCEUR'), -1121],
    [limit().replace('0.001', '-1'), -1100],
    [limit().replace(`price=${price}`, 'price=100'), -1013],
    [limit().replace(`price=${price}`, `price=${price}.01`), -1013],
    [limit().replace('0.001', '0.0000001'), -1013],
    [limit().replace('0.001', '1000'), -1013],
    [limit().replace('0.001', '0.00001'), -1013],
    [limit().replace('0.001', '40'), -2010],
    [buy(`type=LIMIT_MAKER&quantity=0.001&price=${Math.floor(price * 1.1)}`), -2010],
  ]
  for (const [text, code] of rows) {
    const { status, body } = await act(bot, ...PLACE, text)
    expect({ text, code: body.code, status }).toEqual({ text, code, status: 400 })
  }
  expect((await act(bot, 'POST', '/api/v3/order/test', limit())).body).toEqual({})
  expect((await act(bot, 'POST', '/api/v3/order/test', limit().replace('0.001', '1000'))).body.code).toBe(-1013)
  expect((await act(bot, 'DELETE', '/api/v3/order', 'symbol=BTCUSDT&orderId=999999')).body.code).toBe(-2011)
  expect((await act(bot, 'GET', '/api/v3/order', 'symbol=BTCUSDT&orderId=999999')).body.code).toBe(-2013)
  expect((await act(bot, 'GET', '/api/v3/order', 'symbol=BTCUSDT')).body.code).toBe(-1102)
  expect(await balances()).toEqual(before)
})

test('tampered, late, early, foreign and repeated requests are refused, and nothing is carried out', async () => {
  const before = await balances()
  const genuine = () => withSignature(bot, `${limit()}&timestamp=${now()}`)
  const place = (text: string, key: string | undefined = bot.id, body?: string) =>
    send(...PLACE, text, { ...(key !== undefined && { key }), ...(body !== undefined && { body }) })
  const at = (by: number) => withSignature(bot, `${limit()}&timestamp=${Date.now() + by}`)
  for (let round = 0; round < 20; round += 1) {
    const rows: readonly (readonly [told: Promise<Told>, status: number, code: number])[] = [
      [place((await genuine()).replace('0.001', '0.002')), 400, -1022],
      [place((await genuine()).replace('BUY', 'SELL')), 400, -1022],
      [place(`${limit()}&timestamp=${now()}&signature=${'0'.repeat(64)}`), 400, -1022],
      [place(`${limit()}&timestamp=${now()}&signature=short`), 400, -1022],
      [place(`${limit()}&timestamp=${now()}`), 400, -1102],
      [place(await withSignature(bot, limit())), 400, -1102],
      [place(await at(-6_000)), 400, -1021],
      [place(await at(60_000)), 400, -1021],
      [place(await withSignature(bot, `${limit()}&recvWindow=60001&timestamp=${now()}`)), 400, -1131],
      [place(await genuine(), 'none'), 401, -2014],
      [send(...PLACE, await genuine()), 401, -2014],
      [place(await genuine(), `${alice.userId}.${'0f'.repeat(24)}`), 401, -2015],
      [place(await genuine(), reader.id), 400, -1022],
      [place(await withSignature(reader, `${limit()}&timestamp=${now()}`), reader.id), 401, -2015],
      // A line feed could make the text one of the other dialect.
      [place('', bot.id, `timestamp=${now()}%0A&signature=${'0'.repeat(64)}\n`), 400, -1100],
    ]
    for (const [told, status, code] of rows) {
      const answer = await told
      expect({ round, status: answer.status, code: answer.body.code }).toEqual({ round, status, code })
      expect(JSON.stringify(answer.body)).not.toContain(bot.id)
    }
  }
  // The key is one of the header alone.
  const inUrl = await send(...PLACE, `${await genuine()}&X-MBX-APIKEY=${bot.id}`)
  expect(inUrl.body.code).toBe(-2014)
  expect(await balances()).toEqual(before)
  const once = await withSignature(bot, `${buy('type=MARKET&quantity=0.001')}&timestamp=${now()}`)
  expect((await place(once)).status).toBe(200)
  const after = await balances()
  for (let copy = 0; copy < 5; copy += 1) expect((await place(once)).body.code).toBe(-2010)
  expect(await balances()).toEqual(after)
})

test('a signature is good for one dialect only', async () => {
  const before = await balances()
  // A text of /api/v1 as the body of this dialect, and a text of this dialect in the headers of /api/v1.
  const request = await signed(bot, 'POST', '/v1/order', { json: { symbol: 'BTC-USDT' } })
  const text = `symbol=BTCUSDT&timestamp=${request.headers['Api-Timestamp']}`
  const crossed = await send(...PLACE, `${text}&signature=${request.headers['Api-Signature']}`, { key: bot.id })
  expect(crossed.body.code).toBe(-1022)
  const dialect = `${limit()}&timestamp=${now()}`
  const headers = { ...request.headers, 'Api-Signature': await bot.sign(dialect) }
  expect((await ask({ ...request, headers })).code).toBe('signature_wrong')
  // Requests of this dialect take no session, and no cookie.
  const { token } = alice
  const bySession = await worker.fetch(
    new Request(`http://cm.test/binance/api/v3/order?${dialect}`, {
      method: 'POST',
      headers: { Authorization: token },
    }),
    env,
    createExecutionContext(),
  )
  expect(bySession.status).toBe(401)
  expect(await balances()).toEqual(before)
})

test('two equal questions of one millisecond are both answered', async () => {
  const timestamp = now()
  const [one, other] = await Promise.all([
    act(bot, 'GET', '/api/v3/account', '', timestamp),
    act(bot, 'GET', '/api/v3/account', '', timestamp),
  ])
  expect([one.status, other.status]).toEqual([200, 200])
  expect(one.body).toMatchObject({ accountType: 'SPOT', canWithdraw: false, uid: alice.userId })
})

test('a removed key is dead here too', async () => {
  const cleo = await join('Cleo')
  const key = await program(cleo.userId, { kind: 'hmac', scopes: ['read'] })
  expect((await act(key, 'GET', '/api/v3/account')).status).toBe(200)
  await env.Account.get(env.Account.idFromName(String(cleo.userId))).asSystem(
    JSON.stringify({ type: 'remove_api_key', keyId: key.id }),
  )
  expect((await act(key, 'GET', '/api/v3/account')).body.code).toBe(-2015)
})
