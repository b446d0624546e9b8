// Alerts through the API, with real rooms and the simulated market.

import { beforeAll, expect, it, vi } from 'vitest'
import { type Person, join, ok, refused, seed } from '../api/client'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface Row {
  readonly alert_id: number
  readonly kind: string
  readonly state: string
  readonly direction: string | null
  readonly price: string | null
  readonly percent: string | null
  readonly hours: number | null
  readonly told_price: string | null
  readonly order_id: number | null
}

let alice: Person

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
})

const set = (kind: string, form: Record<string, string>): Promise<Row> =>
  ok<Row>('POST', `/v1/alerts/${kind}`, { form, token: alice.token })
const lists = async (): Promise<Row[]> => {
  const open = await ok<{ list: Row[] }>('GET', '/v1/alerts', { token: alice.token })
  const ended = await ok<{ list: Row[] }>('GET', '/v1/alerts/history', { token: alice.token })
  return [...open.list, ...ended.list]
}
const price = async (): Promise<number> => {
  const [quote] = await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  return Number(quote?.price)
}

it('alerts a tick away, on both sides: the next price tells one, in the inbox, with that price', async () => {
  const { above, below } = await waitFor(
    async () => {
      const now = await price()
      const [above, below] = [(now + 0.1).toFixed(1), (now - 0.1).toFixed(1)]
      return {
        above: await set('price', { symbol: 'BTC-USDT', price: above }),
        below: await set('price', { symbol: 'BTC-USDT', price: below }),
      }
    },
    { timeout: 20_000, interval: 50 },
  )
  expect([above.state, below.state]).toEqual(['open', 'open'])
  const told = await waitFor(
    async () => {
      const row = (await lists()).find(({ state }) => state === 'told')
      if (!row) throw new Error('not yet')
      return row
    },
    { timeout: 30_000, interval: 300 },
  )
  const query = { group: 'alerts', lang: 'en' }
  const inbox = await ok<{ list: { kind: string; abstract: string }[] }>('GET', '/mailMessage/getList', {
    query,
    token: alice.token,
  })
  const [message] = inbox.list.filter(({ kind }) => kind === 'alert_price')
  const digits = (text: string | null | undefined) => (text ?? '').replace(/\D/g, '')
  expect(digits(message?.abstract)).toContain(digits(told.told_price))
})

it('a move, a fill and their rows; a removed alert has ended', async () => {
  const move = await set('move', { symbol: 'BTC/USDT', percent: '2.5', hours: '24' })
  expect(move).toMatchObject({ kind: 'move', percent: '2.5', hours: 24, state: 'open', direction: null })
  const limit = ((await price()) * 0.95).toFixed(1)
  const form = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price: limit, quantity: '0.01' }
  const { order_id } = await ok<{ order_id: number }>('POST', '/v1/order', { form, token: alice.token })
  const fill = await set('fill', { order_id: String(order_id) })
  expect(fill).toMatchObject({ kind: 'fill', order_id, state: 'open' })
  const query = { alert_id: String(move.alert_id) }
  expect(await ok('DELETE', '/v1/alerts', { query, token: alice.token })).toMatchObject({ state: 'removed' })
  await ok('DELETE', '/v1/order', { query: { order_id: String(order_id) }, token: alice.token })
  await waitFor(
    async () => {
      const row = (await lists()).find(({ alert_id }) => alert_id === fill.alert_id)
      expect(row?.state).toBe('void')
    },
    { timeout: 20_000, interval: 100 },
  )
})

it.each([
  ['price', { symbol: 'NO-USDT', price: '1' }, 'pair'],
  ['price', { symbol: 'BTC-USDT', price: '1.23' }, 'price'],
  ['move', { symbol: 'BTC-USDT', percent: '51', hours: '1' }, 'between 0.1% and 50%'],
  ['move', { symbol: 'BTC-USDT', percent: '1', hours: '2' }, 'hours'],
  ['fill', { order_id: '999999' }, 'This order is not open'],
  ['liquidation', { position_id: '999999', percent: '5' }, 'This position is not open'],
] as const)('a wrong %s alert is refused by name: %j', async (kind, form, words) => {
  const sent = { form: { ...form, lang: 'en' }, token: alice.token }
  expect((await refused('POST', `/v1/alerts/${kind}`, sent)).toLowerCase()).toContain(words.toLowerCase())
})
