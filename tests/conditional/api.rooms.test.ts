// Conditional orders through the API, with real rooms and the simulated market.

import { createHash } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { checkReceipt, type Receipt } from '#domain/receipt'
import { callAccountAsSystem } from '#services/account-room'
import { type Person, join, ok, refused, seed } from '../api/client'
import { conservation } from '../kit/conservation'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface Row {
  readonly conditional_id: number
  readonly state: string
  readonly kind: string
  readonly cause: string | null
  readonly held: string
  readonly held_currency: string
  readonly linked_order_id: number | null
  readonly order_id: number | null
  readonly receipt_id: string | null
  readonly triggered_price: string | null
  readonly quantity: string
  readonly refusal: string | null
  readonly ended_by: string | null
}
interface Placed {
  readonly conditional: Row
  readonly order: { readonly order_id: number; readonly state: string } | null
}

let alice: Person

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  const grants = [{ assetId: 1, amount: '100000000', wallet: 'change' }] as const
  await callAccountAsSystem(env, alice.userId, { type: 'grant_demo', ref: 'btc', grants })
})

const price = async (): Promise<number> => {
  const [quote] = await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  return Number(quote?.price)
}
const place = (form: Record<string, string>): Promise<Placed> =>
  ok<Placed>('POST', '/v1/conditional/order', { form: { symbol: 'BTC-USDT', side: 'sell', quantity: '0.001', ...form }, token: alice.token }) // prettier-ignore
const find = (conditional_id: number): Promise<Row> =>
  ok<Row>('GET', '/v1/conditional/order', { query: { conditional_id: String(conditional_id) }, token: alice.token })
const cancel = (conditional_id: number): Promise<Placed> =>
  ok<Placed>('DELETE', '/v1/conditional/order', { query: { conditional_id: String(conditional_id) }, token: alice.token }) // prettier-ignore
const live = async (): Promise<Row[]> =>
  (await ok<{ list: Row[] }>('GET', '/v1/conditional/orders', { token: alice.token })).list

