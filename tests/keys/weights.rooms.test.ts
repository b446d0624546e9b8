// What requests cost: counted by the minute, told in headers, and refused with the time to wait once the minute is used up.

import { env, exports } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { ACCOUNT_WEIGHT_MAX, ADDRESS_WEIGHT_MAX } from '#domain/request-weight'
import { routes } from '#api/app'
import { type Person, join, ok, seed, send } from '../api/client'
import { type Program, ask, program, signed } from './client'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let alice: Person
let bob: Person
let bot: Program
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
  bot = await program(alice.userId, { kind: 'hmac', scopes: ['read', 'trade'] })
})

const used = ({ headers }: Response) => Number(headers.get('Api-Used-Weight'))
const from = (address: string, token?: string) => ({
  headers: { 'CF-Connecting-IP': address },
  ...(token && { token }),
})
const heavy = routes.find(({ method, path }) => `${method} ${path}` === 'GET /v1/info')

test('the keys of an account share one sum, which wrong signatures and copies leave as it is', () =>
  withinOneMinute(async () => {
    const other = await program(alice.userId, { kind: 'ed25519', scopes: ['read'] })
    const answer = async (key: Program, wishes = {}, headers = {}) => {
      const request = await signed(key, 'GET', '/v1/balances', wishes)
      return send('GET', request.path, { headers: { ...request.headers, ...headers } })
    }
    const first = used(await answer(bot))
    expect(used(await answer(other))).toBe(first + 1)
    const wrong = await answer(bot, {}, { 'Api-Signature': 'f'.repeat(64) })
    // Whoever knows the id of a key learns nothing of its use.
    expect([wrong.status, used(wrong)]).toEqual([401, 0])
    const request = await signed(bot, 'GET', '/v1/balances')
    expect(used(await send('GET', request.path, { headers: request.headers }))).toBe(first + 2)
    const copy = await send('GET', request.path, { headers: request.headers })
    expect([copy.status, used(copy)]).toEqual([409, first + 2])
  }))

test('orders are counted, each order of a batch', () =>
  withinOneMinute(async () => {
    const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
    const price = String(Math.floor(Number(quote?.price) * 0.95))
    const order = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price, quantity: '0.001' }
    const place = async (path: string, json: object) => {
      const request = await signed(bot, 'POST', path, { json })
      const answer = await send('POST', path, { headers: request.headers, body: request.body })
      expect(await answer.json()).toMatchObject({ type: 'ok' })
      return Number(answer.headers.get('Api-Order-Count'))
    }
    const first = await place('/v1/order', order)
    expect(first).toBeGreaterThan(0)
    expect(await place('/v1/orders', { orders: [order, order, order] })).toBe(first + 3)
  }))

test('an account whose minute is used up is refused by its Account, and nothing is carried out', async () => {
  const room = env.Account.get(env.Account.idFromName(String(bob.userId)))
  const key = await program(bob.userId, { kind: 'hmac', scopes: ['read'] })
  const attempt = async (weight: number) => {
    const text = crypto.randomUUID()
    const proof = {
      ...{ keyId: key.id, recvWindow: 5_000, text, weight, address: 'local', scope: 'read', timestamp: Date.now() },
      signature: await key.sign(text),
      requestId: crypto.randomUUID(),
    }
    return room.asKey(JSON.stringify(proof), JSON.stringify({ type: 'profile_check' }))
  }
  // Whatever minute it is, the third is above the limit of the minute of the one before.
  const most = ACCOUNT_WEIGHT_MAX
  const answers = [await attempt(most), await attempt(most), await attempt(most)]
  expect(answers.filter((text) => text.includes('"too_many_requests"')).length).toBeGreaterThanOrEqual(1)
  const refused = answers.find((text) => text.includes('"too_many_requests"'))
  expect(refused).toMatch(new RegExp(`^${most} 0\n\\{"ok":false,.*"seconds":"\\d{1,2}"`))
})

test('every request of /v1 adds its weight, and the old wire none', () =>
  withinOneMinute(async (address) => {
    const weight = heavy?.weight ?? 0
    expect(weight).toBeGreaterThan(1)
    const ask = async (path: string) => used(await send('GET', path, from(address)))
    expect(await ask('/v1/time')).toBe(1)
    expect(await ask('/v1/info')).toBe(1 + weight)
    expect((await send('GET', '/currency/quotation', from(address))).headers.has('Api-Used-Weight')).toBe(false)
    expect(await ask('/v1/time')).toBe(2 + weight)
  }))

test('doors that take no session count its requests by address', () =>
  withinOneMinute(async (address) => {
    const first = used(await send('GET', '/v1/time', from(address)))
    for (const path of ['/binance/api/v3/time', '/udf/config']) {
      const headers = { 'CF-Connecting-IP': address, Authorization: bob.token, Cookie: `cm_session=${bob.token}` }
      await (await exports.default.fetch(`http://cm.test${path}`, { headers })).text()
    }
    expect(used(await send('GET', '/v1/time', from(address)))).toBe(first + 3)
  }))

test('an address that has used up its minute must wait; its neighbour, a session and a key need not', async () => {
  const { weight = 1 } = heavy ?? {}
  let answer = await send('GET', '/v1/info', from('192.0.2.2'))
  // A minute may end on the way: two of them are enough.
  for (let sum = 0; sum <= 2 * ADDRESS_WEIGHT_MAX && answer.status === 200; sum += weight)
    answer = await send('GET', '/v1/info', from('192.0.2.2'))
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, expect.stringMatching(/^[1-5]?\d$|^60$/)])
  expect(await answer.json()).toMatchObject({
    code: 'too_many_requests',
    facts: { seconds: answer.headers.get('Retry-After') },
  })
  expect((await send('GET', '/v1/info', from('192.0.2.3'))).status).toBe(200)
  expect((await send('GET', '/v1/balances', from('192.0.2.2', bob.token))).status).toBe(200)
  expect((await ask(await signed(bot, 'GET', '/v1/balances'), '192.0.2.2')).code).toBe('ok')
})

let addresses = 0
/** Runs a check again, for another address, when a minute ended within it. */
async function withinOneMinute(check: (address: string) => Promise<void>): Promise<void> {
  const minute = () => Math.floor(Date.now() / 60_000)
  for (;;) {
    const start = minute()
    const outcome = await check(`198.51.100.${(addresses += 1)}`).then(
      () => null,
      (failure: unknown) => ({ failure }),
    )
    if (minute() !== start) continue
    if (outcome) throw outcome.failure
    return
  }
}
