// Walks through the lists of several products while rows arrive, and their ranges: each list of the page form is met row by row.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { FUTURES_RULE } from '#domain/futures/receipt'
import { type Caller, enter } from '../funds/customers'
import { ok, seed, send } from './client'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

type Row = Readonly<Record<string, unknown>>
interface Walked {
  readonly list: readonly Row[]
  readonly next_cursor: number | null
}

let alice: Caller
let price = 0
beforeAll(async () => {
  await seed()
  alice = await enter('Alice')
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  price = Number(quote?.price)
})

const post = <Message>(path: string, form: Record<string, string>, method = 'POST') =>
  ok<Message>(method, path, { form, token: alice.token })
const get = <Message>(path: string, query: Record<string, string>) =>
  ok<Message>('GET', path, { query, token: alice.token })
const at = (share: number) => (price * share).toFixed(1)

let receipts = 0
/** Makes one row, which is the newest of its list. */
const MAKERS: Readonly<Record<string, { readonly time: string; readonly make: () => Promise<unknown> }>> = {
  '/v1/alerts/history': {
    time: 'set_at',
    make: async () => {
      const { alert_id: id } = await post<{ alert_id: number }>('/v1/alerts/price', {
        symbol: 'BTC-USDT',
        price: at(0.5),
      })
      await ok('DELETE', '/v1/alerts', { query: { alert_id: String(id) }, token: alice.token })
    },
  },
  '/v1/conditional/history': {
    time: 'accepted_at',
    make: async () => {
      const form = { symbol: 'BTC-USDT', side: 'sell', kind: 'stop', trigger_price: at(0.5), quantity: '0.001' }
      const { conditional } = await post<{ conditional: { conditional_id: number } }>('/v1/conditional/order', form)
      const query = { conditional_id: String(conditional.conditional_id) }
      await ok('DELETE', '/v1/conditional/order', { query, token: alice.token })
    },
  },
  '/v1/game/rounds': {
    time: 'at',
    make: () => post('/v1/game/round', { seed_no: '1', client_seed: 'c0ffee', under: '9500', stake: '1' }),
  },
  '/v1/buy/orders': {
    time: 'created_at',
    make: async () => {
      const { quote_id } = await post<{ quote_id: string }>('/v1/buy/quote', { route_id: '5', pay: '1000' })
      const payer = {
        full_name: 'Ana Souza',
        email: 'ana@example.com',
        phone: '+5511912345678',
        tax_id: '529.982.247-25',
      }
      const { order_id: id } = await post<{ order_id: number }>('/v1/buy/order', { quote_id, ...payer })
      await post('/v1/buy/cancel', { order_id: String(id) })
    },
  },
  '/v1/futures/insurance-entries': {
    time: 'at',
    make: async () => {
      receipts += 1
      const body = { rule: FUTURES_RULE, at: receipts, cause: 'liquidation', position: { symbol: 'BTC-USDT' } }
      await env.DB.prepare('INSERT INTO receipt (id, rule, body, at, insurance) VALUES (?, ?, ?, ?, ?)')
        .bind(String(receipts).padStart(64, '0'), FUTURES_RULE, JSON.stringify(body), receipts, `3:${receipts}`)
        .run()
    },
  },
}

test.each(Object.entries(MAKERS))('%s', async (path, { time, make }) => {
  if (path === '/v1/game/rounds') await post('/v1/game/seed', {})
  for (let index = 0; index < 5; index += 1) await make()
  const { list: known, count } = await get<{ list: Row[]; count: number }>(path, { limit: '100' })
  expect([known.length, count]).toEqual([5, 5])

  for (const limit of [1, 2, 4, 5, 6]) {
    const met: Row[] = []
    for (let cursor: number | null = 0; cursor !== null;) {
      const step: Walked = await get<Walked>(path, { limit: String(limit), cursor: String(cursor) })
      expect(step.list.length).toBeLessThanOrEqual(limit)
      met.push(...step.list)
      if (cursor === 0) await make()
      cursor = step.next_cursor
    }
    expect(met.slice(-5)).toEqual(known)
    expect(met).toHaveLength(new Set(met.map((row) => JSON.stringify(row))).size)
  }

  // A walk has no pages: a program that sends both is told so.
  const both = await send('GET', path, {
    ...{ query: { cursor: '0', page: '1' }, token: alice.token, headers: { Accept: 'application/problem+json' } },
  })
  expect([both.status, await both.json()]).toMatchObject([400, { code: 'field_not_taken', facts: { field: 'page' } }])

  const times = known.map((row) => Number(row[time]))
  const [newest = 0, oldest = 0] = [Math.max(...times), Math.min(...times)]
  const within = (query: Record<string, string>) => get<{ list: Row[] }>(path, { limit: '100', ...query })
  const since = (await within({ since: String(newest), until: String(newest + 1) })).list
  expect(since).toEqual(known.filter((row) => row[time] === newest))
  const earlier = await within({ cursor: '0', until: String(newest) })
  expect(earlier.list).toEqual(known.filter((row) => Number(row[time]) < newest))
  expect((await within({ until: String(oldest) })).list).toEqual([])
})
