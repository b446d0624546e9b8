// Walks through lists while rows arrive: every row that was there at the start is met once, in order, and none twice.

import { beforeAll, expect, test, vi } from 'vitest'
import { type Person, join, ok, seed } from '../api/client'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

interface Line {
  readonly id: number
  readonly change: string
  readonly before: string
  readonly after: string
}
interface Answer<Row> {
  readonly list: readonly Row[]
  readonly next_cursor: number | null
}

let alice: Person
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
})

const move = (from: string, to: string) =>
  ok('POST', '/v1/transfer', { json: { asset: 'USDT', amount: '0.5', from, to }, token: alice.token })

/** All rows of a walk in steps of `limit`, with `between` after each step. */
async function walk<Row>(path: string, limit: number, between: () => Promise<unknown>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: number | null = 0
  while (cursor !== null) {
    const query = { limit: String(limit), cursor: String(cursor) }
    const answer: Answer<Row> = await ok<Answer<Row>>('GET', path, { query, token: alice.token })
    rows.push(...answer.list)
    cursor = answer.next_cursor
    await between()
  }
  return rows
}

test('the ledger, by every step from one to seven lines, while money moves', async () => {
  for (let index = 0; index < 8; index += 1) await move('change', 'legal')
  for (const limit of [1, 2, 3, 5, 7]) {
    const known = await walk<Line>('/v1/ledger', 500, async () => undefined)
    let moved = 0
    const met = await walk<Line>('/v1/ledger', limit, () =>
      (moved += 1) % 2 === 1 ? move('legal', 'change') : move('change', 'legal'),
    )
    expect(moved).toBeGreaterThan(1)
    expect(met).toEqual(known)
    expect(met.map(({ id }) => id)).toEqual(met.map(({ id }) => id).sort((one, other) => other - one))
  }
})

test('a line says what it changed, and a range keeps to its ends', async () => {
  const { list } = await ok<Answer<Line & { at: number; wallet: string; asset: string }>>('GET', '/v1/ledger', {
    query: { limit: '500' },
    token: alice.token,
  })
  expect(list.length).toBeGreaterThan(10)
  for (const { change, before, after } of list) {
    const exact = (text: string) => BigInt(text.replace('.', ''))
    expect(exact(before) + exact(change)).toBe(exact(after))
  }
  const [newest] = list
  const query = { since: String(newest?.at), until: String((newest?.at ?? 0) + 1) }
  const now = await ok<Answer<{ at: number }>>('GET', '/v1/ledger', { query, token: alice.token })
  expect(new Set(now.list.map(({ at }) => at))).toEqual(new Set([newest?.at]))
})

test('candles are walked from an instant on, without a gap', async () => {
  const ask = (query: Readonly<Record<string, string>>) =>
    ok<readonly { time: number }[]>('GET', '/v1/candles', { query: { symbol: 'BTC-USDT', period: '1min', ...query } })
  const all = await ask({ limit: '60' })
  expect(all.length).toBeLessThanOrEqual(60)
  const met: { time: number }[] = []
  for (let since = all[0]?.time; since !== undefined && met.length < all.length;) {
    const step = await ask({ since: String(since), limit: '7' })
    met.push(...step)
    const last = step.at(-1)?.time
    since = last === undefined ? undefined : last + 60_000
  }
  expect(met.slice(0, all.length).map(({ time }) => time)).toEqual(all.map(({ time }) => time))
})

test('orders and fills, while orders are placed', async () => {
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  const price = String(Math.floor(Number(quote?.price) * 0.95))
  const place = () =>
    ok('POST', '/v1/order', { json: { symbol: 'BTC-USDT', side: 'buy', price, quantity: '0.001' }, token: alice.token })
  for (let index = 0; index < 7; index += 1) await place()
  const known = await walk<{ order_id: number }>('/v1/orders', 100, async () => undefined)
  const met = await walk<{ order_id: number }>('/v1/orders', 2, place)
  expect(met.map(({ order_id: id }) => id)).toEqual(known.map(({ order_id: id }) => id))
  expect(known).toHaveLength(7)
  expect(await walk('/v1/fills', 3, place)).toEqual([])
})
