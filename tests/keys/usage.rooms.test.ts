// What keys did by the day: counted for each key, written without a write per request, shown to the owner and to the key itself.

import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, test, vi } from 'vitest'
import { KEY_SCOPES } from '#domain/api-key'
import { dayText } from '#domain/time'
import { type Person, join, ok, seed, send } from '../api/client'
import { waitFor } from '../kit/wait-for'
import { ask, program, signed } from './client'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface Usage {
  readonly list: readonly { key_id: string; day: string; requests: number; orders: number; refusals: number }[]
}

let alice: Person
let price = ''
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  price = String(Math.floor(Number(quote?.price) * 0.95))
})

const usage = () => ok<Usage>('GET', '/v1/keys/usage', { token: alice.token })
/** A table is made as its first row is written. */
const stored = () =>
  runInDurableObject(env.Account.get(env.Account.idFromName(String(alice.userId))), (_room, { storage: { sql } }) =>
    sql.exec("SELECT name FROM sqlite_master WHERE name = 'key_day'").toArray().length === 0
      ? []
      : sql.exec('SELECT requests, orders, refusals FROM key_day').toArray(),
  )

test('requests, orders and refusals are counted by key, and written seconds later', async () => {
  const [bot, other] = [
    await program(alice.userId, { kind: 'hmac', scopes: [...KEY_SCOPES] }),
    await program(alice.userId, { kind: 'hmac', scopes: ['read'] }),
  ]
  const order = { symbol: 'BTC-USDT', side: 'buy', price, quantity: '0.001' }
  const orders = [order, order, { ...order, quantity: '999999' }]
  expect(await ask(await signed(bot, 'POST', '/v1/orders', { json: { orders } }))).toMatchObject({ code: 'ok' })
  expect(await ask(await signed(bot, 'DELETE', '/v1/order?order_id=999999'))).toMatchObject({ code: 'order_not_found' })
  const read = await signed(other, 'GET', '/v1/balances')
  expect(await ask(read)).toMatchObject({ code: 'ok' })
  expect(await ask(read)).toMatchObject({ code: 'request_replayed' })
  expect(await stored()).toEqual([])

  const day = dayText(Date.now())
  const ofBot = { key_id: bot.id, day, requests: 2, orders: 4, refusals: 1 }
  const { list } = await usage()
  expect(list).toHaveLength(2)
  expect(list).toEqual(expect.arrayContaining([ofBot, { key_id: other.id, day, requests: 1, orders: 0, refusals: 1 }]))
  // A key sees its own alone.
  const own = await ask(await signed(bot, 'GET', '/v1/keys/usage'))
  expect(own).toMatchObject({ code: 'ok', message: { list: [{ ...ofBot, requests: 3 }] } })
  await waitFor(async () =>
    expect(await stored()).toEqual(expect.arrayContaining([{ requests: 3, orders: 4, refusals: 1 }])),
  )
  expect((await usage()).list).toEqual(expect.arrayContaining([{ ...ofBot, requests: 3 }]))
})

test('wrong signatures of a stranger count nothing against a key, and tell nothing of its use', async () => {
  const bot = await program(alice.userId, { kind: 'hmac', scopes: ['read'] })
  expect(await ask(await signed(bot, 'GET', '/v1/balances'))).toMatchObject({ code: 'ok' })
  const before = (await usage()).list.find(({ key_id: id }) => id === bot.id)
  for (let count = 0; count < 20; count += 1) {
    const request = await signed(bot, 'GET', '/v1/balances')
    const headers = { ...request.headers, 'Api-Signature': '0'.repeat(64) }
    const answer = await send(request.method, request.path, { headers })
    expect([answer.status, answer.headers.get('Api-Used-Weight'), answer.headers.get('Api-Order-Count')]).toEqual([
      401,
      '0',
      '0',
    ])
  }
  expect((await usage()).list.find(({ key_id: id }) => id === bot.id)).toEqual(before)
})
