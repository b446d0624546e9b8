// Walks through lists while rows arrive: every row that was there at the start is met once, in order, and none twice.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Person, join, ok, refused, seed } from '../api/client'
import { LONG } from '../kit/long'
import { seededRandom } from '../crash/random'

vi.setConfig({ testTimeout: LONG ? 3_600_000 : 120_000, hookTimeout: 60_000 })

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
let bob: Person
beforeAll(async () => {
  await seed()
  // An order that meets the house waits for the next second's prices; of thousands of trades here all but the first are between two people.
  await env.DB.prepare("UPDATE pair SET is_house_on = 0 WHERE symbol = 'BTC-USDT'").run()
  alice = await join('Alice')
  bob = await join('Bob')
})

const move = (from: string, to: string, { token } = alice) =>
  ok('POST', '/v1/transfer', { json: { asset: 'USDT', amount: '0.5', from, to }, token })

/** All rows of a walk in steps of `limit`, with `between` after each step. */
async function walk<Row>(
  path: string,
  limit: number,
  between: () => Promise<unknown>,
  { token } = alice,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: number | null = 0
  while (cursor !== null) {
    const query = { limit: String(limit), cursor: String(cursor) }
    const answer: Answer<Row> = await ok<Answer<Row>>('GET', path, { query, token })
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

test('transfers, each once and whole, while money moves', async () => {
  type Transfer = { readonly id: number; readonly from: string; readonly to: string; readonly amount: string }
  const paid = () => move('change', 'legal', bob)
  for (let index = 0; index < 21; index += 1) await paid()
  const known = await walk<Transfer>('/v1/transfers', 500, async () => undefined, bob)
  expect(known).toHaveLength(21)
  for (const limit of [1, 3, 8]) {
    const met = await walk<Transfer>('/v1/transfers', limit, paid, bob)
    const start = met.findIndex(({ id }) => id === known[0]?.id)
    expect(met.slice(start)).toEqual(known)
    known.splice(0, known.length, ...(await walk<Transfer>('/v1/transfers', 500, async () => undefined, bob)))
  }
  expect(known.every(({ from, to, amount }) => from !== to && amount === '0.500000')).toBe(true)
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

const buy = (symbol: string) =>
  ok<{ state: string }>('POST', '/v1/order', {
    json: { symbol, side: 'buy', kind: 'market', quantity: '0.01' },
    token: alice.token,
  })

let turns = 0
/** A trade with Bob, to and fro. */
const trade = async () => {
  const [alices, bobs] = (turns += 1) % 2 === 1 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  const order = { symbol: 'BTC-USDT', price: String(Math.floor(Number(quote?.price))), quantity: '0.001' }
  await ok('POST', '/v1/order', { json: { ...order, side: bobs }, token: bob.token })
  const taken = await ok<{ state: string }>('POST', '/v1/order', {
    json: { ...order, side: alices },
    token: alice.token,
  })
  expect(taken.state).toBe('filled')
}
const WALKS = LONG ? 5_000 : 12

test('many walks through the own lists, by steps drawn at random, while rows arrive: no gap and no repeat', async () => {
  await Promise.all(Array.from({ length: 6 }, () => buy('ETH-USDT')))
  for (let index = 0; index < 12; index += 1) await trade()
  const lists = ['/v1/orders', '/v1/fills', '/v1/ledger', '/v1/transfers'] as const
  const keyOf = (row: Readonly<Record<string, unknown>>) =>
    `${String(row['symbol'])} ${String(row['trade_no'] ?? row['order_id'] ?? row['id'])}`
  const random = seededRandom(3_804)
  const rowsMet = 60
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  const price = String(Math.floor(Number(quote?.price) * 0.95))
  let moved = 0
  const arriveIn = async (path: string) => {
    if (path === '/v1/fills') return trade()
    if (path !== '/v1/orders') return (moved += 1) % 2 === 1 ? move('change', 'legal') : move('legal', 'change')
    const json = { symbol: 'BTC-USDT', side: 'buy', price, quantity: '0.001' }
    const { order_id: id } = await ok<{ order_id: number }>('POST', '/v1/order', { json, token: alice.token })
    return ok('DELETE', '/v1/order', { query: { order_id: String(id) }, token: alice.token })
  }
  for (let walked = 0; walked < WALKS; walked += 1) {
    const path = lists[walked % lists.length] ?? lists[0]
    const step = async (cursor: number, limit: number) => {
      const query = { limit: String(limit), cursor: String(cursor) }
      return ok<Answer<Readonly<Record<string, unknown>>>>('GET', path, { query, token: alice.token })
    }
    const known = (await step(0, rowsMet)).list.map(keyOf)
    const limit = 3 + Math.floor(random() * 20)
    const met: unknown[] = []
    for (let cursor: number | null = 0; cursor !== null && met.length < known.length;) {
      const { list, next_cursor: next }: Answer<Readonly<Record<string, unknown>>> = await step(cursor, limit)
      met.push(...list.map(keyOf))
      if (cursor === 0) await arriveIn(path)
      cursor = next
    }
    expect(met).toHaveLength(new Set(met).size)
    expect(met.slice(0, known.length)).toEqual(known)
  }
})

test('public trades, by every step, while trades happen: no gap and no repeat', async () => {
  type Trade = { readonly trade_no: number; readonly at: number }
  const ask = (query: Readonly<Record<string, string>>) =>
    ok<readonly Trade[]>('GET', '/v1/trades', { query: { symbol: 'BTC-USDT', ...query } })
  for (let walked = 0; walked < WALKS; walked += 1) {
    const limit = 1 + (walked % 7)
    const known = await ask({ limit: '20' })
    const oldest = known.at(-1)?.trade_no ?? 0
    const met: Trade[] = []
    for (let cursor = 0; met.length === 0 || cursor > oldest;) {
      const step = await ask({ limit: String(limit), cursor: String(cursor) })
      met.push(...step)
      if (cursor === 0 && walked % 2 === 0) await trade()
      cursor = step.at(-1)?.trade_no ?? 0
    }
    expect(met.slice(0, known.length)).toEqual(known)
    const since = String(known[4]?.at)
    const recent = await ask({ limit: '200', since })
    expect(recent.every(({ at }) => at >= Number(since))).toBe(true)
    const numbers = recent.map(({ trade_no: no }) => no)
    expect(numbers).toEqual(expect.arrayContaining(known.slice(0, 5).map((row) => row.trade_no)))
  }
})

test.each(['deposits', 'withdrawals'] as const)(
  '%s, many of one instant, while more arrive; and those of nobody else',
  async (list) => {
    const bob = await join(`Bob of ${list}`.replaceAll(' ', '-'))
    const table = list === 'deposits' ? 'deposit' : 'withdrawal'
    let made = 0
    const add = (userId: number, at: number) => {
      made += 1
      const shared = {
        user_id: userId,
        command_id: `${list}-${made}`,
        asset_id: 3,
        network: 'TRC20',
        amount: '1000000',
      }
      const row =
        table === 'deposit'
          ? { ...shared, kind: 'coin', address: 'T', memo: '', voucher: '', state: 'review', created_at: at }
          : {
              ...shared,
              kind: 'address',
              target: 'T',
              memo: '',
              remark: '',
              fee: '0',
              btc_value: '0',
              state: 'review',
              created_at: at,
            }
      const names = Object.keys(row)
      const marks = names.map(() => '?').join(', ')
      const insert = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`
      return env.DB.prepare(insert)
        .bind(...Object.values(row))
        .run()
    }
    for (let index = 0; index < 17; index += 1) {
      await add(alice.userId, 1_700_000_000_000 + Math.floor(index / 5))
      await add(bob.userId, 1_700_000_000_000)
    }
    const known = await walk<{ id: number; created_at: number }>(`/v1/${list}`, 100, async () => undefined)
    expect(known).toHaveLength(17)
    for (const limit of [1, 2, 5, 7]) {
      const met = await walk<{ id: number }>(`/v1/${list}`, limit, () => add(alice.userId, 1_700_000_001_000 + made))
      const start = met.findIndex(({ id }) => id === known[0]?.id)
      expect(met.slice(start)).toEqual(known)
    }
    const range = { since: '1700000000001', until: '1700000000003' }
    const { list: within } = await ok<Answer<unknown>>('GET', `/v1/${list}`, { query: range, token: alice.token })
    expect(within).toHaveLength(10)
    // A cursor that names a record of another user begins nothing.
    const query = { cursor: String(known[0]?.id) }
    expect(await refused('GET', `/v1/${list}`, { query, token: bob.token })).toBe('This record does not exist.')
  },
)