describe('/v1', () => {
  it('a stop and a take-profit a tick away: the next price triggers one, sells, and proves it', async () => {
    // A price that has moved beyond the trigger meanwhile refuses it.
    const [stop, profit] = await waitFor(
      async () => {
        const now = await price()
        return [
          await place({ kind: 'stop', trigger_price: (now - 0.1).toFixed(1) }),
          await place({ kind: 'take_profit', trigger_price: (now + 0.1).toFixed(1) }),
        ] as const
      },
      { timeout: 20_000, interval: 50 },
    )
    expect(stop).toMatchObject({
      conditional: { state: 'live', held: '0.00100000', held_currency: 'BTC' },
      order: null,
    })
    const ids = [stop, profit].map(({ conditional }) => conditional.conditional_id)
    const fired = await waitFor(
      async () => {
        const rows = await Promise.all(ids.map(find))
        const done = rows.find(({ state }) => state === 'triggered')
        if (!done) throw new Error('not yet')
        return done
      },
      { timeout: 30_000, interval: 300 },
    )
    const order = await ok<{ state: string; kind: string; filled_quantity: string }>('GET', '/v1/order', {
      query: { order_id: String(fired.order_id) },
      token: alice.token,
    })
    expect(order).toMatchObject({ state: 'filled', kind: 'market', filled_quantity: '0.00100' })
    const { body } = await waitFor(
      () => ok<{ body: string }>('GET', '/v1/receipt', { query: { receipt_id: fired.receipt_id ?? '' } }),
      { timeout: 20_000, interval: 300 },
    )
    const receipt = JSON.parse(body) as Receipt
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(checkReceipt(receipt, { sha256, hmac: () => '' })).toEqual([])
    expect(sha256(body)).toBe(fired.receipt_id)
    const history = await ok<{ list: Row[] }>('GET', '/v1/conditional/history', { token: alice.token })
    expect(history.list.map(({ conditional_id }) => conditional_id)).toContain(fired.conditional_id)
    for (const { conditional_id } of await live()) await cancel(conditional_id)
  })

  it('an OCO rests its limit in the book; cancelled, both are gone', async () => {
    const now = await price()
    const form = { kind: 'oco', price: (now * 1.05).toFixed(1), trigger_price: (now * 0.9).toFixed(1) }
    const { conditional, order } = await place(form)
    expect(conditional).toMatchObject({ state: 'live', held: '0.00000000', linked_order_id: order?.order_id })
    expect(order).toMatchObject({ state: 'open' })
    const amend = { order_id: String(order?.order_id), price: (now * 1.06).toFixed(1) }
    expect(await refused('PUT', '/v1/order', { form: amend, token: alice.token })).toContain('belongs to an OCO pair')
    expect(await cancel(conditional.conditional_id)).toMatchObject({
      conditional: { state: 'cancelled', ended_by: 'user' },
      order: { state: 'cancelled' },
    })
  })

  it('an entry at the market with its way out, which holds what was bought less the fee', async () => {
    const now = await price()
    const form = {
      symbol: 'BTC-USDT',
      side: 'buy',
      kind: 'market',
      quantity: '0.001',
      take_profit: (now * 1.5).toFixed(1),
      stop_loss: (now * 0.5).toFixed(1),
    }
    const { conditional, order } = await ok<Placed>('POST', '/v1/conditional/entry', { form, token: alice.token })
    expect(order).toMatchObject({ state: 'filled' })
    expect(conditional).toMatchObject({ state: 'live', kind: 'attached', quantity: '0.00099', held: '0.00099000' })
    const all = await ok<{ conditional_ids: number[] }>('DELETE', '/v1/conditional/orders', { token: alice.token })
    expect(all.conditional_ids).toEqual([conditional.conditional_id])
    expect(await live()).toEqual([])
  })

  it('a trailing stop by percent, to buy for an amount', async () => {
    const form = { side: 'buy', kind: 'trailing', trail_percent: '2.5', quote_amount: '50', quantity: '' }
    const { quantity: _, ...asked } = form
    const sent = { form: { symbol: 'BTC-USDT', ...asked }, token: alice.token }
    const { conditional } = await ok<Placed>('POST', '/v1/conditional/order', sent)
    expect(conditional).toMatchObject({ trail_percent: '2.500000', held: '50.000000', held_currency: 'USDT' })
    await cancel(conditional.conditional_id)
  })

  it('the same command again is answered as before', async () => {
    const now = await price()
    const form = { symbol: 'BTC-USDT', side: 'sell', kind: 'stop', quantity: '0.001', trigger_price: (now * 0.8).toFixed(1) } // prettier-ignore
    const headers = { 'Idempotency-Key': 'stop-once' }
    const first = await ok<Placed>('POST', '/v1/conditional/order', { form, headers, token: alice.token })
    const again = await ok<Placed>('POST', '/v1/conditional/order', { form, headers, token: alice.token })
    expect(again.conditional.conditional_id).toBe(first.conditional.conditional_id)
    await cancel(first.conditional.conditional_id)
  })

  it.each([
    ['conditional_trigger_missing', { kind: 'stop' }, 'Enter the price that the order waits for'],
    ['conditional_below_price', { kind: 'stop', trigger_price: '9999999' }, 'must lie below'],
    ['conditional_above_price', { kind: 'take_profit', trigger_price: '1' }, 'must lie above'],
    ['price_missing', { kind: 'oco', trigger_price: '1' }, 'price'],
    ['conditional_trail_missing', { kind: 'trailing' }, 'either as an amount or as a percentage'],
    [
      'conditional_trail_missing',
      { kind: 'trailing', trail_amount: '10', trail_percent: '1' },
      'either as an amount or as a percentage',
    ],
    ['conditional_trail_out_of_bounds', { kind: 'trailing', trail_percent: '99' }, 'between 0.1% and 50%'],
    ['price_off_tick', { kind: 'stop', trigger_price: '1.23' }, 'price'],
    ['insufficient_available', { kind: 'stop', trigger_price: '100', quantity: '90' }, 'BTC'],
    ['pair_not_found', { kind: 'stop', trigger_price: '100', symbol: 'NO-USDT' }, 'pair'],
  ])('is refused by name: %s', async (_code, differs, words) => {
    const form = { symbol: 'BTC-USDT', side: 'sell', quantity: '0.001', lang: 'en', ...differs }
    const sentence = await refused('POST', '/v1/conditional/order', { form, token: alice.token })
    expect(sentence.toLowerCase()).toContain(words.toLowerCase())
  })

  it('no money came from nowhere', async () => {
    expect(await live()).toEqual([])
    expect((await conservation(env, [alice.userId])).problems).toEqual([])
  })
})
