// Order list and file export: filters by side and date run in the account, and orders across several pages appear exactly once.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { eachFillPage, eachOrderPage, listFills, listOrders, placeOrder } from '#services/spot'
import { ORIGIN, seed } from '../api/client'
import { type User, enter, kill, value } from '../funds/customers'
import { loader as exportOrders } from '../../app/routes/orders_.export'
import { openAccountStore } from '../kit/account-store'
import { signSession } from '#session/session'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(() => seed())

const ORDERS = 1_200
const DAY = 86_400_000
/** Noon of the first day; one order per side and hour, each with one fill. */
const START = Date.parse('2026-01-01T12:00:00Z')

async function giveHistory(user: User): Promise<void> {
  await runInDurableObject(env.Account.get(env.Account.idFromName(String(user.userId))), (_room, { storage }) => {
    const store = openAccountStore(storage)
    for (const table of ['spot_order', 'spot_fill']) store.make(table)
    const numbers = `WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < ${ORDERS})`
    const side = `CASE i % 2 WHEN 0 THEN 'buy' ELSE 'sell' END`
    store.run(
      `${numbers} INSERT INTO spot_order (order_no, symbol, side, kind, ticks, lots, time_in_force, is_post_only, self_trade, state,
         lots_filled, quote_filled, fee, opened_at, updated_at)
       SELECT i, 'BTC-USDT', ${side}, 'limit', 600000, 1000, 'gtc', 0, 'cancel_newest', 'filled', 1000, '600000000', '1000',
         ${START} + i / 2 * 3600000, ${START} + i / 2 * 3600000 FROM number`,
    )
    store.run(
      `${numbers} INSERT INTO spot_fill (id, order_no, trade_no, symbol, side, role, ticks, lots, fee, at, is_of_house)
       SELECT i, i, i, 'BTC-USDT', ${side}, 'maker', 600000, 1000, '1000', ${START} + i / 2 * 3600000, 0 FROM number`,
    )
  })
  await kill(user)
}

test('Oskar’s orders and trades are narrowed by side and day, and a file of them has each once though he trades meanwhile', async () => {
  const oskar = await enter('Oskar')
  await giveHistory(oskar)
  const day = { from: START + DAY, until: START + 2 * DAY }
  const page = { page: 1, limit: 50 }
  const sales = value(await listOrders(env, oskar, { ...day, side: 'sell', stage: 'closed', ...page }))
  expect(sales.total).toBe(24)
  expect(new Set(sales.rows.map(({ side }) => side))).toEqual(new Set(['sell']))
  expect(sales.rows.every(({ openedAt }) => openedAt >= day.from && openedAt < day.until)).toBe(true)
  expect(value(await listFills(env, oskar, { ...day, side: 'buy', ...page })).total).toBe(24)

  const numbers: number[] = []
  for await (const part of eachOrderPage(env, oskar, { stage: 'closed' }, Date.now())) {
    numbers.push(...value(part).map(({ orderNo }) => orderNo))
    const form = { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quoteAmount: '20' } as const
    value(await placeOrder(env, oskar, { commandId: `between-${numbers.length}`, form }))
  }
  expect(numbers).toEqual(Array.from({ length: ORDERS }, (_, index) => ORDERS - index))
  let fills = 0
  for await (const part of eachFillPage(env, oskar, {}, START + 1_000 * DAY)) fills += value(part).length
  expect(fills).toBeGreaterThan(ORDERS)
})

test('the file says prices, quantities and fees in full, in the reader’s words and hours', async () => {
  const olga = await enter('Olga')
  await giveHistory(olga)
  const cookie = await signSession(env, { userId: olga.userId, sessionId: olga.sessionId, issuedAt: Date.now() })
  const read = async (search: string) => {
    const request = new Request(`${ORIGIN}/orders/export?${search}`, {
      headers: { Cookie: `cm_session=${cookie}; cm_language=en; cm_offset=540`, Accept: 'text/html' },
    })
    const args = { request, params: {}, context: { env } } as unknown as Parameters<typeof exportOrders>[0]
    return (await (await exportOrders(args)).text())
      .replace(/^\ufeff/, '')
      .trim()
      .split('\r\n')
  }
  const [heads, first, ...others] = await read('list=order_history&from=2026-01-02&to=2026-01-02&side=sell')
  expect(heads).toBe(
    'Order number,Placed at,Pair,Side,Type,Price,Quantity,Filled,Average,Total,Fee,Fee currency,Status',
  )
  expect(first).toBe(
    '53,2026-01-02T23:00:00+09:00,BTC-USDT,Sell,Limit,60000.0,0.01000,0.01000,60000.0,600.000000,0.001000,USDT,Filled',
  )
  expect(others).toHaveLength(23)
  const [fillHeads, fill] = await read('list=fills&from=2026-01-02&to=2026-01-02&side=buy')
  expect(fillHeads).toBe('Order number,Traded at,Pair,Side,Price,Quantity,Fee,Fee currency,Role')
  expect(fill).toBe('52,2026-01-02T23:00:00+09:00,BTC-USDT,Buy,60000.0,0.01000,0.00001000,BTC,Maker')
})
